"""Verbs and pronouns of a stock line that agree with a name of several: "the nets are here", "they are". Pure."""

from __future__ import annotations

import re

# Of nouns that end in "s" and are one thing, the commonest.
_ONE = frozenset("lens gas canvas atlas bus chaos cosmos news gallows mass".split())
_SEVERAL = frozenset("people men women children feet teeth mice geese cattle dice".split())
_ENDINGS_OF_ONE = ("ss", "us", "is")
_PHRASE_ENDS = re.compile(r",| (?:of|in|on|at|from|with|to|for|by|under) ")
_VERBS = {"is": "are", "was": "were", "has": "have", "does": "do", "goes": "go"}
_IT = (
    (re.compile(r"\bit is\b"), "they are"),
    (re.compile(r"\bit (?:was|were)\b"), "they were"),
    (re.compile(r"\bit seems\b"), "they seem"),
    (re.compile(r"\b(left|put|find|found) it\b"), r"\1 them"),
)


def is_plural(name: str) -> bool:
    """Whether a name, as it stands in a sentence, is of several: "the nets", "eyes of glass"; not "the compass"."""
    words = _PHRASE_ENDS.split(name)[0].casefold().split()
    last = words[-1] if words else ""
    several = last.endswith("s") and len(last) > 3 and not last.endswith(_ENDINGS_OF_ONE) and last not in _ONE
    return last in _SEVERAL or several


def agreeing(phrase: str, key: str) -> str:
    """The phrase with what agrees with the name that stands for `key`, once it is of several."""
    said = re.sub(
        rf"(?P<subject>\{{{key}\}} (?:now |still )?)(?P<verb>\w+s)\b",
        lambda found: found["subject"] + _of_several(found["verb"]),
        phrase,
    )
    said = re.sub(
        rf"\b(?P<here>[Tt]?[Hh]ere) is (?P<no>no )?\{{{key}\}}", rf"\g<here> are \g<no>{{{key}}}", said
    )
    if f"{{{key}}}" in phrase:
        for pattern, put in _IT:
            said = pattern.sub(put, said)
    return said


def _of_several(verb: str) -> str:
    if verb in _VERBS:
        return _VERBS[verb]
    if verb.endswith(("sses", "shes", "ches", "xes")):
        return verb[:-2]
    return verb[:-1]
