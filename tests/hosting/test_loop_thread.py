"""A loop in a thread: it works beside its context, which ends it; and work that ends first harms nobody."""

from __future__ import annotations

import asyncio
import threading

from gamemaster.hosting.failure import MayFail
from gamemaster.hosting.loop_thread import loop_thread


def test_the_work_runs_in_a_thread_of_its_own_until_the_context_ends() -> None:
    began = threading.Event()
    threads: list[threading.Thread] = []
    ended: list[str] = []

    async def work(stop: asyncio.Event) -> None:
        threads.append(threading.current_thread())
        began.set()
        await stop.wait()
        ended.append("after its stop")

    with loop_thread(work, "beside"):
        assert began.wait(10)
        assert (threads[0].name, ended) == ("beside", [])
    assert ended == ["after its stop"]
    assert not threads[0].is_alive()


def test_work_that_has_ended_before_lets_its_context_end() -> None:
    began = threading.Event()
    threads: list[threading.Thread] = []

    async def work(_: asyncio.Event) -> None:
        threads.append(threading.current_thread())
        began.set()

    with loop_thread(work, "soon over"):
        assert began.wait(10)
        threads[0].join()  # its loop is closed now
    assert not threads[0].is_alive()


async def test_the_first_reason_of_a_failure_stands() -> None:
    server = MayFail()
    server.fail("the disk is full")
    server.fail("it was told to stop")
    assert await server.failed == "the disk is full"
