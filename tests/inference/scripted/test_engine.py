"""The scripted engine: its cadence, its accounting, and the faults that a prompt asks for."""

import asyncio
from dataclasses import replace

import pytest

from inference.engine import (
    DeadlineExceeded,
    EngineBusy,
    EngineLost,
    FinishReason,
    Kind,
    Lane,
    RequestFailed,
    RequestRefused,
    Sampling,
)
from inference.scripted.engine import Cadence, ScriptedEngine, build
from inference.scripted.script import END, END_THINK, THINK, Fault, prompt_of, write_script
from tests.inference.requests import Answer, collect, request_of

AT_ONCE = Cadence(tokens_per_s=1e9, first_token_s=0.0)
CONTENT = "The lamp burns low. »Wer da?« asks the keeper."
REASONING = "The player looks around, and the door is locked."
SCRIPT = write_script(CONTENT, REASONING)


def engine_of(**fields: object) -> ScriptedEngine:
    return ScriptedEngine(**{"script": SCRIPT, "cadence": AT_ONCE, **fields})  # type: ignore[arg-type]  # by name


async def test_reasoning_then_content_as_written() -> None:
    answer = await collect(engine_of(), request_of(reasoning_budget=100))
    assert answer.text == CONTENT
    assert answer.ids() == (THINK, *SCRIPT.reasoning, END_THINK, *SCRIPT.content)
    assert answer.ids(Kind.REASONING) == SCRIPT.reasoning
    account = answer.finish.accounting
    assert answer.finish.reason is FinishReason.COMPLETE
    assert answer.finish.stop_token_id == END
    assert account.reasoning_tokens == len(SCRIPT.reasoning)
    assert account.completion_tokens == len(answer.ids()) + 1
    assert account.prompt_tokens == len("Hello")
    assert account.first_token_s is not None
    assert account.first_visible_s is not None
    assert account.first_token_s <= account.first_visible_s
    assert not answer.finish.reasoning_truncated


async def test_no_budget_no_reasoning() -> None:
    answer = await collect(engine_of(), request_of())
    assert answer.ids() == SCRIPT.content


async def test_a_template_that_opened_think_gets_no_second_opening() -> None:
    answer = await collect(engine_of(), request_of(reasoning_budget=100, thinking_open=True))
    assert answer.ids() == (*SCRIPT.reasoning, END_THINK, *SCRIPT.content)


async def test_an_engine_that_honours_the_budget_closes_at_it() -> None:
    engine = engine_of(script=replace(SCRIPT, honours_budget=True))
    answer = await collect(engine, request_of(reasoning_budget=2))
    assert answer.ids(Kind.REASONING) == SCRIPT.reasoning[:2]
    assert answer.text == CONTENT
    assert answer.finish.reasoning_truncated


async def test_one_that_does_not_is_stopped_hard() -> None:
    engine = engine_of(script=replace(SCRIPT, closes=False))
    answer = await collect(engine, request_of(reasoning_budget=20))
    assert answer.finish.reason is FinishReason.BUDGET
    assert len(answer.ids(Kind.REASONING)) == 20
    assert answer.text == ""


async def test_length_and_stop_tokens() -> None:
    short = await collect(engine_of(), request_of(max_new_tokens=2))
    assert (short.finish.reason, short.ids()) == (FinishReason.LENGTH, SCRIPT.content[:2])
    stopping = request_of(sampling=Sampling(100, stop_token_ids=(SCRIPT.content[3],)))
    stopped = await collect(engine_of(), stopping)
    assert (stopped.finish.reason, stopped.ids()) == (FinishReason.STOP, SCRIPT.content[:3])
    assert stopped.finish.stop_token_id == SCRIPT.content[3]


async def test_later_prompts_find_the_prefix_that_earlier_ones_left() -> None:
    engine = engine_of()
    prompts = ["The hall. ", "The hall. I look.", "The hall. I look.", "Another story."]
    cached = [(await collect(engine, request_of(p))).finish.accounting.cached_tokens for p in prompts]
    assert cached == [0, len(prompts[0]), len(prompts[2]) - 1, 0]


def test_the_cadence_adds_up_no_errors() -> None:
    cadence = Cadence(tokens_per_s=165.0, first_token_s=0.1)
    assert cadence.due(1) == 0.1
    assert cadence.due(165_001) == pytest.approx(1000.1)


async def test_tokens_come_at_the_cadence_and_not_before() -> None:
    engine = engine_of(cadence=Cadence(tokens_per_s=200.0, first_token_s=0.05, chunk=3))
    loop = asyncio.get_running_loop()
    started, out = loop.time(), 0
    sizes = []
    async for delta in engine.generate(request_of()):
        if delta.token_ids:
            out += len(delta.token_ids)
            sizes.append(len(delta.token_ids))
            assert loop.time() - started >= engine.cadence.due(out) - 0.002  # a timer's resolution
    assert sizes[:3] == [1, 3, 3]
    assert out == len(SCRIPT.content)


async def test_a_slow_reader_delays_nothing_but_itself() -> None:
    engine = engine_of(cadence=Cadence(tokens_per_s=100.0, first_token_s=0.0, chunk=1))
    loop = asyncio.get_running_loop()
    deltas = engine.generate(request_of())
    await anext(deltas)
    await asyncio.sleep(0.2)  # everything is overdue now, so the rest comes without a wait
    late = loop.time()
    rest = [delta async for delta in deltas]
    assert len(rest) > 5
    assert loop.time() - late < 0.2


async def test_abort_ends_a_running_and_a_waiting_request() -> None:
    engine = engine_of(cadence=Cadence(first_token_s=60.0), running=1)
    requests = [request_of(), request_of()]
    tasks = [asyncio.create_task(collect(engine, request)) for request in requests]
    await asyncio.sleep(0.01)
    for request in reversed(requests):
        await engine.abort(request.request_id)
    await engine.abort("unknown")
    answers = await asyncio.gather(*tasks)
    assert [answer.finish.reason for answer in answers] == [FinishReason.ABORT] * 2


async def test_closing_the_generator_or_cancelling_frees_the_slot() -> None:
    engine = engine_of(cadence=Cadence(first_token_s=60.0), running=1, waiting=0)
    task = asyncio.create_task(collect(engine, request_of()))
    await asyncio.sleep(0.01)
    with pytest.raises(EngineBusy):
        await collect(engine, request_of())
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    engine.cadence = AT_ONCE
    deltas = engine.generate(request_of())
    await anext(deltas)
    await deltas.aclose()
    assert (await collect(engine, request_of())).text == CONTENT


async def test_the_deadline_holds_while_running_and_while_waiting() -> None:
    engine = engine_of(cadence=Cadence(first_token_s=60.0), running=1)
    running = asyncio.create_task(collect(engine, request_of()))
    await asyncio.sleep(0.01)
    with pytest.raises(DeadlineExceeded, match=r"0\.02 s"):
        await collect(engine, request_of(deadline_s=0.02, lane=Lane.BACKGROUND))
    running.cancel()
    await asyncio.wait([running])
    with pytest.raises(DeadlineExceeded):
        await collect(engine, request_of(deadline_s=0.02))


async def test_a_request_id_runs_once_at_a_time() -> None:
    engine = engine_of(cadence=Cadence(first_token_s=60.0))
    request = request_of()
    task = asyncio.create_task(collect(engine, request))
    await asyncio.sleep(0.01)
    with pytest.raises(RequestRefused, match="is running"):
        await collect(engine, request)
    await engine.abort(request.request_id)
    await task


async def test_death_takes_all_requests_and_health() -> None:
    engine = engine_of(cadence=Cadence(first_token_s=0.0, tokens_per_s=20))
    other = asyncio.create_task(collect(engine, request_of()))
    dying, seen = request_of(prompt_of("x", (Fault.DIE, 2))), Answer()
    with pytest.raises(EngineLost):
        await collect(engine, dying, seen)
    assert seen.ids() == SCRIPT.content[:2]
    with pytest.raises(EngineLost):
        await other
    with pytest.raises(EngineLost):
        await engine.health()


async def test_a_hang_stops_health_too() -> None:
    engine = engine_of()
    with pytest.raises(DeadlineExceeded):
        await collect(engine, request_of(prompt_of("x", (Fault.HANG, 1)), deadline_s=0.05))
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(engine.health(), 0.05)


async def test_degenerate_output_repeats_until_the_end() -> None:
    answer = await collect(engine_of(), request_of(prompt_of("x", (Fault.DEGENERATE, 3)), max_new_tokens=50))
    assert answer.finish.reason is FinishReason.LENGTH
    assert len(set(answer.ids()[3:])) == 1
    assert len(answer.ids()) == 50


async def test_a_failed_request_leaves_the_engine_alive() -> None:
    engine = engine_of()
    with pytest.raises(RequestFailed):
        await collect(engine, request_of(prompt_of("x", (Fault.FAIL, 1))))
    assert (await collect(engine, request_of())).ids() == (await collect(engine_of(), request_of())).ids()


async def test_build_takes_all_options_and_no_others() -> None:
    engine = build(
        {"content": "Yes.", "reasoning": "Hm.", "tokens_per_s": 1e6, "first_token_s": 0, "running": 2}
    )
    assert (await collect(engine, request_of())).text == "Yes."
    assert engine.running == 2
    with pytest.raises(TypeError, match="colour"):
        build({"colour": "red"})
    await engine.close()
    await engine.close()


async def test_a_grammar_gets_the_structured_answer() -> None:
    engine = build({"content": "Snow falls.", "structured": '{"changes":[]}', "tokens_per_s": 1e6})
    schema = '{"type":"object","properties":{},"required":[],"additionalProperties":false}'
    assert (await collect(engine, request_of())).text == "Snow falls."
    assert (await collect(engine, request_of(json_schema=schema))).text == '{"changes":[]}'
