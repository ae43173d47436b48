"""The `gamemaster` command: one file a command, and `main`, which joins them.

What a command needs is imported when it runs, so that help comes at once. Nobody imports this room.
"""

__all__ = [
    "main",
]
