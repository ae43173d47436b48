"""How often a player, or an address, may act: so many times a minute, with as many at once after a rest.

The generic cell rate algorithm (GCRA, ATM Forum TM 4.0, section 4.4.2): one number a player, the theoretical arrival
time. It lives in Redis, so that all workers count together; with Redis away each worker counts for itself.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from gamemaster.storage.redis_client import RedisAway, RedisLink

# Redis's own clock decides, so that the workers' clocks need not agree. Times in microseconds, as text: Lua's doubles
# hold them exactly (2^53 microseconds since 1970 last until the year 2255).
# Several limits are asked at once: where one of them refuses, none has counted anything.
ADMIT = """
local now = redis.call('TIME')
now = now[1] * 1000000 + now[2]
local dues = {}
for i, key in ipairs(KEYS) do
  local due = math.max(tonumber(redis.call('GET', key) or '0'), now)
  local tolerance = tonumber(ARGV[2 * i])
  if due - now > tolerance then return {i, string.format('%.0f', due - now - tolerance)} end
  dues[i] = due + tonumber(ARGV[2 * i - 1])
end
for i, key in ipairs(KEYS) do
  redis.call('SET', key, string.format('%.0f', dues[i]), 'PX', math.ceil((dues[i] - now) / 1000) + 1)
end
return {0, '0'}
"""
# Kept in memory for each limit; the ones with nothing to wait for go first.
LOCAL_KEYS = 10_000


class LocalRate:
    """The same, counted in this process alone: of anything, for anybody, at any cost."""

    def __init__(self, per_minute: float, clock: Callable[[], float] = time.monotonic) -> None:
        """`clock` gives seconds."""
        self._clock = clock
        self._interval_s = 60.0 / per_minute
        self._tolerance_s = self._interval_s * (per_minute - 1)
        self._due: dict[str, float] = {}

    def wait_s(self, key: str) -> float:
        """Seconds until something may be had again; 0.0 if it may be now."""
        return self._wait_s(key, self._clock())

    def admit(self, key: str, cost: float = 1.0) -> float:
        """0.0 if it may be had now (and this was counted), else the seconds to wait (and it was not)."""
        now = self._clock()
        wait_s = self._wait_s(key, now)
        if not wait_s:
            self._charge(key, cost, now)
        return wait_s

    def charge(self, key: str, cost: float) -> None:
        """It was had, whether it was due or not."""
        self._charge(key, cost, self._clock())

    def _wait_s(self, key: str, now: float) -> float:
        return max(0.0, self._due.get(key, now) - now - self._tolerance_s)

    def _charge(self, key: str, cost: float, now: float) -> None:
        self._due[key] = max(self._due.get(key, now), now) + cost * self._interval_s
        if len(self._due) > LOCAL_KEYS:
            self._due = {who: when for who, when in self._due.items() if when > now}


class RateLimit:
    """Admits `per_minute` acts a minute of each player (and as many in one go)."""

    def __init__(
        self,
        link: RedisLink,
        per_minute: int,
        name: str = "acts",
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`name` tells limits on the same Redis apart. `clock` gives seconds, for use while Redis is away."""
        if per_minute < 1:
            raise ValueError(f"per_minute must be at least 1, not {per_minute}")
        self.link = link
        self.per_minute = per_minute
        self.name = name
        self._interval_s = 60.0 / per_minute
        self._tolerance_s = self._interval_s * (per_minute - 1)
        self._here = LocalRate(per_minute, clock)

    async def admit(self, key: str) -> float:
        """0.0 if whoever it is may act now (and this was counted), else the seconds to wait (and it was not)."""
        refused = await admit_all((self, key))
        return refused[1] if refused is not None else 0.0

    def admit_here(self, key: str) -> float:
        """The same, counted in this process alone."""
        return self._here.admit(key)

    def key_of(self, key: str) -> str:
        """In Redis."""
        return f"gm:rate:{self.name}:{key}"

    @property
    def arguments(self) -> tuple[str, str]:
        """Of `ADMIT`: interval and tolerance in microseconds."""
        return str(round(self._interval_s * 1e6)), str(round(self._tolerance_s * 1e6))


async def admit_all(*asked: tuple[RateLimit, str]) -> tuple[RateLimit, float] | None:
    """Asks limits on one Redis, each for a key, in one round trip: which refuses, and the seconds to wait; None if all
    admit, and it was counted."""
    limits = [limit for limit, _ in asked]
    keys = [limit.key_of(key) for limit, key in asked]
    try:
        async with limits[0].link.use() as redis:
            arguments = [argument for limit in limits for argument in limit.arguments]
            number, wait = await redis.eval(ADMIT, len(keys), *keys, *arguments)
    except RedisAway:
        for limit, key in asked:
            if wait_s := limit.admit_here(key):
                return limit, wait_s
        return None
    return (limits[number - 1], int(wait) / 1e6) if number else None
