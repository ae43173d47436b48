"""Recordings answered anew by today's narrator, turn by turn, and the `judge` that may compare both. For commands."""

__all__ = ["judge", "regenerate"]
