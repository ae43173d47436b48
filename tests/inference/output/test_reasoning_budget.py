"""Budgets held by counting, cutting and continuing, over an engine that does not know them."""

import asyncio
from collections.abc import AsyncGenerator
from dataclasses import replace
from typing import Any

import pytest

from inference.engine import DeadlineExceeded, Delta, EngineLost, FinishReason, GenerationRequest, Kind
from inference.output.reasoning_budget import BudgetedEngine
from inference.scripted.engine import Cadence, ScriptedEngine
from inference.scripted.script import END_THINK, THINK, Fault, prompt_of, write_script
from tests.inference.requests import collect, request_of

AT_ONCE = Cadence(tokens_per_s=1e9, first_token_s=0.0, chunk=3)
SCRIPT = write_script("The door stays locked.", "First one thing, then another, then a third, and so on.")


class Recorder(ScriptedEngine):
    """Keeps the requests that it got; `deaf`: knows no budget at all, not even the hard stop."""

    deaf = False

    async def generate(self, request: GenerationRequest) -> AsyncGenerator[Delta, None]:
        self.requests = [*getattr(self, "requests", []), request]
        if self.deaf and request.reasoning_budget is not None:
            request = replace(request, reasoning_budget=request.sampling.max_new_tokens - 3)
        async for delta in super().generate(request):
            yield delta


def engine_of(deaf: bool = False, **script: Any) -> tuple[BudgetedEngine, Recorder]:
    inner = Recorder(script=replace(SCRIPT, **script), cadence=AT_ONCE)
    inner.deaf = deaf
    return BudgetedEngine(inner), inner


@pytest.mark.parametrize("budget", [0, 1, 20, 500])
@pytest.mark.parametrize("thinking_open", [True, False])
@pytest.mark.parametrize("deaf", [True, False])
async def test_endless_reasoning_ends_at_exactly_the_budget(
    budget: int, thinking_open: bool, deaf: bool
) -> None:
    engine, inner = engine_of(deaf, closes=False)
    request = request_of(max_new_tokens=1000, reasoning_budget=budget, thinking_open=thinking_open)
    answer = await collect(engine, request)
    assert len(answer.ids(Kind.REASONING)) == budget
    assert answer.text == "The door stays locked."
    assert answer.finish.reasoning_truncated
    assert answer.finish.reason is FinishReason.COMPLETE
    assert answer.finish.accounting.reasoning_tokens == budget
    assert answer.finish.accounting.prompt_tokens == len(request.token_ids)
    assert answer.finish.accounting.completion_tokens > budget
    opening = () if thinking_open else (THINK,)
    cut = len(opening) + budget + 1
    assert answer.ids()[:cut] == (*opening, *answer.ids(Kind.REASONING), END_THINK)
    # It went on from exactly what was passed on, so the caller's next prompt finds it all in the cache.
    assert inner.requests[-1].token_ids == (*request.token_ids, *answer.ids()[:cut])
    assert len(inner.requests) == (1 if budget == 0 and thinking_open else 2)
    assert len({one.request_id for one in inner.requests}) == len(inner.requests)


@pytest.mark.parametrize("budget", [20, 500])
@pytest.mark.parametrize("honours", [True, False])
async def test_reasoning_that_closes_in_time_is_left_alone(budget: int, honours: bool) -> None:
    engine, inner = engine_of(honours_budget=honours)
    answer = await collect(engine, request_of(max_new_tokens=1000, reasoning_budget=budget))
    assert answer.ids(Kind.REASONING) == SCRIPT.reasoning
    assert not answer.finish.reasoning_truncated
    assert len(inner.requests) == 1


async def test_reasoning_exactly_as_long_as_the_budget_is_not_cut() -> None:
    engine, inner = engine_of()
    answer = await collect(engine, request_of(reasoning_budget=len(SCRIPT.reasoning)))
    assert not answer.finish.reasoning_truncated
    assert len(inner.requests) == 1


async def test_an_engine_that_enforces_the_budget_itself_is_not_cut_again() -> None:
    engine, inner = engine_of(honours_budget=True)
    answer = await collect(engine, request_of(reasoning_budget=2))
    assert len(answer.ids(Kind.REASONING)) == 2
    assert answer.finish.reasoning_truncated
    assert len(inner.requests) == 1


async def test_reasoning_that_nobody_asked_for_is_cut_at_once() -> None:
    script = write_script("Fine.")
    unasked = replace(script, content=(THINK, *SCRIPT.reasoning))
    inner = Recorder(script=unasked, cadence=AT_ONCE)
    answer = await collect(BudgetedEngine(inner), request_of())
    # The continuation reasons again, so there is no answer to give: said, not hidden.
    assert answer.finish.reason is FinishReason.BUDGET
    assert answer.ids(Kind.REASONING) == ()
    assert answer.text == ""
    assert len(inner.requests) == 2


async def test_the_continuation_keeps_to_what_is_left() -> None:
    engine, inner = engine_of(closes=False)
    request = request_of(max_new_tokens=30, reasoning_budget=20)
    await collect(engine, request)
    assert inner.requests[1].sampling.max_new_tokens == 30 - 22
    assert inner.requests[1].deadline_s < request.deadline_s
    assert inner.requests[1].reasoning_budget is None


async def test_abort_reaches_whichever_part_runs() -> None:
    engine, inner = engine_of(closes=False)
    request = request_of(reasoning_budget=5)
    deltas = engine.generate(request)
    async for delta in deltas:
        if delta.token_ids == (END_THINK,):
            break
    inner.cadence = Cadence(first_token_s=60.0)
    rest = asyncio.create_task(anext(deltas))
    await asyncio.sleep(0.02)
    await engine.abort(request.request_id)
    last = await rest
    assert last.finish is not None
    assert last.finish.reason is FinishReason.ABORT
    assert last.finish.reasoning_truncated
    await deltas.aclose()


async def test_the_deadline_is_one_for_both_parts() -> None:
    moments = iter([0.0, 130.0])
    inner = Recorder(script=replace(SCRIPT, closes=False), cadence=AT_ONCE)
    engine = BudgetedEngine(inner, clock=lambda: next(moments))
    with pytest.raises(DeadlineExceeded):
        await collect(engine, request_of(reasoning_budget=5, deadline_s=120.0))


async def test_a_lost_engine_is_lost_through_it() -> None:
    engine, _ = engine_of(closes=False)
    with pytest.raises(EngineLost):
        await collect(engine, request_of(prompt_of("x", (Fault.DIE, 2)), reasoning_budget=5))
    with pytest.raises(EngineLost):
        await engine.health()
