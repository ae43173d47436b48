"""The word lists of English that reading needs: data only, one row a line.

Only `form_patterns` is code: it compiles the tables of forms that stand beside their readers.

Part of `gamemaster.language`, whose rules of import hold here.
"""

__all__ = [
    "feelings", "form_patterns", "function_words", "gm_forms", "idea_verbs", "idioms", "idioms_people", "lexicon",
    "materials", "other_languages", "verb_forms",
]  # fmt: skip
