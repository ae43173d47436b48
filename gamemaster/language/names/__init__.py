"""Which verb and which thing of the world a word means, misspelt ones too.

Part of `gamemaster.language`, whose rules of import hold here.
"""

__all__ = [
    "anachronisms", "described_parts", "english_words", "missing_things", "named_things", "normalization", "noun_index",
    "noun_phrases", "pronouns",
    "respelling", "rule_phrases", "spelling", "verb_index",
]  # fmt: skip
