"""Lets so many calls into the store at once; the others wait in line instead of failing for want of a connection."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Any, ParamSpec, TypeVar, cast

from gamemaster.storage.store import Store

P = ParamSpec("P")
T = TypeVar("T")

# Fewer than the connections in `gamemaster.storage.database`'s pool, which gives up on those who wait for one.
AT_ONCE = 16
# What asks how the store is must not wait for those who use it.
UNQUEUED = frozenset({"ping", "close"})


class _Queue:
    """Stands before a store and has its methods."""

    def __init__(self, store: Store, at_once: int) -> None:
        self._store = store
        self._places = asyncio.Semaphore(at_once)

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._store, name)
        return found if name in UNQUEUED or not callable(found) else self._queued(found)

    def _queued(self, method: Callable[P, Awaitable[T]]) -> Callable[P, Awaitable[T]]:
        @wraps(method)
        async def call(*args: P.args, **kwargs: P.kwargs) -> T:
            async with self._places:
                return await method(*args, **kwargs)

        return call


def queued(store: Store, at_once: int = AT_ONCE) -> Store:
    """The store, of whose methods at most `at_once` run at the same time. Used by one event loop."""
    return cast(Store, _Queue(store, at_once))
