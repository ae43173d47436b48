"""Rules on an idea that no writer foresaw: its stance, how hard it is, and what comes of it.

Part of `gamemaster.rules`, whose rules of import hold here.
"""

__all__ = [
    "aims",
    "attempts",
    "costs",
    "difficulty",
    "favours",
    "skill_families",
    "table",
]
