"""Sums of a day of UTC that all processes keep together, without one of them waiting for Redis.

Each adds up for itself what it spends, and every second hands what came since to a hash in Redis, which answers with
the sums of all. What is known of the others is thus a second old, and of somebody who just came from another process
nothing for as long. With Redis away each counts for itself, and catches up later.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import time
from collections import Counter
from collections.abc import Callable, Mapping

from gamemaster.storage.redis_client import RedisAway, RedisLink

log = logging.getLogger(__name__)

DAY_S = 86_400
SHARE_S = 1.0
KEPT_S = DAY_S + 3_600  # from the last change on
KEY = "gm:sums"


class DaySums:
    """The sums of today by name, as far as they are known here. Used by one event loop."""

    def __init__(self, clock: Callable[[], float] = time.time) -> None:
        """`clock` gives seconds since 1970."""
        self._clock = clock
        self.watchers: list[
            Callable[[str, int], None]
        ] = []  # told what others added to a sum since the last look
        self._day = 0
        self._own: Counter[str] = Counter()
        self._others: dict[str, int] = {}
        self._shared: Counter[str] = Counter()  # of `_own`, what the others know
        self._wanted: set[str] = set()

    def _turn_the_page(self) -> None:
        """A new day begins with empty sums."""
        day = int(self._clock() // DAY_S)
        if day != self._day:
            self._day = day
            for sums in (self._own, self._others, self._shared, self._wanted):
                sums.clear()

    @property
    def left_s(self) -> float:
        """Seconds until tomorrow."""
        return DAY_S - self._clock() % DAY_S

    def add(self, name: str, amount: int) -> None:
        """So much more was had."""
        self._turn_the_page()
        self._own[name] += amount
        self._wanted.add(name)

    def total(self, name: str) -> int:
        """What was had today; of others, what is known. They are asked about it at the next look."""
        self._turn_the_page()
        self._wanted.add(name)
        return self._own[name] + self._others.get(name, 0)

    def take(self) -> tuple[int, dict[str, int]]:
        """The day, and for each sum that was of interest since, what the others do not know yet."""
        self._turn_the_page()
        wanted, self._wanted = self._wanted, set()
        return self._day, {name: self._own[name] - self._shared[name] for name in wanted}

    def put_back(self, day: int, amounts: Mapping[str, int]) -> None:
        """It could not be handed over; the next time it is taken again."""
        if day == self._day:
            self._wanted.update(amounts)

    def learn(self, day: int, amounts: Mapping[str, int], totals: Mapping[str, int]) -> None:
        """The amounts were handed over, and these are the sums of all."""
        if day != self._day:
            return
        for name, total in totals.items():
            self._shared[name] += amounts[name]
            known, found = self._others.get(name), total - self._shared[name]
            # A Redis that lost everything takes nothing back of what was known.
            self._others[name] = max(found, known or 0)
            if known is not None and found > known:
                for watcher in self.watchers:
                    watcher(name, found - known)


class SharedSums:
    """Hands the sums of this process over, for as long as `run` runs."""

    def __init__(self, link: RedisLink, sums: DaySums) -> None:
        self.link, self.sums = link, sums

    async def run(self) -> None:
        """Until cancelled."""
        while True:
            await asyncio.sleep(SHARE_S)
            try:
                await self.share()
            except Exception:  # spending goes on to be counted here
                log.exception("what was spent could not be shared")

    async def share(self) -> None:
        """One round trip, if there is anything to say or to ask."""
        day, amounts = self.sums.take()
        if not amounts:
            return
        try:
            totals = await self._hand_over(f"{KEY}:{day}", amounts)
        except BaseException as error:
            self.sums.put_back(day, amounts)
            if not isinstance(error, RedisAway):
                raise
        else:
            self.sums.learn(day, amounts, totals)

    async def _hand_over(self, key: str, amounts: Mapping[str, int]) -> dict[str, int]:
        async with self.link.use() as redis:
            pipeline = redis.pipeline(transaction=True)
            for name, amount in amounts.items():
                pipeline.hincrby(key, _field(name), amount)
            pipeline.expire(key, KEPT_S)
            *totals, _ = await pipeline.execute()
        return dict(zip(amounts, map(int, totals), strict=True))


def _field(name: str) -> str:
    """Names hold players and addresses, which Redis need not know."""
    return hashlib.blake2b(name.encode(), digest_size=12).hexdigest()
