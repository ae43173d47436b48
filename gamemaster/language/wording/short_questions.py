"""The short question by which somebody shows that they heard a statement: "Did you?", "Your father?". Pure."""

from __future__ import annotations

from gamemaster.language.tables.function_words import AUXILIARIES
from gamemaster.language.tables.verb_forms import is_past, is_third_person, skip_adverbs

_LONGEST_NAME = 3  # words, with the article
_PERSONS = {"i": "you", "we": "you", "he": "he", "she": "she", "they": "they", "it": "it", "that": "it",
            "this": "it", "there": "there"}  # fmt: skip
_TO_YOU = {"am": "are", "was": "were", "is": "are"}
_DENIED = {"can": "can't", "will": "won't", "shall": "won't", "am": "aren't"}
_WHOSE = {"my": "your", "our": "your"}
_BEGINS_A_NAME = frozenset("my our your his her their its the this that these those".split())
_NO_AUXILIARY = frozenset({"need", "dare", "might", "may", "must"})


def short_question(text: str) -> str:
    """A statement asked back in two or three words; empty where that would be no English: "two fingers lost"."""
    words = [word for word in text.split() if word[0].isalnum()]
    person = _PERSONS.get(words[0]) if words else None
    if person is None:
        return _of_what(words)
    at = skip_adverbs(words, 1)
    if words[at : at + 1] in ([], ["never"]):
        return "Never?" if words[at:] else ""
    verb, denied = words[at], words[at + 1 : at + 2] == ["not"]
    if verb in AUXILIARIES - _NO_AUXILIARY:
        verb = _TO_YOU.get(verb, verb) if person == "you" else verb
        asked = _DENIED.get(verb, f"{verb}n't") if denied else verb
    elif is_past(verb):
        asked = "did"
    elif person in ("he", "she", "it"):
        asked = "does" if is_third_person(verb) else ""
    else:
        asked = "do" if person != "there" else ""
    return f"{asked.capitalize()} {person}?" if asked else ""


def _of_what(words: list[str]) -> str:
    """What a statement is about, asked back by its name: "my mule is lame" is "Your mule?"."""
    if not words or words[0] not in _BEGINS_A_NAME:
        return ""
    end = next(
        (
            at
            for at, word in enumerate(words)
            if at > 1 and (word in AUXILIARIES or is_past(word) or is_third_person(word))
        ),
        0,
    )
    if not 1 < end <= _LONGEST_NAME:
        return ""
    name = " ".join(_WHOSE.get(word, word) for word in words[:end])
    return f"{name[:1].upper()}{name[1:]}?"
