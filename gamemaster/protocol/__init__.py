"""The protocol `gamemaster.v1`: what client and server say to each other, in text and in audio frames.

`messages` defines every message, `decode` reads them, `presenters` and `state_view` make a story's turns and state fit
for a player, and `outbox` is a client's bounded queue. Both ends import this room; it imports `rules` and no transport.
"""

__all__ = [
    "asyncapi",
    "audio_frames",
    "auth_tokens",
    "client",
    "decode",
    "messages",
    "outbox",
    "player_words",
    "presenters",
    "state_view",
]
