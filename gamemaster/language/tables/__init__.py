"""The word lists of English that reading needs: data only, one row a line.

Part of `gamemaster.language`, whose rules of import hold here.
"""

__all__ = ["feelings", "function_words", "idea_verbs", "idioms", "idioms_people", "lexicon", "verb_forms"]
