"""A task beside the work of a context, which owns it."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Coroutine


@contextlib.asynccontextmanager
async def background_task(work: Coroutine[object, object, None], name: str) -> AsyncIterator[None]:
    """Runs `work` until the context ends, which cancels it and waits for its end.

    What it raises is told to nobody: it must deal with its errors itself.
    """
    task = asyncio.create_task(work, name=name)
    try:
        yield
    finally:
        task.cancel()
        await asyncio.wait({task})
