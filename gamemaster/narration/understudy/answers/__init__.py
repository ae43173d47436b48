"""What is answered to a question, to the Game Master or to somebody, without a model: out of state, lore, what is in
sight, memories and persona. Pure.

The understudy asks this room; nobody else needs it, but for `status_answers`.
"""

__all__ = [
    "about_people",
    "answer_sources",
    "evidence",
    "gm_answers",
    "own_memory",
    "put_to_people",
    "questions",
    "recollection",
    "speech_answers",
    "status_answers",
    "tellings",
    "way_answers",
]
