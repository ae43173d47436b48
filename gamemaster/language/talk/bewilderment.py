"""What somebody types who has lost the thread: oaths in questions, "I don't get it", "can I take that back?". Pure.

They speak to the Game Master, about the game, and want to know where they stand or how a turn is taken back.
"""

from __future__ import annotations

import itertools

from gamemaster.language.english import Forms, Words
from gamemaster.language.tables.function_words import AUXILIARIES

_FORMS = Forms(__name__)
_WORDS = Words(__name__)


def is_musing(words: list[str]) -> bool:
    """Whether somebody only turns over what they might do: "I guess I should get inside", "perhaps I was too bold"."""
    text = " ".join(word for word in words if word[0].isalnum())
    either_or = words.count("maybe") + words.count("perhaps") > 1
    return (either_or or _FORMS["musing"].fullmatch(text) is not None) and " you" not in text


def is_exclamation(words: list[str]) -> bool:
    """Whether words that begin like a question ask nothing: "what a one-track mind"."""
    return words[:2] in (["what", "a"], ["what", "an"]) and AUXILIARIES.isdisjoint(words)


def is_outcry(words: list[str]) -> bool:
    """Whether a few words are of what one sees or feels, and tell nobody anything: "so cold", "poor thing"."""
    return _FORMS["exclaimed"].fullmatch(" ".join(words)) is not None


def is_only_filler(words: list[str]) -> bool:
    """Whether nothing is said but "ok", "lol", "cool cool", "good lord", "…": neither a deed nor a word to anybody."""
    said = [word.strip(".,!?…") for word in words]
    said = [word for word in said if word[:1].isalpha()]
    escapes = not _WORDS["exclamation"].isdisjoint(said)
    return all(
        word in _WORDS["filler"] | _WORDS["exclamation"] or (escapes and word in _WORDS["beside_it"])
        for word in said
    )


def without_oath(words: list[str]) -> list[str]:
    """The words without an oath in a question, or one that stands before a statement."""
    if "what" not in words and not _WORDS["question"].intersection(words):
        return words
    if words[0] in _WORDS["question"] and "even" in words[1:-1]:
        words = [word for word in words if word != "even"]  # "what can I even do"
    text = _FORMS["in_a_question"].sub(r"\1", " ".join(words))
    return (_FORMS["alone"].sub("", text) if text == " ".join(words) else text).split() or words


def is_at_a_loss(words: list[str], talking: bool) -> bool:
    """Whether somebody says that they do not know what to do; amid a talk, only where it is of the game."""
    text = " ".join(word for word in words if word[0].isalnum())
    return _FORMS["loss"].fullmatch(text) is not None and (
        not talking or _FORMS["of_the_game"].search(text) is not None
    )


def wants_it_back(words: list[str], talking: bool) -> bool:
    """Whether somebody wants a turn undone, or says that they never wanted what came of it."""
    text = " ".join(word for word in words if word[0].isalnum())
    unwanted = _FORMS["regret"].match(text)
    if unwanted is not None and unwanted.end() < len(text) and text[unwanted.end()] == " ":
        text = text[unwanted.end() + 1 :]  # "I made a mistake, go back a turn"
    if _FORMS["misplaced"].fullmatch(text):
        return True
    if _FORMS["back"].fullmatch(text) and _FORMS["undoing"].search(text):
        return True
    return not talking and _FORMS["regret"].fullmatch(text) is not None


def undoes_first(words: list[str]) -> bool:
    """Whether the first thing that is wanted is a turn undone: "undo, I go back"."""
    first = list(itertools.takewhile(lambda word: word not in (",", "and", "then"), words))
    alone = first[:1] in (["undo"], ["rewind"]) and len(first) < len(words)
    return alone and wants_it_back(first, talking=True)
