"""What is said and asked: to whom, with what force, about what; and what the Game Master is asked.

Part of `gamemaster.language`, whose rules of import hold here.
"""

__all__ = [
    "addressee", "bargains", "bewilderment", "circumstances", "corrections", "elliptical", "exchanges",
    "follow_ups", "gm_questions", "heartfelt", "last_words", "matters", "offerings", "own_mind", "passing_words",
    "people_questions",
    "question_forms", "quotations", "refusals", "requests", "said_before", "sentences", "several_hearers",
    "several_matters", "speech_acts", "speech_forces", "statements", "together", "topics", "vocatives",
]  # fmt: skip
