"""A request of a turn, asked: its deltas come through, are recorded, and its account is noted with the turn."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable
from contextlib import aclosing

from gamemaster.narration.model.engine_tape import record_answer
from gamemaster.narration.model.text_source import Cut, Generation, ModelState, Stage, TextSource
from gamemaster.narration.prompts.prompt import Prompt
from gamemaster.rules.state import StageUse
from inference.engine import DeadlineExceeded, Delta, Finish, FinishReason


class _Steps:
    """Steps that are taken within some seconds from now, all of them, perhaps each in another task.

    As `asyncio.timeout` around each, with one timer for all: a telling has a hundred.
    """

    def __init__(self, seconds: float | None) -> None:
        self._loop = asyncio.get_running_loop()
        self._timer = None if seconds is None else self._loop.call_later(seconds, self._expire)
        self._task: asyncio.Task[object] | None = None  # which takes a step now
        self._is_over = self._is_stopped = False

    def _expire(self) -> None:
        self._is_over = True
        if self._task is not None:
            self._is_stopped = True
            self._task.cancel()

    async def take(self, step: Awaitable[Delta | None]) -> Delta | None:
        """What comes of it. Raises TimeoutError."""
        task = asyncio.current_task()
        assert task is not None
        before, self._task = task.cancelling(), task
        if self._is_over:
            self._loop.call_soon(self._expire)  # what need not be waited for is taken still
        try:
            return await step
        except asyncio.CancelledError:
            if self._is_stopped and task.uncancel() <= before:
                raise TimeoutError from None
            raise
        finally:
            self._task = None

    def close(self) -> None:
        if self._timer is not None:
            self._timer.cancel()


async def stream_answer(
    source: TextSource, turn: ModelState, stage: Stage, prompt: Prompt, generation: Generation
) -> AsyncGenerator[Delta, None]:
    """The deltas of an answer. Raises EngineError, and `Cut` for an answer that never came."""
    request = generation.request
    await turn.gate.wait()
    started = source.clock()
    finish: Finish | None = None
    steps = _Steps(None if source.grace_s is None else request.deadline_s + source.grace_s)
    try:
        answer = record_answer(
            generation.deltas,
            turn.tape,
            turn.number,
            stage,
            request,
            prompt,
            source.chat.decode,
            source.hide,
            turn.gate,
        )
        async with aclosing(answer) as deltas:
            while (delta := await steps.take(anext(deltas, None))) is not None:
                finish = delta.finish or finish
                yield delta
    except TimeoutError:
        raise DeadlineExceeded(request.deadline_s) from None
    finally:
        steps.close()
        if finish is not None:
            _account(source, turn, stage, finish, source.clock() - started)
    if finish is None or finish.reason in (FinishReason.ABORT, FinishReason.BUDGET):
        raise Cut("budget", f"the {source.kind} ended with {finish.reason if finish else 'no word'}")


def _account(source: TextSource, turn: ModelState, stage: Stage, finish: Finish, seconds: float) -> None:
    account = finish.accounting
    first, visible = account.first_token_s, account.first_visible_s
    source.pace.measure(
        source.clock(), tokens=account.completion_tokens, seconds=seconds, first_token_s=first
    )
    use = StageUse(
        stage=stage,
        prompt=account.prompt_tokens,
        cached=account.cached_tokens,
        reasoning=account.reasoning_tokens,
        completion=account.completion_tokens,
        first_visible_ms=None if visible is None else round(visible * 1000),
        accept_length=account.accept_length,
    )
    turn.model.uses.append(use)
    if finish.reasoning_truncated:
        # A server's model is stopped for good, an engine's is made to close its thought and goes on.
        how = (
            f"cut after {account.reasoning_tokens} tokens" if source.exact else "did not end, and was cut off"
        )
        turn.step(f"{stage}: reasoning {how}")
