"""The connection to Redis (or Valkey), which may be away at any time: then everybody goes on without, at once."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator, Callable

import redis.asyncio
from redis import exceptions
from redis.asyncio.connection import BlockingConnectionPool
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

log = logging.getLogger(__name__)

# A turn must not wait long for what it can do without; a healthy Redis answers in under a millisecond.
TIMEOUT_S = 1.0
# After a failure nobody asks again for this long: a Redis that hangs would cost each frame the whole timeout.
REST_S = 1.0

CONNECTIONS = 64
# First words of what a server answers that is up, but of no use now (redis.io/docs: RESP protocol, simple errors).
NO_USE = (
    "CLUSTERDOWN",
    "LOADING",
    "MASTERDOWN",
    "MISCONF",
    "NOREPLICAS",
    "OOM",
    "READONLY",
    "TRYAGAIN",
    "UNBLOCKED",
)


class RedisAway(Exception):
    """Redis does not answer, or takes no writes. Go on without: it holds only what may be lost."""

    def __init__(self, why: str) -> None:
        super().__init__(f"Redis is away: {why}")
        self.why = why


class RedisLink:
    """A pool of connections with a circuit breaker. Used by one event loop; close it with `close`."""

    def __init__(
        self,
        url: str,
        clock: Callable[[], float] = time.monotonic,
        on_answer: Callable[[float], None] | None = None,
    ) -> None:
        """`url` as redis-py takes it: redis://, rediss:// or unix://. `clock` gives seconds; `on_answer` is told how
        many each use took."""
        pool = BlockingConnectionPool.from_url(
            url,
            max_connections=CONNECTIONS,
            timeout=TIMEOUT_S,  # for a connection that is free
            socket_timeout=TIMEOUT_S,
            socket_connect_timeout=TIMEOUT_S,
            # One repetition mends a connection that was left over from before a restart of Redis.
            retry=Retry(NoBackoff(), 1),
            retry_on_error=[exceptions.ConnectionError],
        )
        self._redis = redis.asyncio.Redis.from_pool(pool)
        self._clock, self._on_answer = clock, on_answer
        self.times_away = 0  # how often no answer came
        self._rests_until = 0.0
        self._places = asyncio.Semaphore(CONNECTIONS)
        self._why = ""

    @contextlib.asynccontextmanager
    async def use(self) -> AsyncIterator[redis.asyncio.Redis]:
        """A client whose failures become RedisAway. Many at once are a queue: waiting for one is no failure."""
        self._check_rest()
        async with self._places:
            self._check_rest()  # so that nobody in the queue waits for what is away
            async with self._told_as_away():
                yield self._redis

    def _check_rest(self) -> None:
        if self._clock() < self._rests_until:
            raise RedisAway(self._why)

    @contextlib.asynccontextmanager
    async def _told_as_away(self) -> AsyncIterator[None]:
        begun = self._clock()
        try:
            yield
            if self._on_answer is not None:
                self._on_answer(self._clock() - begun)
            if self._why:
                log.warning("Redis answers again")
                self._why = ""
        except (exceptions.RedisError, OSError) as error:
            if not is_away(error):
                raise
            if not self._why:
                log.warning("Redis is away, and stories go on without it: %s", error)
            self.times_away += 1
            self._why = f"{type(error).__name__}: {error}"
            self._rests_until = self._clock() + REST_S
            raise RedisAway(self._why) from error

    async def ping(self) -> None:
        """Returns when Redis answers. Raises RedisAway."""
        async with self.use() as client:
            await client.ping()

    async def close(self) -> None:
        await self._redis.aclose()


def is_away(error: BaseException) -> bool:
    """Whether the error says that Redis does not answer or takes no writes, rather than that we asked wrongly."""
    if isinstance(error, exceptions.ResponseError):
        return str(error).startswith(NO_USE) or isinstance(
            error, exceptions.OutOfMemoryError | exceptions.ReadOnlyError
        )
    return isinstance(error, exceptions.ConnectionError | exceptions.TimeoutError | OSError)
