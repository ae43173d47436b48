"""The line before the store: so many at once, all of them in the end, and questions of health past the line."""

import asyncio

import pytest

from gamemaster.storage.concurrency_limit import queued
from gamemaster.storage.store import StoreUnavailable


class SlowStore:
    """Counts who is inside; only what the tests call."""

    def __init__(self) -> None:
        self.inside = self.most = 0
        self.door = asyncio.Event()

    async def has_player(self, player: str) -> bool:
        self.inside += 1
        self.most = max(self.most, self.inside)
        await self.door.wait()
        self.inside -= 1
        if player == "bad":
            raise StoreUnavailable("it is away")
        return True

    async def ping(self) -> None:
        return None


async def test_no_more_than_so_many_at_once_and_all_are_served() -> None:
    slow = SlowStore()
    store = queued(slow, at_once=3)  # type: ignore[arg-type]  # the part of a store that is needed here
    calls = [asyncio.create_task(store.has_player("x")) for _ in range(10)]
    await asyncio.sleep(0.01)
    assert slow.inside == 3
    await asyncio.wait_for(store.ping(), 1)
    slow.door.set()
    assert await asyncio.gather(*calls) == [True] * 10
    assert slow.most == 3


async def test_a_failure_frees_the_place() -> None:
    slow = SlowStore()
    slow.door.set()
    store = queued(slow, at_once=1)  # type: ignore[arg-type]  # as above
    with pytest.raises(StoreUnavailable):
        await store.has_player("bad")
    assert await asyncio.wait_for(store.has_player("good"), 1)
