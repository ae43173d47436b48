"""Orders to move: where to, by which way, how far, and what for.

Part of `gamemaster.language`, whose rules of import hold here. `movement` is the way in.
"""

__all__ = ["errands", "movement", "part_walks", "round_trips", "routes", "unnamed_goals"]
