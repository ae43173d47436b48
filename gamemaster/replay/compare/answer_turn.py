"""Has a narrator play a turn that was played before, exactly as the service would, and keeps nothing of it.

The turn goes through `gamemaster.play.turn.run_turn`, with the state, words, dice and memories of then, and
the turns before it as they were told: nothing that a narrator sees tells it from a player's turn.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from gamemaster.narration.narrator import DelegatedTurn, Narrator, NarratorTurn
from gamemaster.narration.prompts.transcripts import Transcripts
from gamemaster.narration.scene import Scene
from gamemaster.play.cadence import INSTANT
from gamemaster.play.pacing import Telling
from gamemaster.play.turn import Budget, Given, run_turn
from gamemaster.play.turn_events import TextTold, TurnAccepted, TurnCommitted
from gamemaster.recording.tape import STAGES, Tape
from gamemaster.replay.percentile import percentile
from gamemaster.rules.proposal import Roll
from gamemaster.rules.state import ModelTurn, Recalled, StoryState, TurnRecord
from gamemaster.storage.store import Accepted, StoreUnavailable
from worlds.schema import World

# The committed turns before a number, latest last, as `gamemaster.storage.store.Store.turns` gives them.
Pages = Callable[[int, int], Awaitable[Sequence[TurnRecord]]]


@dataclass(frozen=True)
class Question:
    """A turn to be played once more. `story` names the transcript that it goes on with; `recalled` is None where no
    memories could be read. `pages` gives the turns before it.
    """

    story: str
    world: World
    before: StoryState
    words: str
    roll: Roll
    act_id: str
    pages: Pages
    recalled: tuple[Recalled, ...] | None = ()


@dataclass(frozen=True)
class Answer:
    """How a narrator played it. `ms` as `gamemaster.replay.run.Side.ms`; `prompts` of the turn's requests, in order:
    their stage, tokens and digest; `faults` the classes of what the engine raised.
    """

    record: TurnRecord
    after: StoryState
    ms: Mapping[str, float | None]
    prompts: tuple[Mapping[str, object], ...] = ()
    faults: tuple[str, ...] = ()
    described: Mapping[str, object] = field(default_factory=dict)  # who narrated, as recordings have it
    texts: tuple[tuple[str, str], ...] = ()  # of the prompts, with their stages


class NotAnsweredError(Exception):
    """A turn ended without a record: a fault of ours."""


async def answer(question: Question, narrator: Narrator, budget: Budget | None = None) -> Answer:
    """Play the turn. What a narrator or its engine raises ends the turn as it does in the service."""
    heard = _Heard()
    given = _Then(
        question.story,
        question.world,
        question.before,
        stored=question.before,
        act_id=question.act_id,
        words=question.words,
        player="replayed",  # any: it is only handed to the store, which is ours
        tape=Tape(heard.put),
        thrown=question.roll,
    )
    started = time.monotonic()
    acknowledged: float | None = None
    texts: list[float] = []
    committed: TurnCommitted | None = None
    total: float | None = None
    store = _Pages(question)
    async for event in run_turn(given, _Alone(narrator, narrator.name), store, Telling(INSTANT), budget):
        now = (time.monotonic() - started) * 1000
        if isinstance(event, TurnAccepted):
            acknowledged = now
        elif isinstance(event, TextTold):
            texts.append(now)
        elif isinstance(event, TurnCommitted):
            committed, total = event, now
    if committed is None:
        raise NotAnsweredError(f"turn {given.number} was not committed")
    ms: dict[str, float | None] = {
        "acknowledged": acknowledged,
        "first_visible": texts[0] if texts else None,
        "total": total,
        "gap_p99": percentile([later - earlier for earlier, later in itertools.pairwise(texts)], 0.99),
    }
    return Answer(
        committed.record,
        committed.after,
        ms,
        tuple(heard.prompts),
        tuple(heard.faults),
        heard.described,
        tuple(heard.texts),
    )


@dataclass(frozen=True)
class _Then(Given):
    """A turn with the dice of then."""

    thrown: Roll | None = None

    @property
    def roll(self) -> Roll:
        return self.thrown if self.thrown is not None else super().roll


@dataclass
class _Heard:
    """What the narrator says for a recording, as far as it is wanted here."""

    prompts: list[Mapping[str, object]] = field(default_factory=list)
    texts: list[tuple[str, str]] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    described: Mapping[str, object] = field(default_factory=dict)

    def put(self, kind: str, fields: Mapping[str, Any]) -> None:
        match kind:
            case "request" if fields["stage"] in STAGES:
                self.prompts.append({"stage": fields["stage"], **fields["prompt"]()})
                self.texts.append((fields["stage"], fields["text"]()))
            case "fault":
                self.faults.append(fields["error"])
            case "narrator":
                self.described = fields


@dataclass(frozen=True)
class _Pages:
    """Implements `gamemaster.storage.store.TurnStore`: what the turn says is not kept."""

    question: Question

    async def accept(self, story: str, number: int, act_id: str, words: str) -> Accepted:
        return Accepted(number=number, words=words, repeated=False, status="accepted")

    async def commit(self, story: str, expected_turn: int, record: TurnRecord, after: StoryState) -> bool:
        return True

    async def recall(
        self, story: str, owners: Collection[str], query: str, now: int, limit: int, language: str = "en"
    ) -> list[Recalled]:
        """The memories of then. Raises StoreUnavailable where they could not be read then either."""
        if self.question.recalled is None:
            raise StoreUnavailable("the memories could not be read then, either")
        return list(self.question.recalled)

    async def turns(
        self, story: str, player: str, before: int | None = None, limit: int = 50
    ) -> list[TurnRecord]:
        last = self.question.before.turn + 1
        return list(await self.question.pages(min(before or last, last), limit))


@dataclass(eq=False)
class _Alone:
    """Implements `gamemaster.narration.narrator.Narrator` by another, which is not told that the turn was
    committed: no epoch is prepared from a turn that the story does not have.
    """

    narrator: Narrator
    name: str

    @property
    def transcripts(self) -> Transcripts | None:
        return self.narrator.transcripts

    def turn(self, scene: Scene) -> NarratorTurn:
        return _AloneTurn(self.narrator.turn(scene))


class _AloneTurn(DelegatedTurn):
    def after_commit(self, record: TurnRecord, after: StoryState) -> None:
        """Nobody is told."""


def pages_of(records: Sequence[TurnRecord]) -> Pages:
    """The turns before a number, of those at hand (oldest first)."""

    async def pages(before: int, limit: int) -> Sequence[TurnRecord]:
        return [record for record in records if record.number < before][-limit:]

    return pages


def as_made_now(record: TurnRecord) -> TurnRecord:
    """The record without the digests of its prompts: the prompts of later turns are made as today's code makes them,
    and not begun anew because they were made otherwise then.
    """
    model = record.model
    if model is None or not model.parts:
        return record
    return record.model_copy(update={"model": model.model_copy(update={"parts": []})})


def with_epoch_of(record: TurnRecord, answered: TurnRecord) -> TurnRecord:
    """The record, with the epoch of the prompt that was begun when it was answered now: later turns go on with it."""
    begun = answered.model
    if begun is None or begun.compaction is None:
        return record
    model = record.model or ModelTurn(format=begun.format, adjudicated_by="understudy", told_by="understudy")
    grown = model.model_copy(update={"compaction": begun.compaction, "epoch": begun.epoch})
    return record.model_copy(update={"model": grown})
