"""A model's answer, step by step: how long each may be waited for, and what that costs."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from types import SimpleNamespace
from typing import Any

import pytest

from gamemaster.narration.model.answer_stream import stream_answer
from inference.engine import (
    DeadlineExceeded,
    Delta,
    EngineError,
    Finish,
    FinishReason,
    GenerationRequest,
    Kind,
    Sampling,
)

WORDS, LAST = Delta(Kind.CONTENT, (1,), "Snow. "), Delta(Kind.CONTENT, finish=Finish(FinishReason.COMPLETE))


async def hanging() -> AsyncGenerator[Delta, None]:
    yield WORDS
    await asyncio.Event().wait()


async def long_telling() -> AsyncGenerator[Delta, None]:
    for _ in range(50):
        await asyncio.sleep(0)
        yield WORDS
    yield LAST


def answer(
    deltas: AsyncGenerator[Delta, None], *, deadline_s: float = 0.02, grace_s: float | None = 0.02
) -> AsyncGenerator[Delta, None]:
    """The deltas as a turn gets them."""
    gate = asyncio.Event()
    gate.set()
    source: Any = SimpleNamespace(
        clock=asyncio.get_running_loop().time, grace_s=grace_s, chat=SimpleNamespace(decode=str), hide=str,
        pace=SimpleNamespace(measure=lambda *_, **__: None), exact=True, kind="engine",
    )  # fmt: skip
    turn: Any = SimpleNamespace(gate=gate, tape=None, number=1, model=SimpleNamespace(uses=[]))
    request = GenerationRequest("0" * 32, (1,), Sampling(9), deadline_s=deadline_s)
    generation: Any = SimpleNamespace(request=request, deltas=deltas)
    prompt: Any = None
    return stream_answer(source, turn, "narration", prompt, generation)


async def test_an_answer_that_hangs_ends_at_its_deadline_whichever_task_waits() -> None:
    deltas = answer(hanging())
    assert await asyncio.create_task(anext(deltas)) == WORDS
    waiting = asyncio.create_task(anext(deltas))
    with pytest.raises(DeadlineExceeded):
        await waiting
    assert not waiting.cancelled()


async def test_a_deadline_that_passed_between_two_steps_ends_the_next_one() -> None:
    deltas = answer(hanging())
    assert await anext(deltas) == WORDS
    await asyncio.sleep(0.1)
    with pytest.raises(EngineError):
        await anext(deltas)


async def test_what_is_there_is_still_taken_when_the_deadline_has_passed() -> None:
    async def at_once() -> AsyncGenerator[Delta, None]:
        yield WORDS
        yield LAST

    deltas = answer(at_once())
    assert await anext(deltas) == WORDS
    await asyncio.sleep(0.1)
    assert [delta async for delta in deltas] == [LAST]


@pytest.mark.parametrize("wait_s", [0.0, 0.1])
async def test_whoever_is_cancelled_from_outside_is_cancelled(wait_s: float) -> None:
    """Also at the deadline itself."""
    deltas = answer(hanging())
    await anext(deltas)
    await asyncio.sleep(wait_s)
    waiting = asyncio.create_task(anext(deltas))
    await asyncio.sleep(0)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting


async def test_a_long_telling_sets_one_timer(monkeypatch: pytest.MonkeyPatch) -> None:
    """One for each step cost a fiftieth of a model's turn."""
    loop = asyncio.get_running_loop()
    at: list[float] = []
    set_timer = loop.call_at

    def call_at(when: float, callback: Callable[..., object], *args: Any, **more: Any) -> asyncio.TimerHandle:
        at.append(when)
        return set_timer(when, callback, *args, **more)

    monkeypatch.setattr(loop, "call_at", call_at)
    monkeypatch.setattr(
        loop, "call_later", lambda delay, *rest, **more: call_at(loop.time() + delay, *rest, **more)
    )
    told = [delta async for delta in answer(long_telling(), deadline_s=5.0)]
    assert (len(told), len(at)) == (51, 1)
