"""Waiting for what frames bring, without waking anybody for each frame."""

from __future__ import annotations

import asyncio
from collections.abc import Callable


class Waiting:
    """Conditions that are waited for; `look` after each change tries them."""

    def __init__(self) -> None:
        self.error: Exception | None = None  # raised for whoever waits, until it is taken away
        self._entries: list[tuple[Callable[[], bool], asyncio.Future[None]]] = []

    async def until(self, true: Callable[[], bool], within_s: float) -> bool:
        """Wait for something to become true. False when it did not in time. Raises what `fail` was given."""
        if self.error is not None:
            raise self.error
        if not true():
            awaited: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            entry = (true, awaited)
            self._entries.append(entry)
            try:
                async with asyncio.timeout(within_s):
                    await awaited
            except TimeoutError:
                return False
            finally:
                self._entries.remove(entry)
        return True

    def look(self) -> None:
        """Something changed."""
        for true, awaited in self._entries:
            if not awaited.done() and true():
                awaited.set_result(None)

    def fail(self, error: Exception) -> None:
        """Whoever waits, or will, gets this error."""
        self.error = error
        for _, awaited in self._entries:
            if not awaited.done():
                awaited.set_exception(error)
