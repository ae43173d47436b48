"""An event loop whose clock only moves when nobody has anything to do: hours pass in milliseconds, the same each time.

Callbacks run in asyncio's own order, which code may rely on; chance comes in where it does in life, in how long a
server or a network takes. (On PyPI `looptime` moves a clock likewise, for tests on a pytest loop; it has no processes.)
"""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Callable, Coroutine, Mapping
from contextvars import Context, ContextVar
from typing import Any, TypeVar

T = TypeVar("T")
PROCESS: ContextVar[str] = ContextVar("PROCESS", default="")  # in whose name the present task runs


class Stuck(Exception):
    """Everybody waits for somebody, and no timer runs."""


class _NoSelector(selectors.BaseSelector):
    """Waits for nothing but time, which passes at once."""

    def __init__(self) -> None:
        self.now = 0.0
        self._keys: dict[Any, selectors.SelectorKey] = {}

    def register(self, fileobj: Any, events: int, data: Any = None) -> selectors.SelectorKey:
        key = self._keys[fileobj] = selectors.SelectorKey(fileobj, 0, events, data)
        return key

    def unregister(self, fileobj: Any) -> selectors.SelectorKey:
        return self._keys.pop(fileobj)

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout is None:
            raise Stuck("everybody waits, and no timer runs")
        self.now += max(0.0, timeout)
        return []

    def get_map(self) -> Mapping[Any, selectors.SelectorKey]:
        return self._keys


class VirtualLoop(asyncio.SelectorEventLoop):
    """Its time begins at 0.0 seconds. Knows which tasks each process of the simulation has."""

    def __init__(self) -> None:
        self._moments = _NoSelector()
        super().__init__(self._moments)
        self.tasks: dict[str, dict[asyncio.Task[Any], None]] = {}  # in the order of beginning
        self.set_task_factory(self._make_task)

    def time(self) -> float:
        return self._moments.now

    def _make_task(
        self, loop: asyncio.AbstractEventLoop, work: Any, context: Context | None = None, **named: Any
    ) -> asyncio.Task[Any]:
        owner = PROCESS.get() if context is None else context.get(PROCESS, "")
        task: asyncio.Task[Any] = asyncio.Task(work, loop=loop, context=context, **named)
        mine = self.tasks.setdefault(owner, {})
        mine[task] = None
        task.add_done_callback(lambda done: mine.pop(done, None))
        return task


def run(main: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """Run it on a loop of its own, to its end. Raises Stuck."""
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        return runner.run(main())
