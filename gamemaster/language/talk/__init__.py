"""What is said: to whom, with what force, about what. What is asked has a room of its own: `questions`.

Part of `gamemaster.language`, whose rules of import hold here.
"""

__all__ = [
    "addressee", "bargains", "bewilderment", "claims", "corrections", "direct_address", "exchanges", "heartfelt",
    "last_words", "moves", "offerings", "passing_words", "pressing", "questions", "quotations", "refusals", "remarks",
    "requests", "said_before", "sentences", "several_hearers", "several_matters", "speech_acts", "speech_forces",
    "statements", "together", "vocatives",
]  # fmt: skip
