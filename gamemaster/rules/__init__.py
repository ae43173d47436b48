"""What is true in a story, and the referee who decides what a turn changes. Pure and deterministic.

A narrator proposes an Outcome (`proposal`); `referee` rules on it, operation by operation, over a `draft` of the
`state`, and every roll comes from `dice`, seeded by the story. Any room may import this one; it imports only `worlds`
and the data of a memory.
"""

__all__ = [
    "acquaintance",
    "boundaries",
    "clock",
    "conditions",
    "dice",
    "draft",
    "explanation",
    "grammatical_person",
    "lore",
    "operations",
    "proposal",
    "reach",
    "referee",
    "relationships",
    "stances",
    "state",
    "threads",
    "trade",
    "upkeep",
]
