"""An event loop in a thread of its own, for what a process without one runs beside its work."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable, Coroutine, Iterator


@contextlib.contextmanager
def loop_thread(
    work: Callable[[asyncio.Event], Coroutine[object, object, None]], name: str
) -> Iterator[None]:
    """Runs `work` in a thread until the context ends, which sets the event that `work` was given and waits for its end.

    What it raises is told to nobody: it must deal with its errors itself.
    """
    loop, stop = asyncio.new_event_loop(), asyncio.Event()

    def run() -> None:
        with asyncio.Runner(loop_factory=lambda: loop) as runner:
            runner.run(work(stop))

    thread = threading.Thread(target=run, name=name)
    thread.start()
    try:
        yield
    finally:
        with contextlib.suppress(RuntimeError):  # the work has ended before, and the loop is closed
            loop.call_soon_threadsafe(stop.set)
        thread.join()
