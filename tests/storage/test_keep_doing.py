"""What is done every few seconds goes on whatever happens, and says once that the database is away, and once that it is
back."""

from __future__ import annotations

import asyncio
import contextlib
import logging

import pytest

from gamemaster.storage.keep_doing import keep_doing
from gamemaster.storage.store import StoreUnavailable

log = logging.getLogger("gamemaster.tests.keep_doing")


async def test_an_outage_is_two_lines_and_a_fault_ends_nothing(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO", log.name)
    fates = [None, StoreUnavailable("gone"), StoreUnavailable("gone"), None, ValueError("odd"), None]
    done = asyncio.Event()

    async def work() -> None:
        if not fates:
            done.set()
            return
        fate = fates.pop(0)
        if fate is not None:
            raise fate

    doing = asyncio.create_task(keep_doing(work, 0.0, "counting sheep", log))
    async with asyncio.timeout(30):
        await done.wait()
    doing.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await doing
    assert [(line.levelname, line.getMessage().split(": ")[1]) for line in caplog.records] == [
        ("WARNING", "not just now"),
        ("WARNING", "the database is back, after 0 s"),
        ("ERROR", "this failed, and is tried again in 0 s"),
    ]
    assert caplog.records[-1].exc_info is not None
