"""The frame log: the latest frames of a story in Redis, from which a client that comes back is brought up to date.

**Epoch and offset on the wire.** The pair (epoch, offset) names one frame, for ever. The wire's epoch is a *generation*
of the log: a number made of the time and of chance that was never given before, so that a client can't take a new frame
for an old one. `offset` counts 0 (the beginning, no frame), 1, 2, ... in it. A new generation begins when

- the story's history changed (its epoch in Postgres grew: undo); the log is then emptied;
- another process became the story's writer. If the last one handed over, the log goes on, else it is emptied.

Clients compare pairs for equality only. `read_after` answers with all frames after exactly that pair, or raises `Gone`;
then the client gets a snapshot of the story, stamped with `position`.

**Never a gap.** A frame is in the log before it is sent, unless Redis is away. What is in the log is always the end of
what was sent: an append first looks whether the frame before it is there, and empties the log if not (it was lost, or
Redis was away, or came back with old data). So Redis may lose everything at any time; that costs a snapshot.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections import Counter, deque
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from typing import Any
from weakref import WeakValueDictionary

from gamemaster.protocol.messages import Frame, server_message
from gamemaster.protocol.outbox import encode
from gamemaster.storage.redis_batches import ScriptBatches
from gamemaster.storage.redis_client import RedisAway, RedisLink

log = logging.getLogger(__name__)

# A stream whose entry ids are the wire's epoch and offset: Redis itself refuses one that isn't higher than the last.
# ARGV: the id before, how many to keep, the lowest id to keep, seconds to live, then id and frame in turn.
# redis-py says a batch again whose answer did not come in time, and it may have been run: then there is nothing to do.
APPEND = """
local last = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)
if last[1] and last[1][1] == ARGV[#ARGV - 1] then return end
if #redis.call('XRANGE', KEYS[1], ARGV[1], ARGV[1]) == 0 then redis.call('DEL', KEYS[1]) end
for i = 5, #ARGV, 2 do redis.call('XADD', KEYS[1], ARGV[i], 'frame', ARGV[i + 1]) end
redis.call('XTRIM', KEYS[1], 'MAXLEN', ARGV[2])
redis.call('XTRIM', KEYS[1], 'MINID', ARGV[3])
redis.call('EXPIRE', KEYS[1], ARGV[4])
redis.call('DEL', KEYS[2])
"""
NO_ID = "0-0"  # which no entry of a stream has
RANDOM_BITS = (
    10  # with 41 bits of milliseconds below 2^53, what JavaScript counts exactly, until the year 2255
)
HAND_OVER_S = 120  # a restart of the service takes less


class Gone(Exception):
    """The log does not hold what follows this position: send a snapshot instead."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


@dataclass(frozen=True, order=True)
class Position:
    """Names a frame (offset 0: the beginning of the generation)."""

    epoch: int
    offset: int

    def __str__(self) -> str:
        return f"{self.epoch}-{self.offset}"  # an entry id of the stream


@dataclass
class Tail:
    """What the writer knows of the end of a story's log."""

    story_epoch: int
    last: Position
    logged: Position  # the last frame that was given to the log
    unlogged: list[str | bytes] = field(default_factory=list)  # what was numbered since, id and frame in turn
    kept: deque[tuple[Position, int]] = field(default_factory=deque)  # with sizes in bytes
    kept_bytes: int = 0

    def trim(self, frames: int, size: int) -> Position | None:
        """Forgets the oldest frames above these limits. The oldest that stays, if any was forgotten."""
        forgotten = False
        while len(self.kept) > 1 and (len(self.kept) > frames or self.kept_bytes > size):
            self.kept_bytes -= self.kept.popleft()[1]
            forgotten = True
        return self.kept[0][0] if forgotten else None


class FrameLog:
    """For the story's writer: the process that sends its frames. `epoch` is always the story's, from the store.

    No method fails because Redis is away. Calls for one story wait for each other.
    """

    def __init__(
        self, link: RedisLink, keep_frames: int = 2000, keep_bytes: int = 1_000_000, keep_s: float = 3600.0
    ) -> None:
        """Keeps the last `keep_frames` of a story, but not much over `keep_bytes`, for `keep_s` after the last one."""
        self.link = link
        self.keep_frames = keep_frames
        self.keep_bytes = keep_bytes
        self.keep_s = keep_s
        self.counts: Counter[str] = Counter()  # frames that were logged, and unlogged because Redis was away
        self._scripts = ScriptBatches(link)
        self._tails: dict[str, Tail] = {}
        self._newest_epoch = 0
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def append(self, story: str, epoch: int, frames: Sequence[Frame]) -> list[Frame]:
        """The frames stamped with their epoch and offset: send them now, in this order.

        If this call is cancelled, they count as sent: the offsets go on behind them.
        """
        numbered = await self.number(story, epoch, frames)
        await self.write(story)
        return [stamped for stamped, _ in numbered]

    async def number(self, story: str, epoch: int, frames: Sequence[Frame]) -> list[tuple[Frame, str]]:
        """The frames stamped with their epoch and offset, and what goes over the wire for each: send that in this
        order, once `write` has returned.
        """
        async with self._tail(story, epoch) as tail:
            numbered: list[tuple[Frame, str]] = []
            for frame in frames:
                tail.last = Position(tail.last.epoch, tail.last.offset + 1)
                stamped = frame.model_copy(update={"epoch": tail.last.epoch, "offset": tail.last.offset})
                text = encode(stamped)
                numbered.append((stamped, text))
                written = text.encode()
                tail.unlogged += [str(tail.last), written]
                tail.kept.append((tail.last, len(written)))
                tail.kept_bytes += len(written)
        return numbered

    async def write(self, story: str) -> None:
        """Log what was numbered since the last call, in one round trip, which others' frames may share."""
        tail = self._tails.get(story)
        if tail is None or not tail.unlogged:
            return
        before, entries = tail.logged, tail.unlogged
        tail.logged, tail.unlogged = tail.last, []
        await self._write(story, before, tail, entries)

    async def position(self, story: str, epoch: int) -> Position:
        """The last frame's, for a snapshot that stands for everything up to it."""
        async with self._tail(story, epoch) as tail:
            return tail.last

    async def read_after(self, story: str, epoch: int, after: Position) -> list[Frame]:
        """The frames sent after `after`, stamped, up to `position`. Raises Gone.

        Nothing may be appended between this and the moment when the client is given what is appended.
        """
        async with self._tail(story, epoch) as tail:
            if after == tail.last:
                return []
            if not 0 <= after.offset < 2**63 or not 0 < after.epoch <= tail.last.epoch:
                raise Gone("no such frame was ever sent")
            try:
                entries = await self._read(story, after)
            except RedisAway as error:
                raise Gone(str(error)) from error
            if not entries or entries[0][0] != str(after):
                raise Gone("the log does not reach back to it")
            if entries[-1][0] != str(tail.last):
                raise Gone("the log lacks frames that were sent since")
            return [server_message.validate_json(written) for _, written in entries[1:] if written]

    async def drop(self, story: str) -> None:
        """This process sends no more frames of the story, and did not end in good order: the log ends here."""
        async with self._lock(story):
            self._tails.pop(story, None)

    async def hand_over(self, story: str) -> None:
        """This process sends no more frames of the story; the log goes on with the next one that does."""
        async with self._lock(story):
            tail = self._tails.pop(story, None)
            if tail is None:
                return
            # Without Redis the log isn't handed over, and the next writer begins it anew.
            with contextlib.suppress(RedisAway):
                async with self.link.use() as redis:
                    await redis.set(_handed_key(story), f"{tail.story_epoch} {tail.last}", ex=HAND_OVER_S)

    @contextlib.asynccontextmanager
    async def _tail(self, story: str, epoch: int) -> AsyncIterator[Tail]:
        """The tail of the story's present generation, for one at a time."""
        async with self._lock(story):
            tail = self._tails.get(story)
            if tail is None or tail.story_epoch != epoch:
                handed = await self._handover_position(story, epoch) if tail is None else None
                self._newest_epoch = new_epoch(max(self._newest_epoch, handed.epoch if handed else 0))
                first = Position(self._newest_epoch, 0)
                tail = Tail(epoch, first, first)
                # Entered into the log as well, though it is no frame: a client may have seen nothing after it.
                await self._write(story, handed, tail, [str(tail.last), b""])
                self._tails[story] = tail
            yield tail

    def _lock(self, story: str) -> asyncio.Lock:
        return self._locks.setdefault(story, asyncio.Lock())

    async def _write(
        self, story: str, before: Position | None, tail: Tail, entries: Sequence[str | bytes]
    ) -> None:
        """Adds entries (id and frame in turn) behind `before`; without Redis they go unlogged."""
        lowest = tail.trim(self.keep_frames, self.keep_bytes)
        limits = (str(before or NO_ID), str(self.keep_frames), str(lowest or NO_ID), str(round(self.keep_s)))
        try:
            await self._scripts.run(APPEND, 2, [_key(story), _handed_key(story), *limits, *entries])
            self.counts["logged"] += len(entries) // 2
        except RedisAway as error:
            self.counts["unlogged"] += len(entries) // 2
            log.debug("frames of story %s are not logged: %s", story, error)

    async def _read(self, story: str, first: Position) -> list[tuple[str, bytes]]:
        """Ids and frames from `first` on."""
        async with self.link.use() as redis:
            entries: Any = await redis.xrange(_key(story), min=str(first))
        return [(name.decode(), fields[b"frame"]) for name, fields in entries]

    async def _handover_position(self, story: str, epoch: int) -> Position | None:
        """The end of the log, if its last writer handed over all that it sent in this epoch of the story."""
        try:
            async with self.link.use() as redis:
                both = redis.pipeline(transaction=False)
                both.get(_handed_key(story))
                both.xrevrange(_key(story), count=1)
                answers: Any = await both.execute()
                handed, last = answers
        except RedisAway:
            return None
        if not handed or not last or handed != f"{epoch} ".encode() + last[0][0]:
            return None
        wire_epoch, _, offset = last[0][0].partition(b"-")
        return Position(int(wire_epoch), int(offset))


def _key(story: str) -> str:
    return f"gm:frames:{{{story}}}"  # in braces: a Redis cluster keeps both keys in one place


def _handed_key(story: str) -> str:
    return f"{_key(story)}:handed"


def new_epoch(higher_than: int) -> int:
    """A wire epoch that was never given before: the time in milliseconds and random bits; higher than another."""
    now = time.time_ns() // 1_000_000
    return max(now << RANDOM_BITS | secrets.randbits(RANDOM_BITS), higher_than + 1)
