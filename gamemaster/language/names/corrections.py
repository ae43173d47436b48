"""Which word somebody meant who typed one that nobody knows: the likeliest error of the likeliest word. Pure.

What was typed is taken for another word when that one is common, or near to hand, and the slip is a likely one:
letters swapped, doubled or left out, a neighbouring key. All weights are logarithms of ten of a likelihood, roughly.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from functools import lru_cache
from math import inf

from rapidfuzz import process
from rapidfuzz.distance import OSA

from gamemaster.language.names.english_words import frequency, is_common, is_rare, other_spellings
from gamemaster.language.tables.function_words import VOWELS

_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
_SWAPPED, _DOUBLED, _HALVED, _LEFT_OUT, _NEXT_KEY, _VOWEL = 0.9, 1.0, 0.8, 1.5, 1.6, 2.0
_ANOTHER, _ONE_TOO_MANY, _KEY_TOO_MANY, _FIRST_LETTER, _SECOND_ERROR = 3.5, 3.2, 2.0, 1.0, 0.5
_NO_WORD = 2.4  # what a name counts for that is no word of English
_RARE = 4.0  # how likely what was meant must be when what was typed is a word, though one of dictionaries
_SLIP = 1.7  # what an error in a short word costs at most
_RARE_SLIP = 2.0  # and one that makes a rare word of another
_WEIGHT = 0.85  # of how common a word is, against what the scene says
_TWO_ERRORS = 7  # letters from which on two errors may be in a word
# How likely a correction must be, by the letters of what was typed: anything is near to a short word.
_ENOUGH = {3: 3.8, 4: 2.6, 5: 2.0, 6: 1.7}
_ENOUGH_FOR_LONGER = 1.3


def _neighbouring_keys() -> frozenset[tuple[str, str]]:
    """Keys that one finger may hit for the other: beside each other, or touching in the next row."""
    at = {letter: (row, column) for row, keys in enumerate(_ROWS) for column, letter in enumerate(keys)}
    return frozenset(
        (one, other)
        for one, (row, column) in at.items()
        for other, (row2, column2) in at.items()
        if (row == row2 and abs(column - column2) == 1)
        or (row2 - row == 1 and column2 in (column - 1, column))
        or (row - row2 == 1 and column in (column2 - 1, column2))
    )


_NEIGHBOURS = _neighbouring_keys()


def cost_of(typed: str, meant: str) -> float:
    """How unlikely it is that who means the one word types the other: the cheapest way of errors between them."""
    rows = [[0.0] * (len(meant) + 1) for _ in range(len(typed) + 1)]
    for i in range(len(typed) + 1):
        for j in range(len(meant) + 1):
            if i == j == 0:
                continue
            ways = []
            first = _FIRST_LETTER * (min(i, j) <= 1)
            if i and j:
                ways.append(rows[i - 1][j - 1] + _cost_of_replacing(typed[i - 1], meant[j - 1], first))
            if i:
                ways.append(rows[i - 1][j] + _cost_of_adding(typed, i - 1))
            if j:
                halved = j > 1 and meant[j - 1] == meant[j - 2]
                ways.append(rows[i][j - 1] + (_HALVED if halved else _LEFT_OUT + _FIRST_LETTER * (j == 1)))
            if i > 1 and j > 1 and typed[i - 1] == meant[j - 2] != typed[i - 2] == meant[j - 1]:
                ways.append(rows[i - 2][j - 2] + _SWAPPED)
            rows[i][j] = min(ways)
    return rows[-1][-1]


def _cost_of_replacing(typed: str, meant: str, first: float) -> float:
    if typed == meant:
        return 0.0
    if (typed, meant) in _NEIGHBOURS:
        return _NEXT_KEY + first / 2
    return (_VOWEL if typed in VOWELS and meant in VOWELS else _ANOTHER) + first


def _cost_of_adding(typed: str, at: int) -> float:
    """What a letter too many costs: less when it is the one before again, or a key beside one that was meant."""
    around = typed[at - 1 : at] + typed[at + 1 : at + 2]
    if at and typed[at - 1] == typed[at]:
        return _DOUBLED
    near = any((typed[at], letter) in _NEIGHBOURS for letter in around)
    return (_KEY_TOO_MANY if near else _ONE_TOO_MANY) + _FIRST_LETTER * (at == 0)


@lru_cache(maxsize=1024)
def _one_error_from(typed: str) -> tuple[str, ...]:
    """Everything of which `typed` may be a misspelling with one error."""
    parts = [(typed[:at], typed[at:]) for at in range(len(typed) + 1)]
    return tuple(
        {
            *(a + b[1:] for a, b in parts if b),
            *(a + b[1] + b[0] + b[2:] for a, b in parts if len(b) > 1),
            *(a + letter + b[1:] for a, b in parts if b for letter in _LETTERS),
            *(a + letter + b for a, b in parts for letter in _LETTERS),
        }
        - {typed}
    )


def may_be_misspelt(word: str) -> bool:
    """Whether a word is none that everybody knows."""
    return len(word) >= 3 and word.isalpha() and not is_common(word)


def word_meant(
    typed: str, far: Sequence[str], near: Container[str], closeness: Callable[[str], float]
) -> str | None:
    """The word that was most likely meant by one that the world does not know; None where it may stand for itself.

    A word of `near` may have been meant with one error, one of `far` with two; `closeness` is what speaks for a word
    in this scene. A word of English that the world does not know is nothing to be corrected to, but where it is
    likelier than all others, nothing is.
    """
    for other in other_spellings(typed):
        if other in near:
            return other
    if not may_be_misspelt(typed):
        return None
    one_off = _one_error_from(typed)
    weights = {word: _weight(typed, word, closeness) for word in one_off if word in near}
    if len(typed) >= _TWO_ERRORS:
        for word, distance, _ in process.extract(typed, far, scorer=OSA.distance, score_cutoff=2, limit=None):
            if distance == 2 and len(word) >= _TWO_ERRORS and word[0] == typed[0]:
                weights[word] = _weight(typed, word, closeness) - _SECOND_ERROR
    if not weights:
        return None
    likeliest, best = max((weight, word) for word, weight in weights.items())
    if likeliest < _ENOUGH.get(len(typed), _ENOUGH_FOR_LONGER):
        return None
    if is_rare(typed) and (likeliest < _RARE or cost_of(typed, best) > _RARE_SLIP):
        return None
    others = (word for word in one_off if word not in weights and frequency(word) is not None)
    return None if any(_weight(typed, word, _far) > likeliest for word in others) else best


def _weight(typed: str, word: str, closeness: Callable[[str], float]) -> float:
    said, cost = frequency(word), cost_of(typed, word)
    if len(typed) < 5 and cost > _SLIP + _FIRST_LETTER * (len(typed) == 4):
        return -inf
    return (_NO_WORD if said is None else _WEIGHT * said) + closeness(word) - cost


def _far(_: str) -> float:
    return 0.0
