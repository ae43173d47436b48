"""What is said, and to whom. What is asked has a room of its own, `questions`; what is done by saying it, `forces`.

Part of `gamemaster.language`, whose rules of import hold here.
"""

__all__ = [
    "addressee", "bargains", "bewilderment", "corrections", "direct_address", "exchanges", "forces",
    "last_words", "offerings", "passing_words", "pressing", "purchases", "questions", "quotations", "refusals",
    "remarks", "reported_questions", "requests", "said_before", "sentences", "several_hearers", "several_matters",
    "speech_acts", "spoken_of", "together", "unseen_hearers", "vocatives",
]  # fmt: skip
