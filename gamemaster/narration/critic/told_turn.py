"""A told turn as the invariants see it, and its prose cut into what is narrated and what is quoted. Pure."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple, TypeVar

from gamemaster.language.names.normalization import plain
from gamemaster.language.wording.paragraphs import paragraphs_of
from gamemaster.language.wording.stock_lines import DEFAULTS
from gamemaster.rules.proposal import Ruling
from gamemaster.rules.state import OUTSIDE_STORY, EndReason, Span, StoryState
from worlds.per_world import per_world
from worlds.schema import World
from worlds.texts import texts_of

# What is only told of is shown, however often it is looked at, in the sentence that tells of it.
_SHOWN_AS_TOLD = frozenset({"not_found", "stays", "no_such_thing", "far_off"})
_QUOTED = re.compile(r"[“\"«][^”\"»]*(?:[”\"»]|$)")
_SENTENCE = re.compile(r"[^.!?…\n]+(?:[.!?…]+[\"”’'»)*_]*|\n|$)")
_CLAUSE = re.compile(r"[,;:—–()]|\s-\s|\b(?:and|or|but|then|while|so|yet)\b")
_PLACEHOLDER = re.compile(r"\{\w+\}")
_TOKEN = re.compile(r"[a-z0-9]+(?:'[a-z]+)?")
STOCK_WORDS = 2  # of its own that a stock line has at least, beside the names
MOST_REMEMBERED = 2_048  # sentences of a world, or of all that is being told
# Happenings that name somebody wherever they are: who was meant and is not here, whose promise was settled.
OF_WHOEVER = frozenset({"rejected", "promise_kept", "promise_broken"})
QUOTE = "¤"  # stands for each character of a quotation that was set aside


class Finding(NamedTuple):
    """A fault of a told turn: its kind, the words at fault, and why they are."""

    kind: str
    text: str
    why: str


class Sentence(NamedTuple):
    """A sentence of narration as written, and with its quotations set aside."""

    text: str
    bare: str


Found = TypeVar("Found")


def per_turn(find: Callable[[ToldTurn], Found]) -> Callable[[ToldTurn], Found]:
    """Have a function of a turn answer from memory, also for the turn with other spans: it must not look at them."""

    @functools.wraps(find)
    def value_for(turn: ToldTurn) -> Found:
        if find not in turn.memory:
            turn.memory[find] = find(turn)
        value: Found = turn.memory[find]
        return value

    return value_for


@dataclass(frozen=True)
class ToldTurn:
    """All that can be known of a turn that was told.

    `before` and `after` are the states before and after the ruling, `earlier` the texts told in the turns before,
    latest last (the caller says how many). `reason` says how the telling ended: what was cut off is not
    blamed for being short.
    """

    world: World
    before: StoryState
    after: StoryState
    ruling: Ruling
    words: str
    spans: Sequence[Span]
    earlier: Sequence[str] = ()
    reason: EndReason = "complete"

    @cached_property
    def memory(self) -> dict[Callable[..., Any], Any]:
        """What was worked out of the turn without its spans, by what did."""
        return {}

    def with_spans(self, spans: Sequence[Span], reason: EndReason) -> ToldTurn:
        """The same turn, of which this was told."""
        other = replace(self, spans=spans, reason=reason)
        other.__dict__["memory"] = self.memory
        return other

    @cached_property
    def narration(self) -> tuple[Sentence, ...]:
        """The narrated sentences, in order."""
        return tuple(s for span in self.spans if span.kind == "narration" for s in sentences_of(span.text))

    @cached_property
    def text(self) -> str:
        """All that was told, notices left out."""
        return "\n".join(span.text for span in self.spans if span.kind not in OUTSIDE_STORY)

    @property
    @per_turn
    def given_texts(self) -> tuple[str, ...]:
        """What the ruling itself gave to tell, paragraph by paragraph: no fault of the narrator's."""
        parts = [h.wordings for h in self.ruling.happenings] + [r.wordings for r in self.ruling.rejections]
        if any(h.detail.get("why") in _SHOWN_AS_TOLD for h in self.ruling.happenings):
            parts += [tuple(texts_of(self.world.locations[place])) for place in sorted(self.places)]
        return tuple(words for texts in parts for text in texts for _, words in paragraphs_of(text, "_"))

    def is_given(self, sentence: str) -> bool:
        """Whether the ruling gave a sentence word for word: it is no narrator's own."""
        return any(sentence in text for text in self.given_texts)

    @property
    @per_turn
    def places(self) -> frozenset[str]:
        """Where the player was in this turn."""
        passed = {h.place for h in self.ruling.happenings if h.place and h.kind in {"entered", "went"}}
        return frozenset({self.before.place, self.after.place} | passed)

    @property
    @per_turn
    def people_met(self) -> frozenset[str]:
        """Characters alive when the turn began who were somewhere that the player was, or had a part in it."""
        took_part = {h.who for h in self.ruling.happenings if h.who and h.kind not in OF_WHOEVER} | {
            who for h in self.ruling.happenings for who in h.seen_by
        }
        return frozenset(
            who
            for who, was in self.before.characters.items()
            if was.alive
            and (
                was.place in self.places
                or self.after.characters[who].place in self.places
                or who in took_part
            )
        )

    @property
    @per_turn
    def dead(self) -> frozenset[str]:
        """Characters that were dead when the turn began, and are."""
        return frozenset(
            who
            for who, was in self.before.characters.items()
            if not was.alive and not self.after.characters[who].alive
        )


def is_stock(world: World, sentence: str) -> bool:
    """Whether a sentence is a narrator's line of `gamemaster.language.wording.stock_lines` with its names filled in."""
    return _stock_lines(world)(_bare(sentence))


@per_world
def _stock_lines(world: World) -> Callable[[str], bool]:
    """Whether a bare sentence is one. A telling's sentences are asked about again with each that comes after them."""
    lines = [line for lines in (*DEFAULTS.values(), *world.messages.values()) for line in lines]
    sentences = {_bare(part.text) for line in lines for part in sentences_of(line)}
    written = [one for one in sorted(sentences) if len(_PLACEHOLDER.sub("", one).split()) >= STOCK_WORDS]
    # A name has no sentence's end in it.
    patterns = ["[^.!?]{1,200}".join(map(re.escape, _PLACEHOLDER.split(one))) for one in written]
    stock = re.compile("|".join(patterns) or r"(?!)", re.IGNORECASE)
    return functools.lru_cache(MOST_REMEMBERED)(lambda bare: stock.fullmatch(bare) is not None)


def _bare(text: str) -> str:
    """Without what stands around the words."""
    return text.strip().strip(".!?…\"“”’' ")


def sentences_of(text: str) -> Iterator[Sentence]:
    """The sentences of a narrated text. A quotation belongs to the sentence around it."""
    return iter(_sentences(text))


@functools.lru_cache(MOST_REMEMBERED)
def _sentences(text: str) -> tuple[Sentence, ...]:
    return tuple(
        Sentence(text[match.start() : match.end()].strip(), match[0].strip().replace("*", ""))
        for match in _SENTENCE.finditer(without_quotations(text))
        if match[0].strip()
    )


def without_quotations(text: str) -> str:
    """The text with `QUOTE` for each character that is quoted."""
    return _QUOTED.sub(lambda match: QUOTE * len(match[0]), text)


def clauses_of(sentence: str) -> Iterator[str]:
    """The clauses of a sentence in plain words: lower case, no accents, straight apostrophes."""
    return iter(_clauses(sentence))


@functools.lru_cache(MOST_REMEMBERED)
def _clauses(sentence: str) -> tuple[str, ...]:
    parts = _CLAUSE.split(plain(sentence.replace(QUOTE, ",")))
    return tuple(words for part in parts if part and (words := part.strip()))


def tokens_of(text: str) -> list[str]:
    """The words of a plain text, contractions whole."""
    return _TOKEN.findall(text)
