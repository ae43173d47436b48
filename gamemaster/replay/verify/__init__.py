"""A recorded session played through today's pipeline: the same frames and turns, or where they diverge.

The recorded clients, store, engine and narrator stand in for the real ones. Commands and tests may import this room.
"""

__all__ = [
    "alike",
    "coverage",
    "expectations",
    "playback",
    "probes",
    "recorded_narrator",
    "verdicts",
    "verify",
]
