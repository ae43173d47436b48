"""What is answered to a question without a model: out of state, lore, what is in sight, memories and persona. Pure.

Here are the Game Master's answers, with `gm_answers` as the way in; what people answer has a room of its own,
`in_character`. The understudy asks this room; nobody else needs it, but for `status_answers`.
"""

__all__ = [
    "beside_deeds",
    "evidence",
    "gm_answers",
    "in_character",
    "inquiry",
    "left_open",
    "own_memory",
    "put_to_people",
    "status_answers",
    "tellings",
    "way_answers",
    "written_answers",
]
