"""Entries that can be found by meaning: each has questions that ask for it, names that it goes by, and its own text.

What was said is held against all of them, by its rare words (cosine of TF-IDF weights, Salton 1975) and by its vector.
A question is like another as a whole; a name must be held whole in what was said; a text only adds to either.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice
from typing import Any

from gamemaster.language.semantic.encoder import Encoder, encoder
from gamemaster.language.semantic.text_features import stems_of

# How much the words, and the meaning, of an entry's text add to those of its questions and names.
_WORDS_OF_TEXT, _MEANING_OF_TEXT = 0.3, 0.5
_OF_A_NAME = 0.8  # "how long have you kept this gate?" says the name of the gate, and does not ask about it
_NOT_OF_WHAT_IS_NAMED = 0.4  # that much less is an entry like what was said that has nothing of what it names
_RARE = 4.5  # of a word that may name something by itself
_LONGEST_TEXT = 40  # stems of a text that its meaning is taken from
_LATEST = 32  # speeches and their sentences that are not held against all entries again


@dataclass(frozen=True)
class Entry:
    """Something that may be meant. `key` names it to whoever asks."""

    key: str
    questions: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()


@dataclass(frozen=True)
class Found:
    """An entry and how well what was said fits it: about 2 for the same words, below 1 for hardly anything shared."""

    key: str
    likeness: float
    by_question: bool = False  # found by one of its questions, and not by a name or its text alone


@dataclass
class _Part:
    """The questions of all entries, or their names, or their texts, one after another."""

    owners: list[int] = field(default_factory=list)
    stems: list[tuple[str, ...]] = field(default_factory=list)
    # By stem: the phrases that hold it.
    holding: defaultdict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    lengths: list[float] = field(default_factory=list)  # of their TF-IDF vectors
    weights: list[float] = field(default_factory=list)  # of all their stems
    vectors: Any = None
    # Made once something is looked for.
    groups_made: tuple[Any, Any] | None = None
    measures: tuple[Any, Any] | None = None
    places: dict[str, Any] = field(default_factory=dict)

    def add(self, owner: int, stems: tuple[str, ...], known: Encoder) -> None:
        at, holding = len(self.stems), self.holding
        words = sorted(set(stems))
        rarities = known.rarities(words)
        for word in words:
            holding[word].append(at)
        self.owners.append(owner)
        self.stems.append(stems)
        self.lengths.append(math.sqrt(sum([rarity * rarity for rarity in rarities])))
        self.weights.append(sum(rarities))

    def groups(self) -> tuple[Any, Any]:
        """The entries that have phrases here, and where those of each begin, as arrays."""
        import numpy

        if self.groups_made is None:
            starts = [at for at, one in enumerate(self.owners) if at == 0 or one != self.owners[at - 1]]
            self.groups_made = numpy.array([self.owners[at] for at in starts]), numpy.array(starts)
        return self.groups_made

    def as_arrays(self) -> tuple[Any, Any]:
        """The lengths and the weights of the phrases."""
        import numpy

        if self.measures is None:
            self.measures = numpy.array(self.lengths), numpy.array(self.weights)
        return self.measures

    def places_of(self, word: str) -> Any:
        """The phrases that hold a stem, as an array."""
        import numpy

        if word not in self.places:
            self.places[word] = numpy.array(self.holding[word])
        return self.places[word]


class PhraseIndex:
    """Finds entries by meaning. Holds no reference to whatever they were made of."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        self._known = encoder()
        self._entries = tuple(entries)
        self._questions, self._names, self._texts, self._whole = _Part(), _Part(), _Part(), _Part()
        for at, entry in enumerate(self._entries):
            for part, phrases in ((self._questions, entry.questions), (self._names, entry.names)):
                for phrase in dict.fromkeys(map(stems_of, phrases)):
                    if phrase:
                        part.add(at, phrase, self._known)
            texts = [text for text in map(stems_of, entry.texts) if text]
            for text in texts:
                self._texts.add(at, text[:_LONGEST_TEXT], self._known)
            if texts:
                self._whole.add(at, tuple(word for text in texts for word in text), self._known)
        for part in (self._questions, self._names, self._texts):
            part.vectors = self._vectors(part)
        by_key = sorted(range(len(self._entries)), key=lambda at: self._entries[at].key)
        self._order = sorted(range(len(by_key)), key=by_key.__getitem__)  # of each among all, by its key
        # A turn is often planned several times, with the same words.
        self._found = lru_cache(maxsize=_LATEST)(self._found_by)

    def weight(self, said: Sequence[str]) -> float:
        """How much its words tell: a rare one about 6, a common one about 4, a small one hardly anything."""
        return sum(self._known.rarities(set(said)))

    def ranking(self, said: Sequence[str], open_to: Container[str], most: int = 3) -> list[Found]:
        """The entries that what was said fits best, the best first. `said`: stems. `open_to`: the keys that may be."""
        if not said or not self._entries:
            return []
        # Whether one may be meant is asked of the best alone: it takes longer than to find them.
        ranked, likenesses, by_question = self._found(tuple(said))
        best = (at for at in ranked if self._entries[at].key in open_to)
        return [
            Found(self._entries[at].key, float(likenesses[at]), bool(by_question[at]))
            for at in islice(best, most)
        ]

    def _found_by(self, said: tuple[str, ...]) -> tuple[list[int], Any, Any]:
        """The places of all entries, the best first; by place, how well each fits, and whether by a question."""
        import numpy

        asked = self._meaning(self._questions, said) + self._word_likeness(self._questions, said)
        named = self._meaning(self._names, said) + self._word_likeness(self._names, said, in_full=True)
        told = _WORDS_OF_TEXT * self._word_likeness(self._whole, said)
        told += _MEANING_OF_TEXT * self._meaning(self._texts, said)
        told[self._without_what_is_named(said)] -= _NOT_OF_WHAT_IS_NAMED
        named *= _OF_A_NAME
        likenesses = numpy.maximum(asked, named) + told
        return numpy.lexsort((self._order, -likenesses)).tolist(), likenesses, asked > named

    def _without_what_is_named(self, said: Sequence[str]) -> list[int]:
        """The entries that hold none of the words by which another is named: "did you see Bersi?" is of Bersi."""
        words = {word for word in said if self._known.rarity(word) >= _RARE}
        names = {at for word in words for at in self._names.holding.get(word, ())}
        named = {
            word for at in names if words.issuperset(self._names.stems[at]) for word in self._names.stems[at]
        }
        if not named:
            return []
        parts = (self._questions, self._names, self._whole)
        of_it = {part.owners[at] for part in parts for word in named for at in part.holding.get(word, ())}
        return [owner for owner in range(len(self._entries)) if owner not in of_it]

    def _word_likeness(self, part: _Part, said: Sequence[str], *, in_full: bool = False) -> Any:
        """By entry, the best cosine of rare words; `in_full`, times the share of the phrase that was said."""
        import numpy

        best = numpy.zeros(len(self._entries))
        rarities = {word: self._known.rarity(word) for word in sorted(set(said))}
        length = math.sqrt(sum(rarity * rarity for rarity in rarities.values()))
        if not length or not part.stems:
            return best
        products, covered = numpy.zeros(len(part.stems)), numpy.zeros(len(part.stems))
        for word, rarity in rarities.items():
            if word in part.holding:
                places = part.places_of(word)
                products[places] += rarity * rarity
                covered[places] += rarity
        lengths, weights = part.as_arrays()
        likenesses = numpy.divide(products, length * lengths, out=numpy.zeros_like(products), where=lengths > 0)
        if in_full:
            likenesses *= numpy.divide(covered, weights, out=numpy.ones_like(covered), where=weights > 0)
        owners, starts = part.groups()
        best[owners] = numpy.maximum.reduceat(likenesses, starts)
        return best

    def _meaning(self, part: _Part, said: Sequence[str]) -> Any:
        """By entry, the best cosine of vectors; 0 where it has no such phrase, or only unlike ones."""
        import numpy

        best = numpy.zeros(len(self._entries))
        vector = self._known.vector(said)
        own = math.sqrt(float(vector @ vector))
        if part.vectors is None or not own:
            return best
        rows, lengths = part.vectors
        owners, starts = part.groups()
        likenesses = numpy.maximum.reduceat((rows @ vector) / (lengths * own), starts)
        best[owners] = numpy.maximum(0.0, likenesses)
        return best

    def _vectors(self, part: _Part) -> Any:
        """The vectors of a part's phrases, a row each, and their lengths."""
        if not part.stems:
            return None
        import numpy

        rows = self._known.vectors(part.stems)
        return rows, numpy.maximum(1.0, numpy.sqrt((rows * rows).sum(axis=1)))
