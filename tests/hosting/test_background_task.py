"""A task beside the work of a context ends with it."""

import asyncio

import pytest

from gamemaster.hosting import background_task as module
from gamemaster.hosting.background_task import background_task


async def test_a_task_that_missed_its_cancellation_is_cancelled_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "CANCEL_AGAIN_S", 0.001)
    missed: list[bool] = []

    async def work() -> None:
        while True:
            try:
                await asyncio.sleep(60)
            except asyncio.CancelledError:
                if missed:
                    raise
                missed.append(True)

    async with asyncio.timeout(30):
        async with background_task(work(), "work"):
            await asyncio.sleep(0)
    assert missed == [True]
