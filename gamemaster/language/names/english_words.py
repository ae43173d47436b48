"""How common a word of English is, whatever the world: a real word is never taken for a misspelt one. Pure.

The counts are pyspellchecker's, out of film subtitles. Its own class would keep all 160,000 words in a dict (27 MB in
every worker, and twice the time to load); of the rare ones only their spelling matters here.
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from functools import lru_cache
from importlib import resources
from math import log10
from typing import NamedTuple

COMMON = 500  # times in the subtitles: some 26,000 words, all that people type but their names for things
_ENTRY = re.compile(r'"([a-z]{2,})": (\d+)')
_FIRST = 3  # letters by which rare words are kept together, so that few are looked through
# How the British and the Americans write the same word, and between what: the subtitles know one of the two, a world
# the other.
_BRITISH_AND_AMERICAN = (
    (r"(?<=\w\w)", "our", "or", r"(?=(?:s|ed|ing|ful|less|able|ite|ites|y|er|ers|hood)?$)"),
    (r"(?<=\w\w\w)", "is", "iz", r"(?=e|ing|ation)"),
    (r"^(?:cent|theat|lit|met|fib|lust|spect|somb|calib|meag|sab)", "re", "er", ""),
    (r"(?<=\w\w[aeiou])", "ll", "l", r"(?=ed|er|ing|ery)"),
    (r"(?<=def|off|lic|ret)en", "c", "s", "(?=e)"),
    (r"^s?m", "ould", "old", ""),
    ("", "plough", "plow", ""),
    ("", "grey", "gray", ""),
    ("^", "axe", "ax", "$"),
)
# What stands in the word, the expression that finds it, and what is written in its place.
_ANOTHER_WAY = (
    *(
        (one, re.compile(f"({before}){one}{after}"), rf"\g<1>{other}")
        for before, british, american, after in _BRITISH_AND_AMERICAN
        for one, other in ((british, american), (american, british))
    ),
    ("ogue", re.compile(r"(?<=al|og)ogue"), "og"),
)


class _Counts(NamedTuple):
    common: dict[str, int]  # the logarithm of the count, in tenths
    rare: dict[str, str]  # by `_FIRST` letters, with a space before and after each word


@lru_cache(maxsize=1)
def _counts() -> _Counts:
    packed = resources.files("spellchecker").joinpath("resources", "en.json.gz").read_bytes()
    common: dict[str, int] = {}
    rare: dict[str, list[str]] = {}
    for entry in _ENTRY.finditer(gzip.decompress(packed).decode()):
        word, count = entry[1], int(entry[2])
        if count >= COMMON:
            common[word] = round(10 * log10(count))
        else:
            rare.setdefault(word[:_FIRST], []).append(word)
    return _Counts(common, {first: f" {' '.join(words)} " for first, words in rare.items()})


def frequency(word: str) -> float | None:
    """The logarithm of how often a common word is said; None for a rare one, or none."""
    tenths = _counts().common.get(word)
    return None if tenths is None else tenths / 10


def is_common(word: str) -> bool:
    """Whether it is a word that everybody knows, in British or American spelling."""
    common = _counts().common
    return word in common or any(other in common for other in other_spellings(word))


def is_rare(word: str) -> bool:
    """Whether it is one of the words that only dictionaries have, and seldom anybody's."""
    return f" {word} " in _counts().rare.get(word[:_FIRST], "")


def other_spellings(word: str) -> Iterator[str]:
    """The same word as it is written on the other side of the ocean: "harbor" and "harbour"."""
    for letters, pattern, instead in _ANOTHER_WAY:
        if letters not in word:
            continue
        other = pattern.sub(instead, word, count=1)
        if other != word:
            yield other
