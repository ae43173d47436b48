"""A request of a turn, asked: its deltas come through, are recorded, and its account is noted with the turn."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing

from gamemaster.narration.model.engine_tape import record_answer
from gamemaster.narration.model.text_source import Cut, Generation, ModelState, Stage, TextSource
from gamemaster.narration.prompts.prompt import Prompt
from gamemaster.rules.state import StageUse
from inference.engine import DeadlineExceeded, Delta, Finish, FinishReason


async def stream_answer(
    source: TextSource, turn: ModelState, stage: Stage, prompt: Prompt, generation: Generation
) -> AsyncGenerator[Delta, None]:
    """The deltas of an answer. Raises EngineError, and `Cut` for an answer that never came."""
    request = generation.request
    await turn.gate.wait()
    started = source.clock()
    finish: Finish | None = None
    last = None
    if source.grace_s is not None:
        last = asyncio.get_running_loop().time() + request.deadline_s + source.grace_s
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
            while True:
                # Around each step alone: the steps of a telling may be taken in different tasks.
                async with asyncio.timeout_at(last):
                    delta = await anext(deltas, None)
                if delta is None:
                    break
                finish = delta.finish or finish
                yield delta
    except TimeoutError:
        raise DeadlineExceeded(request.deadline_s) from None
    finally:
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
