"""The encoder: the vector of a phrase, and how rare a word is. Weights are read once, from `encoder.npz`. Pure.

All is computed in whole numbers that a double holds exactly, in whatever order a machine adds them up.
"""

from __future__ import annotations

import io
import itertools
import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib.resources import files
from typing import Any

from gamemaster.language.semantic.text_features import pair_features, word_features

Vector = Any  # a NumPy array of doubles that are whole: NumPy is imported when the encoder is first needed
WEIGHTS = "encoder.npz"
_AT_ONCE = 512  # phrases whose weights are looked up together: some ten megabytes at most
_WORDS = 8192  # whose sums are kept
_SMALL = 0.25  # the weight of a word that shapes a sentence, beside the same word if it were rare
_SMALL_WORDS = frozenset(
    """a an the is am are was were be been do doe did does have ha has had to of in on at for with by from and or but
    so then just well oh ah it that thi this there here i you he she we they me my your hi his her our their him them
    us not no if as up out what who why how when where which will would can could should shall may might must"""
    .split()
)  # fmt: skip


@dataclass(frozen=True)
class Encoder:
    """`weights`: whole numbers, a row a bucket. `counts`: of all training `phrases`, how many hold a stem."""

    weights: Vector
    counts: dict[str, int]
    phrases: int

    @cached_property
    def _rarities(self) -> dict[str, float]:
        """Of each word that is known."""
        return {word: self._rarity(word) for word in (*self.counts, *_SMALL_WORDS)}

    def vector(self, stems: Sequence[str]) -> Vector:
        """The sum of the weights of a phrase's features; its length says nothing."""
        features = [feature for word in stems for feature in word_features(word)]
        return self.weights[features + pair_features(stems)].sum(axis=0)

    def vectors(self, phrases: Sequence[Sequence[str]]) -> Vector:
        """The vectors of many phrases, none of them empty, a row each. Each word's own share is summed up once."""
        import numpy

        rows = numpy.empty((len(phrases), self.weights.shape[1]))
        for at in range(0, len(phrases), _AT_ONCE):
            some = phrases[at : at + _AT_ONCE]
            of_words = dict.fromkeys(itertools.chain.from_iterable(some))
            places = {word: n for n, word in enumerate(of_words)}
            shares = numpy.array([self._of_word(word) for word in of_words])
            found = [places[word] for stems in some for word in stems]
            pairs = [pair for stems in some for pair in pair_features(stems)]
            lengths = [0, *map(len, some[:-1])]
            starts = list(itertools.accumulate(lengths))
            rows[at : at + len(some)] = numpy.add.reduceat(shares[found], starts, axis=0)
            starts = [start + n for n, start in enumerate(starts)]  # a phrase has a pair more than words
            rows[at : at + len(some)] += numpy.add.reduceat(self.weights[pairs], starts, axis=0)
        return rows

    @cached_property
    def _of_word(self) -> Callable[[str], Vector]:
        """The sum of the weights of a word's features, pairs left out."""
        return lru_cache(maxsize=_WORDS)(lambda word: self.weights[list(word_features(word))].sum(axis=0))

    def rarity(self, word: str) -> float:
        """Inverse document frequency (Spärck Jones 1972); small words count for little however rare they are."""
        return self.rarities((word,))[0]

    def rarities(self, words: Iterable[str]) -> list[float]:
        """As `rarity`, of each of several words."""
        known = self._rarities
        return [known[word] if word in known else self._rarity(word) for word in words]

    def _rarity(self, word: str) -> float:
        rare = math.log((self.phrases + 1) / (self.counts.get(word, 0) + 1))
        return rare * _SMALL if word in _SMALL_WORDS else rare


@lru_cache(maxsize=1)
def encoder() -> Encoder:
    """The encoder that ships."""
    import numpy

    data = numpy.load(io.BytesIO(files(__package__).joinpath(WEIGHTS).read_bytes()))
    words = str(data["words"]).split("\n")
    return Encoder(
        data["weights"].astype(numpy.float64),
        dict(zip(words, data["counts"].tolist(), strict=True)),
        int(data["phrases"]),
    )
