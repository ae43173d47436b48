"""What a turn may do to a story, operation by operation, as the referee rules on it: things and ways, people, what a
narrator improvises, what it leads to. Pure.

The referee calls this room; planners ask it what is possible.
"""

__all__ = [
    "actions",
    "comforts",
    "effects",
    "improvised_operations",
    "physical_operations",
    "scene_changes",
    "social_operations",
]
