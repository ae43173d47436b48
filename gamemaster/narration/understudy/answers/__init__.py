"""What is answered to a question without a model: out of state, lore, what is in sight, memories and persona. Pure.

Here are the Game Master's answers, with `gm_answers` as the way in. What people answer has a room of its own,
`in_character`, and so has what the player did and was told, `story_so_far`. The understudy asks this room; nobody else
needs it, but for `status_answers`.
"""

__all__ = [
    "asked_of_eyes",
    "beside_deeds",
    "by_state",
    "gm_answers",
    "in_character",
    "inquiry",
    "left_open",
    "put_to_people",
    "scene_answers",
    "status_answers",
    "story_so_far",
    "way_answers",
    "written_answers",
]
