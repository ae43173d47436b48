"""Truncated reasoning over any engine: count, cut, append </think>, continue on the same prefix."""

import asyncio
import time
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from dataclasses import dataclass, field, replace

from inference.engine import (
    Accounting,
    DeadlineExceeded,
    Delta,
    Engine,
    EngineInfo,
    Finish,
    FinishReason,
    GenerationRequest,
    check_request,
    new_request_id,
)
from inference.kinds import Kind

# SGLang's last chunk after an abort came within 57 ms. Only then is what was computed in its prefix cache.
ABORT_WAIT_S = 2.0


@dataclass
class _Turn:
    """One outer request: what has been passed on, and which inner request runs now."""

    inner_id: str
    aborted: bool = False
    passed: list[int] = field(default_factory=list)
    reasoning: int = 0
    cut: bool = False
    account: Accounting = field(default_factory=Accounting)


@dataclass(eq=False)
class BudgetedEngine:
    """An engine whose reasoning never exceeds the request's budget, whether or not the inner one enforces it.

    A request without a budget shall not reason: what it reasons nevertheless is cut at once. A turn that was cut
    has `reasoning_truncated` in its Finish; its account joins both parts, where cached tokens are the first part's,
    and acceptance is the last part's.
    """

    inner: Engine
    clock: Callable[[], float] = time.monotonic

    def __post_init__(self) -> None:
        self._turns: dict[str, _Turn] = {}

    @property
    def info(self) -> EngineInfo:
        return self.inner.info

    async def generate(self, request: GenerationRequest) -> AsyncGenerator[Delta, None]:
        started = self.clock()
        turn = self._turns[request.request_id] = _Turn(request.request_id)
        try:
            if request.thinking_open and request.reasoning_budget == 0:
                check_request(request, self.info)  # else the inner engine does, before anything is passed on
                turn.cut = True  # nothing to reason: no need to ask before closing
            else:
                async with aclosing(self._until_cut(request, turn)) as deltas:
                    async for delta in deltas:
                        yield delta
            if turn.cut:
                async with aclosing(self._continue(request, turn, started)) as deltas:
                    async for delta in deltas:
                        yield delta
        finally:
            del self._turns[request.request_id]

    async def _until_cut(self, request: GenerationRequest, turn: _Turn) -> AsyncGenerator[Delta, None]:
        budget = request.reasoning_budget or 0
        async with aclosing(self.inner.generate(request)) as deltas:
            async for delta in deltas:
                kept = delta
                if delta.kind is Kind.REASONING:
                    ids = delta.token_ids[: budget - turn.reasoning]
                    turn.reasoning += len(ids)
                    turn.cut = len(ids) < len(delta.token_ids)
                    kept = Delta(delta.kind, ids) if turn.cut else delta
                turn.passed += kept.token_ids
                if delta.finish and delta.finish.reason is FinishReason.BUDGET:
                    turn.cut = True
                    turn.account = delta.finish.accounting
                elif kept.token_ids or kept.text or kept.finish:
                    yield kept
                if turn.cut:
                    break
            if turn.cut and delta.finish is None:
                turn.account = await self._abort(deltas, turn)

    async def _abort(self, deltas: AsyncGenerator[Delta, None], turn: _Turn) -> Accounting:
        """Waits for the end of what was cut, as the next request is to find it in the prefix cache."""
        await self.inner.abort(turn.inner_id)
        try:
            async with asyncio.timeout(ABORT_WAIT_S):
                async for delta in deltas:
                    if delta.finish:
                        return delta.finish.accounting
        except TimeoutError:
            return turn.account  # closing the generator frees it; the prefix is then computed again
        return turn.account

    async def _continue(
        self, request: GenerationRequest, turn: _Turn, started: float
    ) -> AsyncGenerator[Delta, None]:
        close = self.info.think_close
        yield Delta(Kind.MARKER, close)
        turn.passed += close
        elapsed = self.clock() - started
        if elapsed >= request.deadline_s:
            raise DeadlineExceeded(request.deadline_s)
        room = request.sampling.max_new_tokens - len(turn.passed)
        if turn.aborted or room < 1:
            reason = FinishReason.ABORT if turn.aborted else FinishReason.BUDGET
            yield Delta(Kind.CONTENT, finish=Finish(reason, turn.account, True))
            return
        turn.inner_id = new_request_id()
        rest = replace(
            request,
            request_id=turn.inner_id,
            token_ids=(*request.token_ids, *turn.passed),
            sampling=replace(request.sampling, max_new_tokens=room),
            reasoning_budget=None,
            thinking_open=False,
            deadline_s=request.deadline_s - elapsed,
        )
        async with aclosing(self.inner.generate(rest)) as deltas:
            async for delta in deltas:
                yield self._with_total_cost(delta, request, turn, elapsed)

    def _with_total_cost(
        self, delta: Delta, request: GenerationRequest, turn: _Turn, elapsed: float
    ) -> Delta:
        if delta.finish is None:
            return delta
        first, second = turn.account, delta.finish.accounting
        account = replace(
            second,
            prompt_tokens=len(request.token_ids),
            cached_tokens=first.cached_tokens if first.prompt_tokens else second.cached_tokens,
            reasoning_tokens=turn.reasoning,
            completion_tokens=max(first.completion_tokens + len(self.info.think_close), len(turn.passed))
            + second.completion_tokens,
            first_token_s=_later(second.first_token_s, elapsed)
            if first.first_token_s is None
            else first.first_token_s,
            first_visible_s=_later(second.first_visible_s, elapsed),
        )
        return replace(delta, finish=replace(delta.finish, accounting=account, reasoning_truncated=True))

    async def abort(self, request_id: str) -> None:
        if turn := self._turns.get(request_id):
            turn.aborted = True
            await self.inner.abort(turn.inner_id)

    async def health(self) -> float:
        return await self.inner.health()

    async def close(self) -> None:
        await self.inner.close()


def _later(moment: float | None, by: float) -> float | None:
    return None if moment is None else moment + by
