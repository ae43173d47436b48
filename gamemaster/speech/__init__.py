"""A turn's audio on its way to its listeners: sentence by sentence, one ahead of what is heard.

`voices` is the speech server as stories see it, `turn_speech` speaks a turn, and `playback_position` finds where a text
ends when its listener stops it. Play and server may import this room; synthesis itself is in `voice`.
"""

__all__ = ["casting", "playback_position", "turn_speech", "voices"]
