"""How a stored story is carried on: older versions of a state, a world that was edited or renamed since, and what a
writer arranges. Pure.
"""

__all__ = [
    "arrangement",
    "intended_changes",
    "state_versions",
    "world_edit",
    "world_upgrade",
]
