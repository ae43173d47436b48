"""Scripts for Redis in shared round trips: those that come while one is on its way go together in the next."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field

from redis.asyncio import Redis

from gamemaster.storage.redis_client import RedisAway, RedisLink, is_away

MOST_AT_ONCE = 64  # so that one round trip stays far below the link's timeout

Argument = str | bytes


@dataclass(eq=False)
class _Call:
    script: str
    keys: int
    arguments: Sequence[Argument]
    done: asyncio.Future[None]

    def settle(self, answer: object) -> None:
        if not self.done.done():  # whoever asked may be gone; it was done all the same
            if isinstance(answer, BaseException):
                self.done.set_exception(answer)
            else:
                self.done.set_result(None)


@dataclass(eq=False)
class ScriptBatches:
    """Runs scripts in the order of asking. Its task lives while there is something to do."""

    link: RedisLink
    _waiting: list[_Call] = field(default_factory=list)
    _task: asyncio.Task[None] | None = None

    async def run(self, script: str, keys: int, arguments: Sequence[Argument]) -> None:
        """Returns when the script has run. Raises RedisAway. Cancelling the caller does not take the script back."""
        call = _Call(script, keys, arguments, asyncio.get_running_loop().create_future())
        self._waiting.append(call)
        if self._task is None:
            self._task = asyncio.create_task(self._work(), name="scripts for Redis")
        await call.done

    async def _work(self) -> None:
        try:
            while self._waiting:
                batch, self._waiting = self._waiting[:MOST_AT_ONCE], self._waiting[MOST_AT_ONCE:]
                try:
                    async with self.link.use() as redis:
                        await _together(redis, batch)
                except RedisAway as error:
                    for call in batch:
                        call.settle(RedisAway(error.why))
                except Exception as error:
                    for call in batch:
                        call.settle(error)
                except asyncio.CancelledError:
                    for call in [*batch, *self._waiting]:
                        call.settle(RedisAway("the service is being stopped"))
                    self._waiting.clear()
                    raise
        finally:
            self._task = None


async def _together(redis: Redis, batch: list[_Call]) -> None:
    """One round trip. Each call gets its own answer; an answer that says that Redis is of no use is raised as well."""
    pipeline = redis.pipeline(transaction=False)
    for call in batch:
        pipeline.eval(call.script, call.keys, *call.arguments)
    answers = await pipeline.execute(raise_on_error=False)
    for call, answer in zip(batch, answers, strict=True):
        if not (isinstance(answer, Exception) and is_away(answer)):
            call.settle(answer)
    for answer in answers:
        if isinstance(answer, Exception) and is_away(answer):
            raise answer
