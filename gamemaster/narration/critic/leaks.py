"""Whether a telling gives away what the player cannot know yet: a character's secret, a fact not learned. Pure.

A leak need not be word for word. A text is compared by its content words, each weighed by how rare it is in the world's
own texts (inverse document frequency): a passage that has most of a secret's weight in a sentence or two tells it.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

from gamemaster.language.names.normalization import content_among, content_of, plain
from gamemaster.narration.critic.told_turn import Finding, ToldTurn, per_turn, sentences_of
from gamemaster.narration.critic.world_texts import texts_of
from gamemaster.rules.state import OUTSIDE_STORY
from worlds.per_world import per_world
from worlds.schema import World

WINDOW = 2  # sentences in which a secret is told
LEAST_WEIGHT = 0.5  # of a secret's, in four of its content words at least
VERBATIM_WORDS = 4  # of a secret's sentence that is told as it is written
SHORT_WORDS, SHORT_WEIGHT = 3, 0.8  # a short secret: nearly all of it, and whose it is


@dataclass(frozen=True)
class Secret:
    """A sentence that is not to be told. `whose` is a character's or a fact's id.

    `plain` is it as it is written, if that is so long that nobody says it by chance.
    """

    whose: str
    fact: bool
    text: str
    plain: str | None
    words: frozenset[str]
    names: frozenset[str] = frozenset()  # whose it is, in words; none for a fact

    @cached_property
    def least(self) -> int:
        """How many of its content words a text has that may tell it: its first and last may stand in others."""
        return min(SHORT_WORDS, max(0, len(self.words) - 2))


@dataclass(frozen=True)
class Secrets:
    """A world's secrets, and how much each content word weighs."""

    all: tuple[Secret, ...]
    weights: dict[str, float]
    rarest: float  # of a word that the world does not have
    having: dict[str, tuple[int, ...]]  # by content word, the places of those that have it

    def weight(self, words: Iterable[str]) -> float:
        return sum(self.weights.get(word, self.rarest) for word in words)


@per_world
def secrets_of(world: World) -> Secrets:
    """Every sentence of a world that somebody must not be told too early."""
    texts = [content_among(one.words) for one in texts_of(world) if " " in one.text]
    counts = Counter(word for words in texts for word in words)
    weights = {word: math.log(len(texts) / count) for word, count in counts.items()}
    parts = [(who.id, False, who.secret, who.name) for who in world.characters.values()]
    parts += [(fact.id, True, fact.text, "") for fact in world.facts.values()]
    found = tuple(
        Secret(
            whose,
            fact,
            sentence.text,
            _long_enough(plain(sentence.text)),
            frozenset(content_of(sentence.text)),
            frozenset(content_of(name)),
        )
        for whose, fact, text, name in parts
        for sentence in sentences_of(text)
    )
    having: dict[str, list[int]] = defaultdict(list)
    for number, secret in enumerate(found):
        for word in secret.words:
            having[word].append(number)
    places = {word: tuple(numbers) for word, numbers in having.items()}
    return Secrets(found, weights, math.log(max(2, len(texts))), places)


def _long_enough(written: str) -> str | None:
    return written if len(written.split()) >= VERBATIM_WORDS else None


def leaks(turn: ToldTurn) -> Iterator[Finding]:
    """Secrets and unlearned facts that are told.

    What the ruling gave to tell, what the player said and what the facts they know say are no secrets to them.
    """
    secrets = secrets_of(turn.world)
    hidden = _secrets_left(turn)
    told: set[str] = set()
    for speaker, text in _windows(turn):
        words, written = content_of(text), plain(text)
        met = Counter(chain.from_iterable(secrets.having.get(word, ()) for word in words))
        # Most secrets share no word with a stretch: only those that it may tell are looked at, in their order.
        touched = (n for n, count in met.items() if n in hidden and count >= hidden[n].least)
        for number in sorted({*_in_few_words(turn), *touched}):
            secret = hidden[number]
            if secret.whose in told:
                continue
            if secret.plain is not None and secret.plain in written and not _is_open(secret, turn):
                told.add(secret.whose)
                yield _leak(secret, text)
                continue
            both = secret.words & words
            if len(both) < SHORT_WORDS:
                continue
            shared = both - _known_words(turn)
            share = secrets.weight(shared) / secrets.weight(secret.words)
            short = len(shared) <= SHORT_WORDS
            if len(shared) < SHORT_WORDS or share < (SHORT_WEIGHT if short else LEAST_WEIGHT):
                continue
            if short and secret.names and not secret.names & words and speaker != secret.whose:
                continue
            told.add(secret.whose)
            yield _leak(secret, text)


@per_turn
def _secrets_left(turn: ToldTurn) -> dict[int, Secret]:
    """What the player has not learned, by its place among all."""
    secrets = secrets_of(turn.world)
    return {n: s for n, s in enumerate(secrets.all) if not (s.fact and s.whose in turn.after.facts)}


@per_turn
def _in_few_words(turn: ToldTurn) -> list[int]:
    """Those of them that a text may tell with none of their content words."""
    return [number for number, secret in _secrets_left(turn).items() if not secret.least]


def _is_open(secret: Secret, turn: ToldTurn) -> bool:
    """Whether the player was told the sentence before, or is given it now."""
    return any(plain(secret.text) in plain(text) for text in _known_texts(turn))


def _leak(secret: Secret, text: str) -> Finding:
    what = f"the fact {secret.whose}, not learned" if secret.fact else f"{secret.whose}'s secret"
    return Finding("secret", text, f"{what}: {secret.text}")


@per_turn
def _known_words(turn: ToldTurn) -> set[str]:
    return {word for text in _known_texts(turn) for word in content_of(text)}


def _known_texts(turn: ToldTurn) -> list[str]:
    known = [turn.words, *turn.given_texts, *turn.earlier]
    return known + [turn.world.facts[fact].text for fact in turn.after.facts if fact in turn.world.facts]


def _windows(turn: ToldTurn) -> Iterator[tuple[str | None, str]]:
    """Who speaks, and a stretch of `WINDOW` sentences of one span, each beginning with the next sentence."""
    for span in turn.spans:
        if span.kind in OUTSIDE_STORY:
            continue
        sentences = [sentence.text for sentence in sentences_of(span.text)]
        for at in range(max(1, len(sentences) - WINDOW + 1)):
            yield span.speaker, " ".join(sentences[at : at + WINDOW])
