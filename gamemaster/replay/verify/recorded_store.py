"""A recorded session's story in memory, to be played again: as much of a store and a frame log as a live story uses."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace

from gamemaster.protocol.messages import Frame
from gamemaster.protocol.outbox import encode
from gamemaster.rules.state import Recalled, StatePatch, StoryState, TurnRecord
from gamemaster.storage.frame_log import FrameLog, Gone, Position
from gamemaster.storage.redis_client import RedisLink
from gamemaster.storage.serialization import check_text, record_json
from gamemaster.storage.store import (
    Accepted,
    Busy,
    Conflict,
    NoSuchTurn,
    NothingToUndo,
    Pending,
    StoredStory,
    StoreUnavailable,
    Undone,
)

NOWHERE = "redis://127.0.0.1:1"  # a link needs an address; no replay ever uses it


@dataclass(eq=False)
class ReplayStore:
    """Implements `gamemaster.storage.store.StoryStore`: answers as the database's store does, for the one story of a
    recording.

    What chance or other sessions had a part in comes from the recording: `recalled` gives the memories that came to
    mind in the next turn, `branched` the id of the next branch. `ready` is waited for when a turn begins,
    `settled` before it is committed.
    """

    story: StoredStory
    past: list[TurnRecord]
    recalled: Callable[[], list[dict[str, object]] | None]
    branched: Callable[[], str]
    ready: Callable[[int], Awaitable[None]]
    settled: Callable[[], Awaitable[None]]
    _undone: dict[str, TurnRecord] = field(default_factory=dict)  # by the act's id
    _undos: dict[str, TurnRecord] = field(default_factory=dict)  # by the undo's

    async def load(self, story: str, player: str) -> StoredStory:
        return self.story

    async def accept(self, story: str, number: int, act_id: str, words: str) -> Accepted:
        check_text("your words", words)
        played = next((record for record in self.past if record.act_id == act_id), None)
        if played is not None:
            return Accepted(played.number, played.words, repeated=True, status="committed")
        taken_back = self._undone.get(act_id)
        if taken_back is not None:
            return Accepted(taken_back.number, taken_back.words, repeated=True, status="undone")
        pending = self.story.pending
        if pending is not None and pending.act_id != act_id:
            raise Busy(pending)
        if number != self.story.turn + 1:
            raise Conflict(number - 1, self.story.turn)
        self.story = replace(self.story, pending=Pending(act_id, words, number))
        await self.ready(number)
        return Accepted(number, words, repeated=pending is not None, status="accepted")

    async def commit(self, story: str, expected_turn: int, record: TurnRecord, after: StoryState) -> bool:
        record_json(record)  # raises BadText as the database's store does
        await self.settled()
        self.past.append(TurnRecord.model_validate_json(record.model_dump_json()))
        self.story = replace(self.story, turn=record.number, state=after, pending=None)
        return True

    async def refuse(self, story: str, act_id: str) -> bool:
        was_pending = self.story.pending is not None and self.story.pending.act_id == act_id
        if was_pending:
            self.story = replace(self.story, pending=None)
        return was_pending

    async def undo(self, story: str, expected_turn: int, act_id: str) -> Undone:
        now = self.story
        if act_id in self._undos:
            done = self._undos[act_id]
            return Undone(now.turn, now.epoch, now.state, done.number, done.act_id, done.words, repeated=True)
        if now.pending is not None:
            raise Busy(now.pending)
        if not self.past:
            raise NothingToUndo()
        last = self.past.pop()
        before = last.patch.undo(now.state)
        self._undone[last.act_id] = self._undos[act_id] = last
        self.story = replace(now, turn=now.turn - 1, epoch=now.epoch + 1, state=before)
        now = self.story
        return Undone(now.turn, now.epoch, before, last.number, last.act_id, last.words, repeated=False)

    async def branch(
        self, story: str, player: str, name: str, act_id: str, turn: int | None = None
    ) -> StoredStory:
        at = self.story.turn if turn is None else turn
        if at > self.story.turn:
            raise NoSuchTurn(at, self.story.turn)
        undone = [change for record in self.past[at:] for change in record.patch.changes]
        state = StatePatch(changes=undone).undo(self.story.state)
        return replace(self.story, id=self.branched(), name=name, turn=at, state=state, pending=None)

    async def turns(
        self, story: str, player: str, before: int | None = None, limit: int = 50
    ) -> list[TurnRecord]:
        return [record for record in self.past if before is None or record.number < before][-limit:]

    async def recall(
        self, story: str, owners: Collection[str], query: str, now: int, limit: int, language: str = "en"
    ) -> list[Recalled]:
        found = self.recalled()
        if found is None:
            raise StoreUnavailable("it was, when this was recorded")
        return [Recalled.model_validate(each) for each in found]


class ReplayFrames(FrameLog):
    """The frame log of the session: it numbers frames as then, and keeps all of them. `wire` are the generations that
    it had, in order, `first` the offset at which the session began."""

    def __init__(self, wire: Sequence[int], first: int) -> None:
        super().__init__(RedisLink(NOWHERE))
        self._wire = list(wire) or [0]
        self._begin = Position(self._wire[0], first)
        self._last = self._begin
        self._story_epoch: int | None = None
        self._frames: list[Frame] = []

    def skip(self, frames: int) -> None:
        """So many frames were sent then that have no cause now: the database was away for a while."""
        self._last = replace(self._last, offset=self._last.offset + frames)

    def _of(self, epoch: int) -> None:
        if self._story_epoch is not None and epoch != self._story_epoch:
            later = self._wire[self._wire.index(self._last.epoch) + 1 :]
            self._last = self._begin = Position(later[0] if later else self._last.epoch + 1, 0)
            self._frames = []
        self._story_epoch = epoch

    async def number(self, story: str, epoch: int, frames: Iterable[Frame]) -> list[tuple[Frame, str]]:
        self._of(epoch)
        stamped = []
        for frame in frames:
            self._last = replace(self._last, offset=self._last.offset + 1)
            place = {"epoch": self._last.epoch, "offset": self._last.offset}
            stamped.append(frame.model_copy(update=place))
        self._frames += stamped
        return [(frame, encode(frame)) for frame in stamped]

    async def write(self, story: str) -> None:
        """They are kept already."""

    async def position(self, story: str, epoch: int) -> Position:
        self._of(epoch)
        return self._last

    async def read_after(self, story: str, epoch: int, position: Position) -> list[Frame]:
        self._of(epoch)
        if (
            position.epoch != self._last.epoch
            or not self._begin.offset <= position.offset <= self._last.offset
        ):
            raise Gone("it is of another session")
        return [frame for frame in self._frames if frame.offset > position.offset]
