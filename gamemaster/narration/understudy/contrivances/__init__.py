"""What the understudy does with things that pass for others, or serve for what they were not made for.

Part of `gamemaster.narration.understudy`, whose rules of import hold here.
"""

__all__ = ["made_things"]
