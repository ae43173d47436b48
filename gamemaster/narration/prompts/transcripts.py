"""Each story's transcript: kept while it is played, brought up to date and made anew from the committed turns."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from gamemaster.narration.prompts.epoch import Opened, Summary, open_next
from gamemaster.narration.prompts.prompt import (
    Format,
    PromptBasis,
    Segment,
    Transcript,
    Zone,
    ZoneFullError,
    check_head,
    head_of,
)
from gamemaster.narration.prompts.rebuild import (
    IncompleteError,
    PromptMovedError,
    last_compaction,
    rebuild_transcript,
    with_turns,
)
from gamemaster.narration.prompts.settings import Budgets, PromptSettings
from gamemaster.narration.scene import Scene
from gamemaster.rules.state import PatchConflict, TurnRecord
from worlds.per_world import per_world
from worlds.schema import World

log = logging.getLogger(__name__)

KEPT_STORIES = 256  # the others are made anew from their turns when they go on
SLOW_TURNS, SLOW_TOKENS = 4, 16_384  # what is more than that is put together in a thread of its own
READ_FIRST = 64  # turns: more than an epoch has in most contexts, so that one read finds its beginning
LEAST_TURN_TOKENS = 64  # no turn takes less, so that so many of them cannot fit and need not be read
Room = Callable[[], int]
Kept = TypeVar("Kept")


@dataclass
class Transcripts:
    """The transcripts of the stories played last. The store's turns are the truth: what is kept only saves work.

    `room` gives the tokens that the engine has for a prompt and its answer; it may raise EngineLost. `exact`: the
    ids of `chat` are the model's own tokens.
    """

    chat: Format
    room: Room
    settings: PromptSettings = field(default_factory=PromptSettings)
    exact: bool = True
    _kept: OrderedDict[str, Transcript] = field(default_factory=OrderedDict)
    _ready: OrderedDict[str, Opened] = field(default_factory=OrderedDict)

    def __post_init__(self) -> None:
        def head(world: World) -> tuple[Segment, ...]:
            return head_of(self.chat, world)

        self._head = per_world(head)

    async def of(self, scene: Scene) -> Opened:
        """The transcript to play this turn on: of the epoch that was prepared, if one was.

        Raises what reading the turns raises, and ZoneFullError.
        """
        ready = await self.ready(scene)
        return ready if ready is not None else await self.current(scene)

    async def current(self, scene: Scene) -> Opened:
        """As `of`, without regard to what was prepared."""
        kept = self._kept.get(scene.story) if scene.story else None
        found = await self._brought_up(scene, kept) if kept is not None else None
        if found is None:
            begun = await self._anew(scene)
            if begun.compaction is not None:
                return begun  # kept only once a turn has declared it
            found = begun.transcript
        _keep(self._kept, scene.story, found)
        return Opened(found)

    def keep(self, story: str, transcript: Transcript) -> None:
        """A story's transcript with the turn that was just committed: it need not be made of the turn's record."""
        _keep(self._kept, story, transcript)

    # ---- the next epoch ----

    async def ready(self, scene: Scene) -> Opened | None:
        """The epoch that was prepared for this story, brought up to date and named by this turn."""
        prepared = self._ready.get(scene.story)
        if prepared is None or prepared.compaction is None:
            return None
        transcript = await self._brought_up(scene, prepared.transcript)
        if transcript is None:
            self._ready.pop(scene.story, None)  # declared by now, or taken back
            return None
        number = scene.state.turn + 1
        transcript = replace(transcript, prompt=replace(transcript.prompt, epoch=number))
        named = prepared.compaction.model_copy(update={"epoch": number})
        return Opened(transcript, named, prepared.warmed)

    def prepare(self, story: str, opened: Opened) -> None:
        """Have an epoch ready for a story's next turn."""
        _keep(self._ready, story, opened)

    async def at_once(self, scene: Scene, why: str, keep: int) -> Opened:
        """A new epoch for this very turn, with the understudy's chronicle, and the last `keep` turns if they fit.

        For a prompt that does not fit any more, or cannot be made again. Raises as `of`.
        """
        records = await self.read(scene)
        log.warning("story %s, turn %d: a new epoch at once: %s", scene.story, scene.state.turn + 1, why)
        before = last_compaction(records)
        keep = max(0, min(keep, len(records) - 1, scene.state.turn - (before.turn if before else 0) - 1))
        while True:
            try:
                found = await self.open(scene, records, keep, None, why)
            except (PatchConflict, PromptMovedError):
                if not keep:
                    raise
            else:
                transcript = found.transcript
                late = _tokens_since(transcript, transcript.since)
                if not keep or late <= self.settings.keep_share * self.room():
                    return found
            keep //= 2

    async def open(
        self, scene: Scene, records: Sequence[TurnRecord], keep: int, summary: Summary | None, why: str
    ) -> Opened:
        """A new epoch that keeps the last `keep` of `records`. Without a `summary` the chronicle stands for it."""
        basis, most = self.basis(scene.world), self.settings.summary_tokens
        return await asyncio.to_thread(open_next, basis, scene, records, keep, summary, why, most)

    # ---- reading ----

    async def read(self, scene: Scene) -> list[TurnRecord]:
        """The turns since the epoch began, and the one before it; more, where an epoch began with the story."""
        if scene.past is None or not scene.state.turn:
            return []
        last, count = scene.state.turn, READ_FIRST
        most = max(READ_FIRST, self.room() // LEAST_TURN_TOKENS)
        while True:
            records = await scene.past(max(0, last - count))
            if not records:
                return []
            compaction, first = last_compaction(records), records[0].number
            if compaction is not None:
                if first > max(1, compaction.turn):
                    records = await scene.past(max(0, compaction.turn - 1))
                return [record for record in records if record.number >= compaction.turn]
            if first <= 1 or count >= most:
                return records
            count = min(most, count * 4)

    async def _brought_up(self, scene: Scene, kept: Transcript) -> Transcript | None:
        """What was kept, with the turns since; None if it is not what was played, or a new epoch has begun since."""
        if kept.world is not scene.world or kept.turn > scene.state.turn or kept.budgets != self.budgets():
            return None
        if scene.past is None:
            return kept if kept.turn == scene.state.turn == 0 else None
        records = await scene.past(max(0, kept.turn - 1))
        if kept.turn:
            if not records or (records[0].number, records[0].act_id) != (kept.turn, kept.act_id):
                return None  # taken back, and played otherwise
            records = records[1:]
        if last_compaction(records) is not None:
            return None
        try:
            if len(records) > SLOW_TURNS or len(kept.prompt) > SLOW_TOKENS:
                return await asyncio.to_thread(with_turns, kept, records, scene.state)
            return with_turns(kept, records, scene.state)
        except (IncompleteError, PatchConflict, PromptMovedError) as error:
            log.warning("story %s: its kept transcript is of no more use: %s", scene.story, error)
            return None

    async def _anew(self, scene: Scene) -> Opened:
        """From where the epoch began; a new epoch, where what was sent cannot be made again."""
        state, basis = scene.state, self.basis(scene.world)
        records = await self.read(scene)
        try:
            if state.turn and not records:
                raise IncompleteError(state.turn + 1, 1)
            return Opened(await asyncio.to_thread(rebuild_transcript, basis, records, state))
        except PromptMovedError as error:
            return await self._reopen(scene, records, str(error))
        except (IncompleteError, PatchConflict) as error:
            return await self.at_once(scene, str(error), 0)

    async def _reopen(self, scene: Scene, records: Sequence[TurnRecord], why: str) -> Opened:
        """The last epoch again, whole, under another name: what its prompts are made of has changed."""
        log.warning("story %s: its prompts are made otherwise now: %s", scene.story, why)
        before = last_compaction(records)
        summary = Summary(before.summary, before.by) if before is not None else Summary("", "chronicle")
        keep = scene.state.turn - (before.turn if before is not None else 0)
        try:
            return await self.open(scene, records, keep, summary, why)
        except (IncompleteError, PatchConflict) as error:
            return await self.at_once(scene, str(error), 0)

    # ---- sizes ----

    def budgets(self) -> Budgets:
        return self.settings.budgets(self.room())

    def head(self, world: World) -> tuple[Segment, ...]:
        """Encoded once for each world. Raises ZoneFullError."""
        head = self._head(world)
        check_head(world, head, self.budgets().head)
        return head

    def basis(self, world: World) -> PromptBasis:
        """Raises ZoneFullError, as `head`."""
        return PromptBasis(self.chat, world, self.head(world), self.budgets())

    def unfit(self, worlds: Iterable[World]) -> list[str]:
        """Why some of `worlds` cannot be narrated in this context. Encodes their heads."""
        found = []
        for world in worlds:
            try:
                self.head(world)
            except ZoneFullError as error:
                found.append(str(error))
        return found

    def turns_to_keep(self, transcript: Transcript) -> int:
        """How many of the last turns a compaction keeps word for word: as the settings allow, at least one goes."""
        most = min(self.settings.keep_turns, transcript.turn - transcript.since - 1)
        room = self.settings.keep_share * self.room()
        return next(
            (
                keep
                for keep in range(most, 0, -1)
                if _tokens_since(transcript, transcript.turn - keep) <= room
            ),
            0,
        )


def _tokens_since(transcript: Transcript, turn: int) -> int:
    return sum(
        len(segment.ids)
        for segment in transcript.prompt.segments
        if segment.zone is Zone.TRANSCRIPT and segment.turn > turn
    )


def _keep(shelf: OrderedDict[str, Kept], story: str, kept: Kept) -> None:
    if story:
        shelf[story] = kept
        shelf.move_to_end(story)
        while len(shelf) > KEPT_STORIES:
            shelf.popitem(last=False)
