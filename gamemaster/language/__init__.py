"""The player's words in, and the narrator's stock words out: the seam for another language than English.

`understanding` is the way in: words become intents in a scene, or a reason why not. `stock_lines` is the way out.
Pure. Whoever reads or writes text for a story may import this room; it imports only `rules` and `worlds`.
"""

__all__ = [
    "addressee",
    "asides",
    "function_words",
    "helplines",
    "ideas",
    "lexicon",
    "matters",
    "normalization",
    "noun_index",
    "paragraphs",
    "question_forms",
    "reading",
    "replies",
    "safety",
    "second_person",
    "stance_lines",
    "stock_lines",
    "topics",
    "understanding",
]
