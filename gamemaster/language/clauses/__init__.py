"""Where an input is cut, and what each stretch of it is for: only what is done now acts.

Part of `gamemaster.language`, whose rules of import hold here.
"""

__all__ = [
    "bare_retractions",
    "clause_ends",
    "clause_starts",
    "cutting",
    "durations",
    "exclusions",
    "expressions",
    "gates",
    "idle_phrases",
    "leave",
    "light_verbs",
    "main_clauses",
    "markup",
    "meanwhile",
    "outcomes",
    "own_character",
    "performances",
    "retractions",
    "roles",
    "run_ons",
    "split",
    "subjects",
]
