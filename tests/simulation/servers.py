"""The database and Redis of a simulation: in memory, behind wires that take their time and may fail.

The database is the store of `gamemaster.storage.memory_store`, which keeps the contract; Redis knows as much as frame
log, leases and rate limits ask of it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from random import Random
from typing import Any, TypeVar

from redis.exceptions import ConnectionError as RedisConnectionError

from gamemaster.rules.state import Recalled, StoryState, TurnRecord
from gamemaster.storage import leases, rate_limit
from gamemaster.storage.frame_log import APPEND
from gamemaster.storage.memory_store import MemoryStore
from gamemaster.storage.redis_client import RedisLink
from gamemaster.storage.store import Accepted, StoredStory, StoreUnavailable, StoryStart, Undone

T = TypeVar("T")
QUICK_S, SLOW_S, SLOW_PERCENT = 0.003, 0.4, 3
LOST_PERCENT = 2  # of the database's answers, also while it is there


@dataclass(eq=False)
class Outages:
    """What is away, until when; times in the loop's seconds."""

    redis_until: float = 0.0
    store_until: float = 0.0


@dataclass(eq=False)
class Wire:
    """One process's way to the servers. Once the process is `dead`, nothing comes back on it."""

    random: Random
    outages: Outages
    dead: bool = False
    held_until: float = 0.0  # the process is stopped (SIGSTOP) until then

    async def travel(self) -> None:
        """As long as a message takes one way."""
        slow = self.random.randrange(100) < SLOW_PERCENT
        await asyncio.sleep(self.random.uniform(0.0002, SLOW_S if slow else QUICK_S))
        await self.alive()

    async def alive(self) -> None:
        """Returns once the process may run."""
        loop = asyncio.get_running_loop()
        while loop.time() < self.held_until:
            await asyncio.sleep(self.held_until - loop.time())
        if self.dead:
            await loop.create_future()  # for ever

    async def to_store(self, do: Callable[[], T]) -> T:
        """Done there, or not; whoever lost the answer does not know. Raises StoreUnavailable."""
        await self.travel()
        if self._now() < self.outages.store_until and self.random.randrange(2):
            raise StoreUnavailable("the database does not answer")
        found = do()
        if self._now() < self.outages.store_until or self.random.randrange(100) < LOST_PERCENT:
            raise StoreUnavailable("the answer was lost")
        await self.travel()
        return found

    async def to_redis(self, do: Callable[[], T]) -> T:
        """Likewise. Raises redis-py's ConnectionError."""
        await self.travel()
        if self._now() < self.outages.redis_until:
            raise RedisConnectionError("Redis does not answer")
        found = do()
        await self.travel()
        return found

    def _now(self) -> float:
        return asyncio.get_running_loop().time()


class RemoteStore(MemoryStore):
    """The one store of the simulation, as one process reaches it."""

    def __init__(self, shared: MemoryStore, wire: Wire) -> None:
        super().__init__()
        self.shared, self.wire = shared, wire
        self._players, self._stories = shared._players, shared._stories  # the same, not a copy

    async def _there(self, asked: Any) -> Any:
        """Run a method of the store's, which waits for nothing, at the other end of the wire."""
        try:
            return await self.wire.to_store(lambda: _at_once(asked))
        finally:
            asked.close()

    async def create_player(self) -> str:
        return str(await self._there(super().create_player()))

    async def has_player(self, player: str) -> bool:
        return bool(await self._there(super().has_player(player)))

    async def create_story(self, player: str, start: StoryStart) -> StoredStory:
        found: StoredStory = await self._there(super().create_story(player, start))
        return found

    async def load(self, story: str, player: str) -> StoredStory:
        found: StoredStory = await self._there(super().load(story, player))
        return found

    async def accept(self, story: str, number: int, act_id: str, words: str) -> Accepted:
        found: Accepted = await self._there(super().accept(story, number, act_id, words))
        return found

    async def commit(self, story: str, expected_turn: int, record: TurnRecord, after: StoryState) -> bool:
        return bool(await self._there(super().commit(story, expected_turn, record, after)))

    async def refuse(self, story: str, act_id: str) -> bool:
        return bool(await self._there(super().refuse(story, act_id)))

    async def undo(self, story: str, expected_turn: int, act_id: str) -> Undone:
        found: Undone = await self._there(super().undo(story, expected_turn, act_id))
        return found

    async def turns(
        self, story: str, player: str, before: int | None = None, limit: int = 50
    ) -> list[TurnRecord]:
        return list(await self._there(super().turns(story, player, before, limit)))

    async def recall(
        self, story: str, owners: Collection[str], query: str, now: int, limit: int, language: str = "en"
    ) -> list[Recalled]:
        return []


def _at_once(asked: Any) -> Any:
    """What a coroutine that waits for nothing returns."""
    try:
        asked.send(None)
    except StopIteration as done:
        return done.value
    raise AssertionError("the store in memory waits for nothing")


# ---- Redis ----


@dataclass(eq=False)
class RedisServer:
    """Keys with their values and when they end; streams are lists of (id, frame)."""

    values: dict[str, tuple[bytes, float]] = field(default_factory=dict)
    streams: dict[str, list[tuple[str, bytes]]] = field(default_factory=dict)

    def flush(self) -> None:
        self.values.clear()
        self.streams.clear()

    def get(self, key: str) -> bytes | None:
        value, until = self.values.get(key, (b"", 0.0))
        return value if until > asyncio.get_running_loop().time() else None

    def set(self, key: str, value: Any, nx: bool, ttl_s: float) -> bool | None:
        if nx and self.get(key) is not None:
            return None
        self.values[key] = (str(value).encode(), asyncio.get_running_loop().time() + ttl_s)
        return True

    def eval(self, script: str, keys: list[str], arguments: list[Any]) -> Any:
        """The scripts of ours, in Python."""
        match script:
            case leases.RENEW | leases.RELEASE:
                token = str(arguments[0]).encode()
                if self.get(keys[0]) != token:
                    return 0
                if script == leases.RELEASE:
                    del self.values[keys[0]]
                else:
                    until = asyncio.get_running_loop().time() + int(arguments[1]) / 1000
                    self.values[keys[0]] = (token, until)
                return 1
            case rate_limit.ADMIT:
                return [0, b"0"]
            case _ if script == APPEND:
                return self._append(keys, [_text(one) for one in arguments[:4]], arguments[4:])
        raise AssertionError(f"a script that is not known here: {script[:60]}")

    def _append(self, keys: list[str], limits: list[str], entries: list[Any]) -> None:
        """As `gamemaster.storage.frame_log.APPEND`."""
        before, most, lowest, _ = limits
        log = self.streams.get(keys[0], [])
        ids = [_text(one) for one in entries[::2]]
        if log and log[-1][0] == ids[-1]:
            return
        if all(known != before for known, _ in log):
            log = []
        log = [*log, *zip(ids, [_bytes(one) for one in entries[1::2]], strict=True)][-int(most) :]
        assert [_order(known) for known, _ in log] == sorted({_order(known) for known, _ in log})
        self.streams[keys[0]] = [entry for entry in log if _order(entry[0]) >= _order(lowest)]
        self.values.pop(keys[1], None)


def _order(name: str) -> tuple[int, int]:
    epoch, _, offset = name.partition("-")
    return int(epoch), int(offset)


def _text(value: Any) -> str:
    return value.decode() if isinstance(value, bytes) else str(value)


def _bytes(value: Any) -> bytes:
    return value if isinstance(value, bytes) else str(value).encode()


def _entries(log: list[tuple[str, bytes]]) -> list[tuple[bytes, dict[bytes, bytes]]]:
    """As redis-py gives them."""
    return [(name.encode(), {b"frame": frame}) for name, frame in log]


@dataclass(eq=False)
class RemoteRedis:
    """As much of redis-py's client as is asked for, over a wire."""

    server: RedisServer
    wire: Wire

    async def get(self, key: str) -> bytes | None:
        return await self.wire.to_redis(lambda: self.server.get(key))

    async def set(
        self, key: str, value: Any, nx: bool = False, px: int | None = None, ex: int | None = None
    ) -> Any:
        ttl_s = px / 1000 if px is not None else float(ex or 10**6)
        return await self.wire.to_redis(lambda: self.server.set(key, value, nx, ttl_s))

    async def eval(self, script: str, count: int, *rest: Any) -> Any:
        keys, arguments = [str(key) for key in rest[:count]], list(rest[count:])
        return await self.wire.to_redis(lambda: self.server.eval(script, keys, arguments))

    async def xrange(self, key: str, min: str) -> list[tuple[bytes, dict[bytes, bytes]]]:  # noqa: A002
        found = await self.wire.to_redis(lambda: _entries(self.server.streams.get(key, [])))
        return [one for one in found if _order(one[0].decode()) >= _order(min)]

    def pipeline(self, transaction: bool) -> _Pipeline:
        return _Pipeline(self)


@dataclass(eq=False)
class _Pipeline:
    """Several calls in one round trip."""

    redis: RemoteRedis
    calls: list[Callable[[], Any]] = field(default_factory=list)

    def eval(self, script: str, count: int, *rest: Any) -> None:
        keys, arguments = [str(key) for key in rest[:count]], list(rest[count:])
        self.calls.append(lambda: self.redis.server.eval(script, keys, arguments))

    def get(self, key: str) -> None:
        self.calls.append(lambda: self.redis.server.get(key))

    def xrevrange(self, key: str, count: int) -> None:
        self.calls.append(lambda: _entries(self.redis.server.streams.get(key, []))[::-1][:count])

    async def execute(self, raise_on_error: bool = True) -> list[Any]:
        return await self.redis.wire.to_redis(lambda: [call() for call in self.calls])


class RemoteLink(RedisLink):
    """The link of one process to the simulation's Redis."""

    def __init__(self, server: RedisServer, wire: Wire) -> None:
        super().__init__("redis://127.0.0.1:1", asyncio.get_running_loop().time)
        self._redis: Any = RemoteRedis(server, wire)

    async def close(self) -> None:
        """There is nothing to close."""
