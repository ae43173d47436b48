"""One turn, from the player's words to the commit, as a stream of server events."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

from gamemaster.memory import witnessing
from gamemaster.memory.witnessing import STRANGER
from gamemaster.narration.narrator import Narrator, Notes, Past, Scene
from gamemaster.narration.understudy.recollection import asks_of_the_player
from gamemaster.play.pacing import Telling
from gamemaster.play.retry import Patience
from gamemaster.protocol import messages
from gamemaster.protocol.presenters import rejections_shown, rolls_shown, speaker_name
from gamemaster.protocol.state_view import view
from gamemaster.recording.tape import Tape
from gamemaster.rules.dice import roll_for
from gamemaster.rules.proposal import Outcome, Roll, Ruling
from gamemaster.rules.referee import rule
from gamemaster.rules.state import EndReason, Recalled, Span, StoryState, TurnRecord, diff
from gamemaster.storage.store import Accepted, Store, StoreError, StoreUnavailable
from worlds.schema import World

log = logging.getLogger(__name__)

TurnEvent = (
    messages.Accepted
    | messages.Ruled
    | messages.Text
    | messages.StateDelta
    | messages.Committed
    | messages.Delayed
)

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
PAGE_TURNS = 500  # read at once, for a narrator that reads the turns before


class AlreadyPlayedError(Exception):
    """The act is known, and was played before (`accepted.status` says whether it was taken back since)."""

    def __init__(self, accepted: Accepted) -> None:
        super().__init__(f"turn {accepted.number} was played already")
        self.accepted = accepted


@dataclass(frozen=True)
class Given:
    """What a turn starts from.

    `before` is the state that is played on, `stored` the one in the store, from which the turn's patch leads on; they
    differ when the world was changed since (`gamemaster.rules.world_upgrade`). `attempt` tells apart the dice
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

    @property
    def number(self) -> int:
        return self.before.turn + 1

    @property
    def roll(self) -> Roll:
        return roll_for(self.before.seed, self.number, self.attempt)


@dataclass(frozen=True)
class Budget:
    """Seconds that a turn may take: to adjudicate, and to narrate (pauses between phrases included)."""

    adjudicate_s: float = 30.0
    narrate_s: float = 120.0


@dataclass(frozen=True)
class Committed:
    """What a turn led to."""

    record: TurnRecord
    after: StoryState


async def run_turn(
    given: Given, narrator: Narrator, store: Store, telling: Telling, budget: Budget | None = None
) -> AsyncIterator[TurnEvent | Committed]:
    """Plays one turn: accept, adjudicate, rule, narrate, commit. `Committed` comes last but for two frames.

    The caller sends the events in order and goes on to the end whoever listens. Raises `AlreadyPlayedError`, and what
    the store raises but `StoreUnavailable`: while the database is away, the turn waits for it.
    """
    budget, patience = budget or Budget(), Patience()
    async for delayed in patience.keep_trying(lambda: _accept(given, store), StoreUnavailable, AWAY):
        yield delayed
    yield messages.Accepted(act_id=given.act_id, turn=given.number, words=given.words, d20=given.roll.d20[0])
    scene = Scene(
        given.world, given.before, given.words, given.roll, story=given.story, past=_past_of(given, store),
        recalled=await _recall(given, store), notes=Notes(tape=given.tape),
    )  # fmt: skip
    if given.tape is not None:
        given.tape.write("recalled", turn=given.number, recalled=scene.recalled)
    outcome, ruling, ruled_state, lost = await _decide(scene, narrator, budget)
    if given.tape is not None:
        given.tape.write("ruling", turn=given.number, outcome=outcome, ruling=ruling, lost=lost)
    yield messages.Ruled(
        turn=given.number,
        checks=rolls_shown(given.world, ruling.checks),
        changed=ruling.changed,
        rejected=rejections_shown(ruling),
    )
    notices = _Notices(LOST if lost else None)
    if not lost:
        narration = _narrate(scene, ruling, ruled_state, narrator, telling, budget, notices)
        async for text in _tell(given, narration, telling):
            yield text
    if notices.text is not None:
        async for text in _tell(given, _one(Span(kind="notice", text=notices.text)), telling):
            yield text
    await telling.heard()
    if given.tape is not None:
        given.tape.write("told", turn=given.number)
    record, after = _record(
        given, scene, outcome, ruling, ruled_state, telling, notices.reason, narrator.name
    )

    async def commit() -> None:
        await store.commit(given.story, given.before.turn, record, after)

    async for delayed in patience.keep_trying(commit, StoreUnavailable, AWAY):
        yield delayed
    if scene.notes.committed is not None:
        scene.notes.committed(record, after)
    yield Committed(record, after)
    yield messages.StateDelta(view=view(given.world, after, ruling.suggestions))
    yield messages.Committed(turn=given.number, act_id=given.act_id, reason=record.reason)


def _past_of(given: Given, store: Store) -> Past | None:
    """Reads the story's committed turns after a number, oldest first; None where the story has no player to ask for."""
    if not given.player:
        return None

    async def past(after: int) -> list[TurnRecord]:
        found: list[TurnRecord] = []
        while (missing := given.before.turn - after - len(found)) > 0:
            before = given.before.turn + 1 - len(found)
            page = await store.turns(given.story, given.player, before=before, limit=min(missing, PAGE_TURNS))
            if not page:
                break
            found = [*page, *found]
        return found

    return past


async def _recall(given: Given, store: Store) -> tuple[Recalled, ...] | None:
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


async def _accept(given: Given, store: Store) -> None:
    accepted = await store.accept(given.story, given.number, given.act_id, given.words)
    if accepted.committed:
        raise AlreadyPlayedError(accepted)


async def _decide(
    scene: Scene, narrator: Narrator, budget: Budget
) -> tuple[Outcome, Ruling, StoryState, bool]:
    """The outcome, its ruling and the state after it. When the narrator fails, nothing comes about (and True)."""
    try:
        async with asyncio.timeout(budget.adjudicate_s):
            outcome = await narrator.adjudicate(scene)
        ruled = rule(scene.world, scene.state, outcome, scene.roll)
    except Exception:  # whatever a narrator raises, the player's turn must end well
        log.exception("the narrator %s failed to adjudicate turn %d", narrator.name, scene.state.turn + 1)
        still = scene.state.clone()
        still.turn += 1
        return Outcome(), Ruling(), still, True
    return outcome, ruled.ruling, ruled.after, False


@dataclass
class _Notices:
    """What the player must be told about the telling itself, and so how the turn ended."""

    text: str | None = None
    reason: EndReason = "complete"

    def __post_init__(self) -> None:
        if self.text is not None:
            self.reason = "engine_lost"


async def _narrate(
    scene: Scene,
    ruling: Ruling,
    after: StoryState,
    narrator: Narrator,
    telling: Telling,
    budget: Budget,
    notices: _Notices,
) -> AsyncIterator[Span]:
    """The narrator's spans; ends early, with a notice, when the narrator fails or takes too long."""
    spans = telling.spans_until_stopped(narrator.narrate(scene, ruling, after))
    deadline = asyncio.get_running_loop().time() + budget.narrate_s
    while True:
        try:
            async with asyncio.timeout_at(deadline):
                span = await anext(spans, None)
        except TimeoutError:
            log.warning("the narrator %s took more than %g s to narrate", narrator.name, budget.narrate_s)
            notices.text, notices.reason = TOO_SLOW, "budget"
            return
        except Exception:  # as above
            log.exception("the narrator %s failed to narrate turn %d", narrator.name, after.turn)
            notices.text, notices.reason = LOST_MIDWAY, "engine_lost"
            return
        if span is None:
            return
        yield span


async def _tell(given: Given, spans: AsyncIterator[Span], telling: Telling) -> AsyncIterator[messages.Text]:
    async for span in spans:
        name = speaker_name(given.world, span.speaker)
        async for index, piece in telling.pieces_of(span):
            yield messages.Text(
                turn=given.number,
                span=index,
                kind=span.kind,
                speaker=span.speaker,
                name=name,
                text=piece,
                choices=tuple(span.choices),
            )


async def _one(span: Span) -> AsyncIterator[Span]:
    yield span


def _record(
    given: Given,
    scene: Scene,
    outcome: Outcome,
    ruling: Ruling,
    ruled_state: StoryState,
    telling: Telling,
    reason: EndReason,
    narrator: str,
) -> tuple[TurnRecord, StoryState]:
    """The turn as it is kept, and the state after it: the ruled state, and what was told."""
    told, notes = telling.told(), scene.notes
    after = ruled_state.clone()
    after.turn = given.number
    cut = reason != "complete" or telling.stopped
    over = witnessing.Turn(given.world, given.before, after, outcome, ruling, tuple(told), cut)
    for span in told:
        for key in span.keys:
            after.told[key] = after.told.get(key, 0) + 1
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
    )
    return record, after
