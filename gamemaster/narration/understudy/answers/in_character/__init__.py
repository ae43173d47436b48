"""What people answer in their own voice: out of lines written for them, what they know, and their persona.

Part of `answers`, whose rules hold here. `speech_answers` is the way in: it decides which source speaks.
"""

__all__ = [
    "about_people",
    "answer_sources",
    "in_thread",
    "line_answers",
    "meaning",
    "open_lines",
    "ordinary_answers",
    "own_life",
    "personal",
    "questions",
    "recollection",
    "speech_answers",
    "temperament",
]
