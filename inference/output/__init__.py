"""What comes back from an engine: deltas, the split of reasoning from content, and the signs of a text gone wrong.

Engines and whoever reads their text may import this room; it knows requests and tokens, and no transport.
"""

__all__ = [
    "content",
    "degeneration",
    "delta_bundles",
    "delta_queue",
    "deltas",
    "guard",
    "readable",
    "reasoning",
    "reasoning_budget",
    "thoughts",
]
