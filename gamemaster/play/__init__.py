"""A story in play: its turns one after the other, from the player's words to the commit, and those who follow it.

`hub` opens stories, `live_story` plays what is asked in order, `turn` runs one turn, `pacing` and `cadence` let its
text out. `context` holds what every story is played with, and observers watch its `story_events`. The server and
replay may import this room.
"""

__all__ = [
    "cadence",
    "consent",
    "context",
    "failures",
    "hub",
    "live_story",
    "metering",
    "opening",
    "pacing",
    "prologue",
    "story_events",
    "story_metrics",
    "story_recorder",
    "story_traces",
    "turn",
    "turn_events",
    "world_watch",
]
