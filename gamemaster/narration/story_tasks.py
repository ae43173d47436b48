"""Work beside the play, at most one task a story at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any


class StoryTasks:
    """Named for logs and debuggers by `name`. True while any of them is at work."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def __len__(self) -> int:
        return len(self._tasks)

    def __contains__(self, story: str) -> bool:
        running = self._tasks.get(story)
        return running is not None and not running.done()

    def start(self, story: str, work: Coroutine[Any, Any, None]) -> None:
        """Begin a story's work. The caller has seen that none is at work for it."""
        self._tasks[story] = task = asyncio.create_task(work, name=self._name)
        task.add_done_callback(lambda _: self._forget(story, task))

    def _forget(self, story: str, task: asyncio.Task[None]) -> None:
        if self._tasks.get(story) is task:  # work that was begun since is another task's
            del self._tasks[story]

    async def wait_until_idle(self) -> None:
        """Returns when nothing is at work any more, what was begun meanwhile included."""
        while self._tasks:
            await asyncio.wait(list(self._tasks.values()))
            await asyncio.sleep(0)

    async def close(self) -> None:
        """Give up what is at work."""
        for task in list(self._tasks.values()):
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)
