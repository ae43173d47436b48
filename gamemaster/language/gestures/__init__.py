"""Gestures that players make to the people of a story.

Part of `gamemaster.language`, whose rules of import hold here.
"""

__all__ = ["figures_of_speech", "kinds", "murmurs"]
