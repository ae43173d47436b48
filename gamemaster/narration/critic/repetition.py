"""Whether a telling repeats itself, or what was told in the turns before. Pure."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache

from gamemaster.language.names.normalization import plain
from gamemaster.narration.critic.told_turn import (
    MOST_REMEMBERED,
    Finding,
    ToldTurn,
    is_stock,
    per_turn,
    sentences_of,
    tokens_of,
)
from gamemaster.rules.state import OUTSIDE_STORY
from inference.output.degeneration import loop_in

GRAM = 6  # words in a row that no two sentences share by chance
LEAST_REPEATED = 24  # words, told again: a refrain is shorter, and so is what is said to the same rude words
OF_ITSELF = 0.35  # of a telling's words stand in it twice
OF_EARLIER = 0.6  # of a telling's words stood in the turns before
OPENING_WORDS = 4  # by which two tellings begin alike
RUT, RUT_TURNS = 2, 4  # of so many turns before, so many began alike: the third is one too many


def repeats(turn: ToldTurn) -> Iterator[Finding]:
    """Faults of repetition.

    What the ruling gave to tell word for word is left out: a place looked at twice reads the same twice. The narrator
    answers for the rest.
    """
    own = list(_own(turn))
    words = [word for _, tokens in own for word in tokens]
    if not words:
        return
    again, where = _told_twice(own)
    if again >= LEAST_REPEATED and again > OF_ITSELF * len(words):
        yield Finding("repetition", where, f"{again} of its {len(words)} words stand in it twice")
    elif (loop := loop_in([hash(word) for word in words])) is not None:
        yield Finding("repetition", own[-1][0], loop.replace("tokens", "words"))
    earlier = _earlier_grams(turn)
    counts = [(_words_repeated(tokens, earlier), text) for text, tokens in own]
    told_before = sum(count for count, _ in counts)
    if told_before >= LEAST_REPEATED and told_before > OF_EARLIER * len(words):
        why = f"{told_before} of its {len(words)} words stood in the turns before"
        yield Finding("repetition", max(counts)[1], why)


def ruts(turn: ToldTurn) -> Iterator[Finding]:
    """The beginning of a telling, if two of the turns just before it began with the same words."""
    first = next((span for span in turn.spans if span.kind not in OUTSIDE_STORY), None)
    if first is None or first.kind != "narration":
        return
    sentence = next(sentences_of(first.text), None)
    if sentence is None or sentence.text not in {text for text, _ in _own(turn)}:
        return
    opening = tokens_of(plain(sentence.text))[:OPENING_WORDS]
    alike = [text for text in turn.earlier[-RUT_TURNS:] if tokens_of(plain(text))[:OPENING_WORDS] == opening]
    if len(opening) == OPENING_WORDS and len(alike) >= RUT:
        yield Finding("rut", sentence.text, f"{len(alike) + 1} tellings of late begin with these words")


def _own(turn: ToldTurn) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Each sentence that the ruling did not give, with its words."""
    known = _own_by_text(turn)
    for span in turn.spans:
        if span.kind in OUTSIDE_STORY:
            continue
        if span.text not in known:  # a paragraph is asked about again with each that comes after it
            known[span.text] = list(_own_in(turn, span.text))
        yield from known[span.text]


@per_turn
def _own_by_text(turn: ToldTurn) -> dict[str, list[tuple[str, tuple[str, ...]]]]:
    return {}


def _own_in(turn: ToldTurn, text: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    given, whole = _words_of_ruling(turn)
    for sentence in sentences_of(text):
        tokens = tuple(tokens_of(plain(sentence.text)))
        if is_stock(turn.world, sentence.text):
            continue
        if tokens and tokens not in whole and _words_repeated(tokens, given) * 2 <= len(tokens):
            yield sentence.text, tokens


@per_turn
def _earlier_grams(turn: ToldTurn) -> frozenset[tuple[str, ...]]:
    return grams_of(tokens_of(plain(text)) for text in turn.earlier)


@per_turn
def _words_of_ruling(turn: ToldTurn) -> tuple[frozenset[tuple[str, ...]], frozenset[tuple[str, ...]]]:
    """The runs of words that the ruling gave, and its whole sentences."""
    given = turn.given_texts
    return (
        grams_of(tokens_of(plain(text)) for text in given),
        frozenset(tuple(tokens_of(plain(s.text))) for text in given for s in sentences_of(text)),
    )


def grams_of(texts: Iterable[list[str]]) -> frozenset[tuple[str, ...]]:
    """All runs of `GRAM` words in the texts; a shorter text is a run of its own."""
    return frozenset(gram for tokens in texts for gram in _grams(tuple(tokens)))


@lru_cache(MOST_REMEMBERED)
def _grams(tokens: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    return tuple(tokens[at : at + GRAM] for at in range(max(1, len(tokens) - GRAM + 1)))


def _words_repeated(tokens: tuple[str, ...], known: Collection[tuple[str, ...]]) -> int:
    """How many of the words lie in a run that is known."""
    if not known:
        return 0
    marks = [False] * len(tokens)
    for at, gram in enumerate(_grams(tokens)):
        if gram in known:
            marks[at : at + len(gram)] = [True] * len(gram)
    return sum(marks)


def _told_twice(own: list[tuple[str, tuple[str, ...]]]) -> tuple[int, str]:
    """How many words of the sentences stand in sentences before them, and the sentence with most of those."""
    seen: set[tuple[str, ...]] = set()
    again, most, where = 0, 0, ""
    for text, tokens in own:
        count = _words_repeated(tokens, seen)
        again += count
        if count > most:
            most, where = count, text
        seen.update(_grams(tokens))
    return again, where
