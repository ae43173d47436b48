"""What the understudy does with orders that have a meaning of their own, each by its kind: `planner` picks among them.

Part of `gamemaster.narration.understudy`, whose rules of import hold here.
"""

__all__ = [
    "beasts",
    "bodily_answers",
    "company",
    "cost_check",
    "extent",
    "giving",
    "kept_from_sight",
    "laying_down",
    "loose_matter",
    "means",
    "nothing_done",
    "on_things",
    "onlookers",
    "purchases",
    "reading_aloud",
    "rule_wording",
    "senses",
    "small_handling",
    "terms_kept",
    "things_sought",
    "told_details",
    "tricks",
    "walking",
    "what_was_found",
]
