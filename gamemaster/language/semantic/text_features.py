"""The features of a phrase that the encoder was trained on: stems, their letters in threes and fours, pairs. Pure.

Hashed into a fixed number of buckets (feature hashing, Weinberger et al. 2009), so that a word that no training text
holds still has its letters.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from functools import lru_cache

from gamemaster.language.names.normalization import plain, stem, words_of

BUCKETS = 1 << 15
_LETTERS = (3, 4)
_SHORT = 3  # letters of a word that is only taken whole
_START, _END = "^", "$"


@lru_cache(maxsize=4096)
def stems_of(text: str) -> tuple[str, ...]:
    """The stems of a text's words, in order."""
    return tuple([stem(word) for word in words_of(plain(text)) if word[0].isalnum()])


@lru_cache(maxsize=16384)
def word_features(word: str) -> tuple[int, ...]:
    """The buckets of one stem."""
    features = [f"w:{word}"]
    if len(word) > _SHORT:
        marked = f"{_START}{word}{_END}"
        features += [f"c:{marked[at : at + n]}" for n in _LETTERS for at in range(len(marked) - n + 1)]
    return tuple(map(bucket, features))


def pair_features(stems: Sequence[str]) -> list[int]:
    """The buckets of each two neighbours, the ends of the phrase among them."""
    pairs = zip((_START, *stems), (*stems, _END), strict=True)
    return [zlib.crc32(other.encode(), _pair_begun(one)) % BUCKETS for one, other in pairs]


@lru_cache(maxsize=16384)
def _pair_begun(one: str) -> int:
    """The checksum of a pair before its second stem, with which it goes on: there are far fewer stems than pairs."""
    return zlib.crc32(f"b:{one}_".encode())


def bucket(feature: str) -> int:
    return zlib.crc32(feature.encode()) % BUCKETS
