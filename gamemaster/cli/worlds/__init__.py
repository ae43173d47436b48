"""The commands of narrative designers: begin, check, convert and publish worlds; how inputs are understood.

Joined by `cli.main`.
"""

__all__ = [
    "understand",
    "world_cards",
    "world_check",
    "world_choice",
    "world_editor",
    "world_strings",
    "writing",
]
