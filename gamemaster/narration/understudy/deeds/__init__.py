"""What the understudy does with orders that have a meaning of their own, each by its kind: `planner` picks among them.

Part of `gamemaster.narration.understudy`, whose rules of import hold here.
"""

__all__ = ["company", "giving", "laying_down", "nothing_done", "reading_aloud", "senses", "walking"]
