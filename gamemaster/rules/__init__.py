"""What is true in a story, and the referee who decides what a turn changes. Pure and deterministic.

A narrator proposes an Outcome (`proposal`); `referee` rules on it, operation by operation, over a `draft` of the
`state`, and every roll comes from `dice`, seeded by the story. Any room may import this one; it imports only `worlds`
and the data of a memory.
"""

__all__ = [
    "actions",
    "clock",
    "conditions",
    "dice",
    "draft",
    "improvised_operations",
    "physical_operations",
    "proposal",
    "reach",
    "referee",
    "relationships",
    "scene_changes",
    "social_operations",
    "stances",
    "state",
    "state_versions",
    "threads",
    "world_upgrade",
]
