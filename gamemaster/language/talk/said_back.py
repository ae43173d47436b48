"""A question said back by whoever was asked it: "where were you born?" is "Where was I born?". Pure."""

from __future__ import annotations

from gamemaster.language.tables.function_words import AUXILIARIES, PREPOSITIONS, QUESTION_WORDS

_LONGEST = 10  # words; nobody says more than that back
_PAIRS = {
    ("are", "you"): ("am", "I"), ("you", "are"): ("I", "am"), ("were", "you"): ("was", "I"),
    ("you", "were"): ("I", "was"), ("am", "i"): ("are", "you"), ("i", "am"): ("you", "are"),
    ("was", "i"): ("were", "you"), ("i", "was"): ("you", "were"),
}  # fmt: skip
_WORDS = {
    "your": "my", "yours": "mine", "yourself": "myself", "i": "you", "me": "you", "my": "your", "mine": "yours",
    "myself": "yourself",
}  # fmt: skip
_JOINING = frozenset("that if when while because as than and or before after since thing time way".split())


def said_back(question: str, names: frozenset[str] = frozenset()) -> str:
    """The question with its persons turned, as a sentence; empty where it is none, or is too long to be said back.

    `names` are the proper names, which are written with a capital.
    """
    words = question.split()
    if not 2 < len(words) <= _LONGEST or "not" in words or words[0] not in QUESTION_WORDS | AUXILIARIES:
        return ""
    turned: list[str] = []
    at = 0
    while at < len(words):
        pair = _PAIRS.get((words[at], words[at + 1])) if at + 1 < len(words) else None
        if pair is not None:
            turned += pair
            at += 2
            continue
        turned.append(_as_they_say_it(words, at, names))
        at += 1
    text = " ".join(turned)
    return f"{text[:1].upper()}{text[1:]}?"


def _as_they_say_it(words: list[str], at: int, names: frozenset[str]) -> str:
    word = words[at]
    if word == "you":
        return "I" if _is_subject(words, at) else "me"
    if word.capitalize() in names:
        return word.capitalize()
    return _WORDS.get(word, word)


def _is_subject(words: list[str], at: int) -> bool:
    """Whether "you" does something: after an auxiliary or a joint, or before a verb's auxiliary."""
    before, after = words[at - 1] if at else "", words[at + 1] if at + 1 < len(words) else ""
    if not after or before in PREPOSITIONS:
        return False
    return before in AUXILIARIES | QUESTION_WORDS | _JOINING or after in AUXILIARIES
