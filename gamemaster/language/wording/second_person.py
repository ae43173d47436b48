"""Tell a player's own words back to them: "I laugh at my luck" becomes "You laugh at your luck." Pure."""

from __future__ import annotations

import re

_PERSONS = {
    "i": "you", "me": "you", "my": "your", "mine": "yours", "myself": "yourself", "am": "are", "im": "you are",
    "i'm": "you are", "we": "you", "our": "your", "us": "you", "ourselves": "yourselves",
}  # fmt: skip
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_SUBJECTS = frozenset({"you", "your"})
_MARKUP = re.compile(r"[{}@*\"“”]")
# Third person singular of verbs whose stem ends in a hiss: "pushes", "crosses", "watches".
_HISS = re.compile(r"(?:ss|sh|ch|x|zz|o)es$")


def in_second_person(words: str) -> str:
    """The words as a sentence about "you"; a verb alone, or one in the third person, gets "You" before it."""
    plain = _MARKUP.sub("", words).strip(" .,;:!?-–—")
    if not plain:
        return "You hold still."
    told = _WORD.sub(lambda m: _PERSONS.get(m[0].casefold().replace("’", "'"), m[0]), plain)
    first, _, rest = told.partition(" ")
    if first.casefold() not in _SUBJECTS:
        told = f"you {_infinitive(first)} {rest}".strip()
    return f"{told[:1].upper()}{told[1:]}."


def _infinitive(verb: str) -> str:
    """The plain form of a verb that begins a gesture: "wrings", "smiles", "shrug"."""
    lower = verb[:1].lower() + verb[1:]
    if lower.endswith("ies") and len(lower) > 4:
        return lower[:-3] + "y"
    if _HISS.search(lower):
        return lower[:-2]
    return lower[:-1] if lower.endswith("s") and not lower.endswith("ss") else lower
