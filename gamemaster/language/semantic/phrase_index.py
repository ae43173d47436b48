"""Entries that can be found by meaning: each has questions that ask for it, names that it goes by, and its own text.

What was said is held against all of them, by its rare words (cosine of TF-IDF weights, Salton 1975) and by its vector.
A question is like another as a whole; a name must be held whole in what was said; a text only adds to either.
"""

from __future__ import annotations

import math
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
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
    holding: dict[str, list[int]] = field(default_factory=dict)  # by stem: the phrases that hold it
    lengths: list[float] = field(default_factory=list)  # of their TF-IDF vectors
    weights: list[float] = field(default_factory=list)  # of all their stems
    vectors: Any = None

    def add(self, owner: int, stems: tuple[str, ...], known: Encoder) -> None:
        at = len(self.stems)
        words = sorted(set(stems))
        rarities = [known.rarity(word) for word in words]
        for word in words:
            self.holding.setdefault(word, []).append(at)
        self.owners.append(owner)
        self.stems.append(stems)
        self.lengths.append(math.sqrt(sum(rarity * rarity for rarity in rarities)))
        self.weights.append(sum(rarities))


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
        # A turn is often planned several times, with the same words.
        self._found = lru_cache(maxsize=_LATEST)(self._found_by)

    def weight(self, said: Sequence[str]) -> float:
        """How much its words tell: a rare one about 6, a common one about 4, a small one hardly anything."""
        return sum(map(self._known.rarity, set(said)))

    def ranking(self, said: Sequence[str], open_to: Container[str], most: int = 3) -> list[Found]:
        """The entries that what was said fits best, the best first. `said`: stems. `open_to`: the keys that may be."""
        if not said or not self._entries:
            return []
        found = (one for one in self._found(tuple(said)) if one.key in open_to)
        return sorted(found, key=lambda one: (-one.likeness, one.key))[:most]

    def _found_by(self, said: tuple[str, ...]) -> tuple[Found, ...]:
        """How well each entry fits."""
        count = len(self._entries)
        asked, named, told = [0.0] * count, [0.0] * count, [0.0] * count
        self._add_likeness(self._questions, said, asked, in_full=False)
        self._add_likeness(self._names, said, named, in_full=True)
        for owner, likeness in self._word_likeness(self._whole, said).items():
            told[owner] += _WORDS_OF_TEXT * likeness
        for owner, likeness in enumerate(self._meaning(self._texts, said)):
            told[owner] += _MEANING_OF_TEXT * likeness
        for owner in self._without_what_is_named(said):
            told[owner] -= _NOT_OF_WHAT_IS_NAMED
        return tuple(
            Found(
                entry.key,
                max(asked[at], _OF_A_NAME * named[at]) + told[at],
                asked[at] > _OF_A_NAME * named[at],
            )
            for at, entry in enumerate(self._entries)
        )

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

    def _add_likeness(self, part: _Part, said: Sequence[str], found: list[float], *, in_full: bool) -> None:
        words = self._word_likeness(part, said, in_full=in_full)
        for owner, meaning in enumerate(self._meaning(part, said)):
            found[owner] += meaning
        for owner, likeness in words.items():
            found[owner] += likeness

    def _word_likeness(self, part: _Part, said: Sequence[str], *, in_full: bool = False) -> dict[int, float]:
        """By entry, the best cosine of rare words; `in_full`, times the share of the phrase that was said."""
        rarities = {word: self._known.rarity(word) for word in sorted(set(said))}
        length = math.sqrt(sum(rarity * rarity for rarity in rarities.values()))
        products: dict[int, float] = {}
        covered: dict[int, float] = {}
        for word, rarity in rarities.items():
            for at in part.holding.get(word, ()):
                products[at] = products.get(at, 0.0) + rarity * rarity
                covered[at] = covered.get(at, 0.0) + rarity
        best: dict[int, float] = {}
        for at, product in products.items():
            if not (length and part.lengths[at]):
                continue
            likeness = product / (length * part.lengths[at])
            if in_full and part.weights[at]:
                likeness *= covered[at] / part.weights[at]
            owner = part.owners[at]
            best[owner] = max(best.get(owner, 0.0), likeness)
        return best

    def _meaning(self, part: _Part, said: Sequence[str]) -> list[float]:
        """By entry, the best cosine of vectors; 0 where it has no such phrase, or only unlike ones."""
        best = [0.0] * len(self._entries)
        vector = self._known.vector(said)
        own = math.sqrt(float(vector @ vector))
        if part.vectors is None or not own:
            return best
        import numpy

        rows, lengths, owners, starts = part.vectors
        likenesses = numpy.maximum.reduceat((rows @ vector) / (lengths * own), starts)
        for owner, likeness in zip(owners, likenesses.tolist(), strict=True):
            best[owner] = max(0.0, likeness)
        return best

    def _vectors(self, part: _Part) -> Any:
        """The vectors of a part's phrases, a row each, their lengths, and the row at which each entry's begin."""
        if not part.stems:
            return None
        import numpy

        rows = numpy.array([self._known.vector(stems) for stems in part.stems])
        lengths = numpy.maximum(1.0, numpy.sqrt((rows * rows).sum(axis=1)))
        starts = [at for at, owner in enumerate(part.owners) if at == 0 or owner != part.owners[at - 1]]
        return rows, lengths, [part.owners[at] for at in starts], starts
