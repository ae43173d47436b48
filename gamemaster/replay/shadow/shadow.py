"""The shadow: a share of live turns is answered by a candidate too, beside the play, and compared; nobody is shown it.

Only the turns of players who let their play be recorded. A turn is offered once it is committed; the candidate answers
one at a time, its requests go behind the players', and what comes while it is busy is dropped and counted.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from gamemaster.narration.narrator import Narrator
from gamemaster.narration.options import EARLIER_TURNS
from gamemaster.play.story_events import StoryEvent, TurnFinished
from gamemaster.replay.compare.answer_turn import Answer, Question, answer, as_made_now
from gamemaster.replay.compare.compare import side_of
from gamemaster.replay.compare.epochs import open_as_recorded
from gamemaster.replay.compare.side_by_side import Then, compare, told_in
from gamemaster.replay.run import RunTurn
from gamemaster.replay.shadow import files as shadow_files
from gamemaster.replay.shadow.files import ShadowLine
from gamemaster.replay.stamps import stamp_of_narrator
from gamemaster.rules.dice import draw
from gamemaster.rules.state import TurnRecord
from gamemaster.storage.store import StoreError, TurnReader

log = logging.getLogger(__name__)

MOST_WAITING = 4  # turns; each takes the candidate some seconds
CHANCES = 1_000_000
RETENTION_S = 3600.0


@dataclass
class Counts:
    """Of the turns that were chosen."""

    answered: int = 0
    dropped: int = 0
    failed: int = 0


@dataclass(eq=False)
class Shadow:
    """Observes all stories of this process. The owner runs `run` in a task of its own, and gives `candidate` once
    there is one.

    `allowed` says who lets their play be recorded. `share` is 0 to 1.
    """

    folder: Path
    share: float
    store: TurnReader
    allowed: Callable[[str], bool]
    code: str = ""
    keep_days: int = 30
    candidate: Narrator | None = None
    counts: Counts = field(default_factory=Counts)
    _waiting: asyncio.Queue[TurnFinished] = field(default_factory=lambda: asyncio.Queue(MOST_WAITING))
    _open: set[TurnFinished] = field(default_factory=set)  # chosen, not answered yet, and not to be forgotten
    _files: threading.Lock = field(default_factory=threading.Lock)
    _untold: int = 0  # dropped since the last line

    # ---- in the play ----

    def observe(self, event: StoryEvent) -> None:
        """Offer every finished turn to the candidate."""
        if isinstance(event, TurnFinished):
            self.offer(event)

    def offer(self, turn: TurnFinished) -> None:
        """A turn was committed. Returns at once, whatever becomes of it."""
        if self.candidate is None or not self.chooses(turn.story, turn.record.number):
            return
        if not self.allowed(turn.player):
            return
        try:
            self._waiting.put_nowait(turn)
        except asyncio.QueueFull:
            self.counts.dropped += 1
            self._untold += 1
            return
        self._open.add(turn)

    def chooses(self, story: str, turn: int) -> bool:
        """Whether a turn is one of the share: the same on every worker, and whenever it is asked."""
        return draw(0, "shadow", story, turn) % CHANCES < self.share * CHANCES

    def forget(self, player: str, story: str | None = None) -> int:
        """Delete what is kept of a player, or of one story, and keep nothing of what is being answered. Blocks."""
        for turn in list(self._open):
            if turn.player == player and story in (None, turn.story):
                self._open.discard(turn)
        with self._files:
            return shadow_files.forget(self.folder, player, story)

    # ---- beside it ----

    async def run(self) -> None:
        """Answer what was offered, and keep the folder within its age, until cancelled."""
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(keep_within_age(self.folder, self.keep_days), name="retention of the shadow")
            tasks.create_task(self._answer_all(), name="shadow")

    async def wait_until_idle(self) -> None:
        """Returns when nothing that was offered is left; for tests."""
        await self._waiting.join()

    async def _answer_all(self) -> None:
        while True:
            turn = await self._waiting.get()
            try:
                if self.candidate is not None:
                    await self._answer(turn, self.candidate)
            except StoreError as error:
                self.counts.failed += 1
                log.warning("story %s, turn %d is not shadowed: %s", turn.story, turn.record.number, error)
            except Exception:  # nobody awaits this: a fault must not pass unseen, nor touch the play
                self.counts.failed += 1
                log.exception("story %s, turn %d could not be shadowed", turn.story, turn.record.number)
            finally:
                self._open.discard(turn)
                self._waiting.task_done()

    async def _answer(self, turn: TurnFinished, candidate: Narrator) -> None:
        read = _pages_of(self.store, turn)
        earlier = [as_made_now(record) for record in await read(turn.record.number, EARLIER_TURNS)]
        question = Question(
            story=f"shadow-{turn.story}",
            world=turn.world,
            before=turn.before.held_to(turn.record.boundaries),
            words=turn.record.words,
            roll=turn.record.roll,
            act_id=turn.record.act_id,
            pages=read,
            recalled=tuple(turn.record.recalled),
        )
        if turn.record.model is not None and turn.record.model.compaction is not None:
            kept = await read(turn.record.number, turn.record.number)
            await asyncio.to_thread(open_as_recorded, candidate, question, turn.record, kept)
        answered = await answer(question, candidate)
        if turn in self._open and self.allowed(turn.player):
            texts = [told_in(record.spans) for record in earlier]
            dropped = self._untold
            if await asyncio.to_thread(self._keep, turn, question, answered, texts, dropped):
                self._untold -= dropped
                self.counts.answered += 1

    def _keep(
        self, turn: TurnFinished, question: Question, now: Answer, earlier: Sequence[str], dropped: int
    ) -> bool:
        """In a thread: compare, and write it down, unless it is to be forgotten by now. False: it was not."""
        record = turn.record
        base = RunTurn(
            session=0, turn=record.number, words=record.words, then=side_of(turn.world, record, {})
        )
        compared, _ = compare(base, question, Then(record, turn.after), now, earlier)
        world = {"world": turn.world_hash, "code": self.code}
        line = ShadowLine(
            at=datetime.now(UTC).isoformat(timespec="milliseconds"),
            story=turn.story,
            world=turn.world.id,
            stamps={
                "then": {
                    **world,
                    "narrator": record.narrator,
                    "format": record.model.format if record.model else "",
                },
                "now": {**world, **stamp_of_narrator(now.record.narrator, now.described)},
            },
            dropped=dropped,
            turn=compared,
        )
        with self._files:
            return turn in self._open and shadow_files.append(self.folder, turn.player, line)


def _pages_of(store: TurnReader, turn: TurnFinished) -> Callable[[int, int], Awaitable[Sequence[TurnRecord]]]:
    async def read(before: int, limit: int) -> Sequence[TurnRecord]:
        found = await store.turns(turn.story, turn.player, before=before, limit=limit)
        return [as_made_now(record) for record in found]

    return read


async def keep_within_age(folder: Path, keep_days: int) -> None:
    """Delete what is older, again and again, until cancelled: also where nothing is shadowed any more."""
    while True:
        try:
            await asyncio.to_thread(shadow_files.retain, folder, keep_days)
        except OSError as error:
            log.error("what is old in %s cannot be deleted: %s", folder, error)
        await asyncio.sleep(RETENTION_S)
