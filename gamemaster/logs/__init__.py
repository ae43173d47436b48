"""What the service's processes log: lines for people or JSON, with time, process, request, story and turn; and where
traces go.

Everybody may import this room, and it imports only `errors`. No id of a story or a player leaves it, only a hash of it.
"""

__all__ = ["bounds", "context", "setup", "traces"]
