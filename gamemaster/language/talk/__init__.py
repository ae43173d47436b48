"""What is said and asked: to whom, with what force, about what; and what the Game Master is asked.

Part of `gamemaster.language`, whose rules of import hold here.
"""

__all__ = [
    "addressee",
    "gm_questions",
    "matters",
    "question_forms",
    "speech_acts",
    "speech_forces",
    "topics",
]
