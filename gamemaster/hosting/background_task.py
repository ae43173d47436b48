"""A task beside the work of a context, which owns it."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Coroutine

CANCEL_AGAIN_S = 5.0


@contextlib.asynccontextmanager
async def background_task(work: Coroutine[object, object, None], name: str) -> AsyncIterator[None]:
    """Runs `work` until the context ends, which cancels it and waits for its end.

    What it raises is told to nobody: it must deal with its errors itself.
    """
    task = asyncio.create_task(work, name=name)
    try:
        yield
    finally:
        while not task.done():  # a library may swallow one cancellation that comes just as it is done
            task.cancel()
            await asyncio.wait({task}, timeout=CANCEL_AGAIN_S)
