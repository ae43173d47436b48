"""Gestures that players make to the people of a story."""
