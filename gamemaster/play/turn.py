"""One turn, from the player's words to the commit, as a stream of events."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

from gamemaster.memory import witnessing
from gamemaster.memory.witnessing import STRANGER
from gamemaster.narration.narrator import Narrator, NarratorTurn
from gamemaster.narration.scene import Notes, Past, Scene
from gamemaster.narration.understudy.answers.in_character.recollection import asks_of_the_player
from gamemaster.play.pacing import Telling
from gamemaster.play.retry import Patience
from gamemaster.play.turn_events import (
    DatabaseMissed,
    MemoriesRecalled,
    TellingEnded,
    TextTold,
    TurnAccepted,
    TurnCommitted,
    TurnEvent,
    TurnRuled,
)
from gamemaster.recording.tape import Tape
from gamemaster.rules.boundaries import crossing_in, lines_of
from gamemaster.rules.dice import roll_for
from gamemaster.rules.proposal import Outcome, Roll, Ruling
from gamemaster.rules.state import EndReason, Recalled, Span, StoryState, TurnRecord, diff
from gamemaster.storage.store import Accepted, StoreError, StoreUnavailable, TurnStore
from gamemaster.storage.turn_pages import turns_between
from worlds.schema import World

log = logging.getLogger(__name__)

LOST = "The storyteller lost the thread here, and nothing came of it. Say it again, or try something else."
LOST_MIDWAY = "The storyteller lost the thread here. What was decided stands; go on from it."
TOO_SLOW = (
    "The storyteller took too long, and the telling was cut short. What was decided stands; go on from it."
)
AWAY = (
    "The story's keeper does not answer. Your words are not lost: the turn goes on by itself when it is back."
)

MOST_MINDS, MOST_RECALLED = 6, 3  # characters asked what comes to mind, and memories of each
RECALL_S = 1.0  # at most, until the turn goes on without memories


class AlreadyPlayedError(Exception):
    """The act is known, and was played before (`accepted.status` says whether it was taken back since)."""

    def __init__(self, accepted: Accepted) -> None:
        super().__init__(f"turn {accepted.number} was played already")
        self.accepted = accepted


@dataclass(frozen=True)
class Given:
    """What a turn starts from.

    `before` is the state that is played on, `stored` the one in the store, from which the turn's patch leads on; they
    differ when the world was changed since (`gamemaster.rules.upkeep.world_upgrade`). `attempt` tells apart the dice
    of a turn that is played anew after an undo.
    """

    story: str
    world: World
    before: StoryState
    stored: StoryState
    act_id: str
    words: str
    attempt: int = 0
    stamps: dict[str, str] = field(default_factory=dict)
    player: str = ""  # for narrators that read the turns before this one
    tape: Tape | None = None  # where the turn is recorded
    dice: Roll | None = None  # chosen by the world's writer
    latest: tuple[TurnRecord, ...] = ()  # turns just before this one, as far as they are at hand

    @property
    def number(self) -> int:
        return self.before.turn + 1

    @property
    def roll(self) -> Roll:
        return self.dice or roll_for(self.before.seed, self.number, self.attempt)


@dataclass(frozen=True)
class Budget:
    """Seconds that a turn may take: to adjudicate, and to narrate (pauses between phrases included)."""

    adjudicate_s: float = 30.0
    narrate_s: float = 120.0


async def run_turn(
    given: Given, narrator: Narrator, store: TurnStore, telling: Telling, budget: Budget | None = None
) -> AsyncIterator[TurnEvent]:
    """Plays one turn: accept, adjudicate, rule, narrate, commit. `TurnCommitted` comes last.

    The caller takes the events in order and goes on to the end whoever listens. Raises `AlreadyPlayedError`, and what
    the store raises but `StoreUnavailable`: while the database is away, the turn waits for it.
    """
    budget, patience = budget or Budget(), Patience()
    async for _ in patience.keep_trying(lambda: _accept(given, store), StoreUnavailable):
        yield DatabaseMissed(AWAY)
    yield TurnAccepted(given.number, given.act_id, given.words, d20=given.roll.d20[0])
    scene = Scene(
        given.world, given.before, given.words, given.roll, story=given.story, past=_past_of(given, store),
        recalled=await _recall(given, store), tape=given.tape,
    )  # fmt: skip
    yield MemoriesRecalled(given.number, scene.recalled)
    turn = narrator.turn(scene)
    deciding = asyncio.create_task(_decide(scene, turn, narrator.name, budget))
    try:
        first_words = telling.spans_until_stopped(turn.first_words())
        async for text in _tell(given.number, first_words, telling):
            yield text
        decision = await deciding
    finally:
        if not deciding.done():
            deciding.cancel()
            await asyncio.wait({deciding})
    ruling, lost = decision.ruling, decision.lost
    yield TurnRuled(given.number, decision.outcome, ruling, lost, decision.ruling_s)
    notices = _Notices(LOST if lost else None)
    if not lost:
        spans = turn.narrate(ruling, decision.after)
        narration = _narrate(spans, given.number, narrator.name, telling, budget, notices)
        async for text in _tell(given.number, narration, telling):
            yield text
    if notices.text is not None:
        async for text in _tell(given.number, _one(Span(kind="notice", text=notices.text)), telling):
            yield text
    await telling.wait_until_heard()
    yield TellingEnded(given.number, telling.hurried)
    record, after = _record(
        given,
        scene,
        turn.notes,
        decision.outcome,
        ruling,
        decision.after,
        telling,
        notices.reason,
        narrator.name,
    )

    async def commit() -> None:
        await store.commit(given.story, given.before.turn, record, after)

    async for _ in patience.keep_trying(commit, StoreUnavailable):
        yield DatabaseMissed(AWAY)
    turn.after_commit(record, after)
    yield TurnCommitted(record, after)


def scene_ahead(given: Given, store: TurnStore) -> Scene:
    """The scene of a turn that is about to be asked for, before its words are known."""
    return Scene(given.world, given.before, given.words, given.roll, given.story, past=_past_of(given, store))


def _past_of(given: Given, store: TurnStore) -> Past | None:
    """Reads the story's committed turns after a number, oldest first; None where the story has no player to ask for."""
    if not given.player:
        return None
    last, latest = given.before.turn, given.latest
    at_hand = last - len(latest) if latest and latest[-1].number == last else last

    async def past(after: int) -> list[TurnRecord]:
        if after >= at_hand:
            return [record for record in latest if record.number > after]
        return await turns_between(store, given.story, given.player, given.before.turn, after)

    return past


async def _recall(given: Given, store: TurnStore) -> tuple[Recalled, ...] | None:
    """What comes to the minds of those present on hearing the player; without it the turn goes on all the same."""
    owners = given.before.present()[:MOST_MINDS]
    if not owners:
        return ()
    try:
        async with asyncio.timeout(RECALL_S):
            asked = f"{given.words} {STRANGER}" if asks_of_the_player(given.words) else given.words
            found = await store.recall(
                given.story, owners, asked, given.before.minutes, MOST_RECALLED, given.world.language
            )
    except (TimeoutError, StoreError) as error:
        log.warning("story %s, turn %d: nobody recalls anything: %r", given.story, given.number, error)
        return None
    except Exception:  # whatever a model of embeddings raises, the player's turn goes on
        log.exception("story %s, turn %d: nobody recalls anything", given.story, given.number)
        return None
    return tuple(found)


async def _accept(given: Given, store: TurnStore) -> None:
    accepted = await store.accept(given.story, given.number, given.act_id, given.words)
    if accepted.is_committed:
        raise AlreadyPlayedError(accepted)


@dataclass(frozen=True)
class _Decision:
    """An outcome, its ruling and the state after it. `lost`: the narrator failed, and nothing comes about."""

    outcome: Outcome
    ruling: Ruling
    after: StoryState
    lost: bool = False
    ruling_s: float = 0.0


async def _decide(scene: Scene, turn: NarratorTurn, narrator: str, budget: Budget) -> _Decision:
    try:
        async with asyncio.timeout(budget.adjudicate_s):
            outcome = await turn.adjudicate()
        begun = time.perf_counter()
        ruled = scene.rule(outcome)
    except Exception:  # whatever a narrator raises, the player's turn must end well
        log.exception("the narrator %s failed to adjudicate turn %d", narrator, scene.number)
        still = scene.state.clone()
        still.turn += 1
        return _Decision(Outcome(), Ruling(), still, lost=True)
    return _Decision(outcome, ruled.ruling, ruled.after, ruling_s=time.perf_counter() - begun)


@dataclass
class _Notices:
    """What the player must be told about the telling itself, and so how the turn ended."""

    text: str | None = None
    reason: EndReason = "complete"

    def __post_init__(self) -> None:
        if self.text is not None:
            self.reason = "engine_lost"


async def _narrate(
    narration: AsyncIterator[Span],
    number: int,
    narrator: str,
    telling: Telling,
    budget: Budget,
    notices: _Notices,
) -> AsyncIterator[Span]:
    """The narrator's spans; ends early, with a notice, when the narrator fails or takes too long."""
    spans = telling.spans_until_stopped(narration)
    deadline = asyncio.get_running_loop().time() + budget.narrate_s
    while True:
        try:
            async with asyncio.timeout_at(deadline):
                span = await anext(spans, None)
        except TimeoutError:
            log.warning("the narrator %s took more than %g s to narrate", narrator, budget.narrate_s)
            notices.text, notices.reason = TOO_SLOW, "budget"
            return
        except Exception:  # as above
            log.exception("the narrator %s failed to narrate turn %d", narrator, number)
            notices.text, notices.reason = LOST_MIDWAY, "engine_lost"
            return
        if span is None:
            return
        yield span


async def _tell(turn: int, spans: AsyncIterator[Span], telling: Telling) -> AsyncIterator[TextTold]:
    async for span in spans:
        async for index, piece in telling.pieces_of(span):
            yield TextTold(turn, index, span.kind, span.speaker, piece, tuple(span.choices))


async def _one(span: Span) -> AsyncIterator[Span]:
    yield span


def _record(
    given: Given,
    scene: Scene,
    notes: Notes,
    outcome: Outcome,
    ruling: Ruling,
    ruled_state: StoryState,
    telling: Telling,
    reason: EndReason,
    narrator: str,
) -> tuple[TurnRecord, StoryState]:
    """The turn as it is kept, and the state after it: the ruled state, and what was told."""
    told = telling.told_spans()
    lines = lines_of(given.world, ruled_state)
    offered = (notes.suggestions, ruling.suggestions)
    sound = [tuple(text for text in texts if crossing_in(text, lines) is None) for texts in offered]
    ruling = ruling.model_copy(
        update={
            "memories": (*ruling.memories, *notes.memories),
            "suggestions": sound[0] or sound[1],
        }
    )
    after = ruled_state.clone()
    after.turn = given.number
    cut = reason != "complete" or telling.stopped
    over = witnessing.Turn(given.world, given.before, after, outcome, ruling, tuple(told), cut, given.words)
    after.hear(told)
    record = TurnRecord(
        number=given.number,
        act_id=given.act_id,
        words=given.words,
        roll=given.roll,
        outcome=outcome,
        ruling=ruling,
        spans=told,
        reason="interrupted" if telling.stopped else notes.reason if reason == "complete" else reason,
        patch=diff(given.stored, after),
        narrator=narrator,
        language=given.world.language,
        stamps=given.stamps,
        model=notes.model,
        recalled=list(scene.recalled or ()),
        memories=witnessing.memories_of(over),
        invalidated=witnessing.invalidated_by(over),
        met=witnessing.meetings_of(given.world, given.before, after),
        boundaries=given.before.boundaries,
    )
    return record, after
