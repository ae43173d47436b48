"""The lease in Redis that makes one worker the writer of a story.

A lease may be lost with Redis; that costs no turn, since the store's compare-and-set on the turn number is what keeps
two writers apart. It only saves the work of a second worker that would lose there.
"""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from gamemaster.storage.redis_client import RedisLink

# Both compare the token first, in one step, so that a worker whose lease has expired never touches its successor's.
RENEW = "if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('PEXPIRE', KEYS[1], ARGV[2]) end return 0"
RELEASE = "if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0"


@dataclass(frozen=True)
class Lease:
    """A held lease. `token` is `worker` and a nonce: a worker that comes back does not renew what it held before."""

    story: str
    worker: str
    token: str


class Leases:
    """Every method raises RedisAway when Redis does not answer: go on without a lease."""

    def __init__(self, link: RedisLink) -> None:
        self.link = link
        self.counts: Counter[str] = Counter()  # won, busy (another's), lost, released

    async def acquire(self, story: str, worker: str, ttl_s: float) -> Lease | None:
        """The lease for `ttl_s` seconds, or None while another holds it (or an earlier run of this worker)."""
        token = f"{worker}/{secrets.token_hex(8)}"
        async with self.link.use() as redis:
            taken = await redis.set(_key(story), token, nx=True, px=_milliseconds(ttl_s))
        self.counts["won" if taken else "busy"] += 1
        return Lease(story, worker, token) if taken else None

    async def renew(self, lease: Lease, ttl_s: float) -> bool:
        """Holds it `ttl_s` seconds from now on. False if it is lost: stop writing and load the story again."""
        return lease in await self.renew_all([lease], ttl_s)

    async def renew_all(self, leases: Sequence[Lease], ttl_s: float) -> set[Lease]:
        """Holds them so long, in one round trip. Those that are not lost."""
        async with self.link.use() as redis:
            together = redis.pipeline(transaction=False)
            for lease in leases:
                together.eval(RENEW, 1, _key(lease.story), lease.token, str(_milliseconds(ttl_s)))
            answers = await together.execute() if leases else []
        held = {lease for lease, answer in zip(leases, answers, strict=True) if answer}
        self.counts["lost"] += len(leases) - len(held)
        return held

    async def release(self, lease: Lease) -> bool:
        """False if it was lost before; another's lease is left alone."""
        async with self.link.use() as redis:
            held = bool(await redis.eval(RELEASE, 1, _key(lease.story), lease.token))
        self.counts["released" if held else "lost"] += 1
        return held

    async def holder(self, story: str) -> str | None:
        """The worker that holds the story's lease."""
        async with self.link.use() as redis:
            token = await redis.get(_key(story))
        return token.decode().rpartition("/")[0] if isinstance(token, bytes) else None


def _key(story: str) -> str:
    return f"gm:lease:{story}"


def _milliseconds(seconds: float) -> int:
    return max(1, round(seconds * 1000))
