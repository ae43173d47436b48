"""What is asked: of whom, in which form, about what matter; and which questions are the Game Master's.

Part of `gamemaster.language`, whose rules of import hold here.
"""

__all__ = [
    "asked_kinds",
    "circumstances", "elliptical", "follow_ups", "gm_questions", "judgement", "matters", "notes_to_gm",
    "ordinary_questions", "own_mind", "people_questions", "qualities", "question_forms", "questions_in_purposes",
    "questions_of_sight", "questions_put", "reckonings", "topics", "written_questions",
]  # fmt: skip
