"""Gestures that players make to the people of a story, and how they keep a deed from their eyes.

Part of `gamemaster.language`, whose rules of import hold here.
"""

__all__ = ["concealment", "figures_of_speech", "kinds", "murmurs"]
