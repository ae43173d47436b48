"""Ten races planted in the code: each is a mistake that somebody could make, put in place of what stands there now."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from typing import Any
from unittest.mock import patch

from gamemaster.play.live_story import LiveStory
from gamemaster.protocol import messages
from gamemaster.protocol.messages import server_message
from gamemaster.protocol.outbox import Outbox, encode
from gamemaster.rules.state import StoryState, TurnRecord
from gamemaster.storage import frame_log
from gamemaster.storage.frame_log import FrameLog, Gone, Position
from gamemaster.storage.memory_store import MemoryStore
from gamemaster.storage.redis_client import RedisAway
from gamemaster.storage.serialization import record_json
from gamemaster.storage.store import Accepted, StoreError
from tests.simulation.servers import RemoteStore

Race = Callable[[], AbstractContextManager[Any]]


def _follow_outside_the_lock() -> AbstractContextManager[Any]:
    """A follower is brought up to date, and added a moment later: what is published in between passes it by."""

    async def follow(self: LiveStory, outbox: Outbox, epoch: int | None, offset: int | None) -> None:
        frames = await self._frames_for(epoch, offset)
        outbox.send([encode(frame) for frame in frames])
        await asyncio.sleep(0.01)
        self.followers.add(outbox)

    return patch.object(LiveStory, "follow", follow)


def _log_without_an_end() -> AbstractContextManager[Any]:
    """The log is read without a look at whether its end is the last frame that was sent."""

    async def read_after(self: FrameLog, story: str, epoch: int, after: Position) -> list[messages.Frame]:
        async with self._tail(story, epoch) as tail:
            try:
                entries = await self._read(story, after)
            except RedisAway as error:
                raise Gone(str(error)) from error
            if after == tail.last:
                return []
            return [server_message.validate_json(written) for _, written in entries[1:] if written]

    return patch.object(FrameLog, "read_after", read_after)


def _name_given_twice() -> AbstractContextManager[Any]:
    """A new generation of the log begins with the number that the last one had."""
    return patch.object(frame_log, "new_epoch", lambda higher_than: max(1_000, higher_than))


def _text_dropped() -> AbstractContextManager[Any]:
    """An outbox that has an entry waiting leaves out the next. (An entry holds all frames that were logged at once.)"""
    send = Outbox.send

    def drop(self: Outbox, texts: Iterable[str]) -> None:
        if not self._entries:
            send(self, texts)

    return patch.object(Outbox, "send", drop)


def _commit_written_behind() -> AbstractContextManager[Any]:
    """A turn is called committed before it is: a process that dies takes it along."""
    commit = RemoteStore.commit

    async def behind(
        self: RemoteStore, story: str, expected_turn: int, record: TurnRecord, after: StoryState
    ) -> bool:
        async def later() -> None:
            await asyncio.sleep(0.05)
            with contextlib.suppress(StoreError):
                await commit(self, story, expected_turn, record, after)

        self.__dict__["behind"] = asyncio.create_task(later())
        return True

    return patch.object(RemoteStore, "commit", behind)


def _commit_without_comparison() -> AbstractContextManager[Any]:
    """A commit whose answer was lost is written once more."""

    async def commit(
        self: MemoryStore, story: str, expected_turn: int, record: TurnRecord, after: StoryState
    ) -> bool:
        book = self._stories[story]
        turn = book.act(record.act_id)
        assert turn is not None
        if turn.status == "committed":
            turn = type(turn)(record.act_id, record.words, record.number)
            book.turns.append(turn)
        turn.status, turn.record = "committed", record_json(record)
        book.move_to(after)
        return True

    return patch.object(MemoryStore, "commit", commit)


def _act_not_known_again() -> AbstractContextManager[Any]:
    """An act that is sent again is taken for a new one."""
    accept = MemoryStore.accept

    async def forget(self: MemoryStore, story: str, number: int, act_id: str, words: str) -> Accepted:
        for turn in self._stories[story].turns:
            if turn.act_id == act_id and turn.status == "committed":
                turn.act_id += "-before"
        return await accept(self, story, number, act_id, words)

    return patch.object(MemoryStore, "accept", forget)


def _snapshot_without_the_turn_in_flight() -> AbstractContextManager[Any]:
    """Who comes in mid-turn is shown the story, and of the turn only what follows."""

    async def frames_for(self: LiveStory, epoch: int | None, offset: int | None) -> list[messages.Frame]:
        snapshot = await self._snapshot()
        last = await self.context.frames.position(self.id, self.stored.epoch)
        return [snapshot.model_copy(update={"epoch": last.epoch, "offset": last.offset})]

    return patch.object(LiveStory, "_frames_for", frames_for)


def _undo_shown_to_nobody() -> AbstractContextManager[Any]:
    """A turn is taken back, and the windows go on showing it."""

    async def show_nothing(self: LiveStory) -> None:
        """As if nothing had changed."""

    return patch.object(LiveStory, "_show_anew", show_nothing)


def _store_not_looked_at_again() -> AbstractContextManager[Any]:
    """A worker that had lost its lease goes on with the story as it knew it (so it was until this simulation)."""
    return patch.object(LiveStory, "look_again", lambda self: None)


RACES: dict[str, Race] = {
    "follow outside the lock": _follow_outside_the_lock,
    "log without an end": _log_without_an_end,
    "name given twice": _name_given_twice,
    "text dropped": _text_dropped,
    "commit written behind": _commit_written_behind,
    "commit without comparison": _commit_without_comparison,
    "act not known again": _act_not_known_again,
    "snapshot without the turn in flight": _snapshot_without_the_turn_in_flight,
    "undo shown to nobody": _undo_shown_to_nobody,
    "store not looked at again": _store_not_looked_at_again,
}
