"""The player's words in, and the narrator's stock words out: the seam for another language than English.

`understanding` is the way in: words become intents in a scene, or a reason why not. `stock_lines` is the way out.
Pure. Whoever reads or writes text for a story may import this room; it imports only `rules` and `worlds`.
"""

__all__ = [
    "clauses",
    "doubt",
    "english",
    "gestures",
    "gm_address",
    "ideas",
    "names",
    "portions",
    "reading",
    "safety",
    "semantic",
    "tables",
    "talk",
    "understanding",
    "wording",
]
