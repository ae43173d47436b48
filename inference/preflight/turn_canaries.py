"""Canaries of what a turn is made of: a ruling that was thought over, a prefix found again, a request let go."""

import asyncio
from collections.abc import Callable
from contextlib import aclosing

from inference.engine import Delta, EngineError, FinishReason
from inference.preflight.canary_prompts import (
    REASONING_QUESTION,
    names_of_moment,
    obeys,
    render,
    ruling_schema,
)
from inference.preflight.canary_trial import Answer, Trial, ask, request, thoughtful_request
from inference.preflight.findings import Finding, fail, ok

RULING_BUDGET = 200
SHORT_BUDGET = 16
SOME_AT_ONCE = 8
# Of what was computed a moment before; a launch found 40 to 53 % under EAGLE where it had been 97 % (issue 32459).
REUSE_FLOOR = 0.9
ABORT_S = 2.0
LONG_TELLING = 3_000  # tokens: more than an engine writes in the time it has to let go
ASK_AGAIN_S = 0.05


async def first_stage(trial: Trial) -> Finding:
    """A ruling, as the play asks for it: a thought, then JSON under a grammar."""
    name, names = "first stage", names_of_moment(0)
    chat = trial.prompts.chat
    asked = thoughtful_request(trial, trial.prompts.reasoning, RULING_BUDGET, schema=ruling_schema(names))
    answer = await ask(trial.engine, asked)
    seen = f"{answer.reasoning_tokens} tokens of reasoning, then {answer.text.strip()[:60]!r}"
    if chat.can_think and not answer.reasoning_tokens:
        return fail(
            name,
            seen,
            "the model does not think before it rules: a grammar that begins before <think> forbids it",
            "compare the end of the prompt with the model's chat template: it must end inside an open <think>",
        )
    if not obeys(answer.text, names):
        return fail(
            name,
            seen,
            "the ruling is not what its grammar allows",
            "check grammar_backend and reasoning_parser, and the engine's log",
        )
    return ok(name, seen if chat.can_think else f"{seen}: this model does not reason")


async def prefix_reuse(trial: Trial) -> Finding:
    """A second question after the long one: what was computed must be found."""
    name, prompts = "prefix reuse", trial.prompts
    first = await ask(trial.engine, request(prompts.long))
    grown = (*prompts.long, *first.ids, *prompts.next)
    known = len(prompts.long) + len(first.ids)
    second = await ask(trial.engine, request(grown))
    cached = second.account.cached_tokens
    seen = f"{cached} of {known} tokens found again"
    if cached + 2 * trial.page_size >= REUSE_FLOOR * known:
        return ok(name, seen)
    return fail(
        name,
        seen,
        "every turn would compute its story anew; EAGLE has done this silently on deep prompts (sglang 32459)",
        "compare with speculative_algorithm=none; see that disable_radix_cache is off",
    )


async def abort(trial: Trial) -> Finding:
    """After an abort nothing may run on."""
    name = "abort"
    if trial.running is None:
        return ok(name, "this engine does not say what it runs")
    room = min(trial.engine.info.context_length, trial.engine.info.kv_capacity)
    most = min(LONG_TELLING, room - len(trial.prompts.endless) - trial.engine.info.draft_tokens)
    asked = request(trial.prompts.endless, most)
    async with aclosing(trial.engine.generate(asked)) as deltas:
        await anext(deltas)
        await _wait_until(trial, lambda running: running > 0)
        await trial.engine.abort(asked.request_id)
        left = await _wait_until(trial, lambda running: running == 0)
        end: Delta | None = None
        async for delta in deltas:
            end = delta
            if left:
                break
    if left:
        return fail(
            name,
            f"{left} running {ABORT_S:g} s after the abort",
            "what players leave behind would go on computing (sglang 36333)",
            "install the sglang that this project pins, where it is mended",
        )
    ended = end.finish.reason if end and end.finish else "its end"
    if ended == "length":
        return fail(
            name,
            "it ran to its full length after the abort",
            "what players leave behind would go on computing (sglang 36333)",
            "install the sglang that this project pins, where it is mended",
        )
    return ok(name, f"nothing runs; it ended with {ended}")


async def _wait_until(trial: Trial, is_so: Callable[[int], bool]) -> int:
    """How many requests run, once that is so or the time is over. SGLang's count lags: a prefill is not in it."""
    assert trial.running is not None
    for _ in range(int(ABORT_S / ASK_AGAIN_S)):
        if is_so(found := await trial.running()):
            return found
        await asyncio.sleep(ASK_AGAIN_S)
    return await trial.running()


async def many_grammars(trial: Trial) -> Finding:
    """Many rulings, each with a grammar of its own, some at once."""
    name, count = "grammar-bound turns", trial.expect.grammar_turns
    places = asyncio.Semaphore(SOME_AT_ONCE)

    async def one(number: int) -> str | None:
        names = names_of_moment(number)
        words = f"Evening {number}. {REASONING_QUESTION}"
        ids = render(trial.prompts.chat, words, think=trial.prompts.chat.can_think)
        asked = thoughtful_request(trial, ids, SHORT_BUDGET, schema=ruling_schema(names))
        async with places:
            try:
                answer = await ask(trial.engine, asked)
            except EngineError as error:
                return str(error)
        return _fault_of(answer, names)

    found = await asyncio.gather(*(one(number) for number in range(1, count + 1)))
    faults = [fault for fault in found if fault is not None]
    kind = "under speculation" if trial.speculates else "without speculation"
    if not faults:
        return ok(name, f"{count} of {count} {kind}")
    return fail(
        name,
        f"{len(faults)} of {count} {kind} failed; the first: {faults[0]}",
        "rulings would be lost now and then, and the understudy would have to rule",
        "read the engine's log; try with speculative_algorithm=none",
    )


def _fault_of(answer: Answer, names: tuple[str, ...]) -> str | None:
    if answer.reason not in (FinishReason.COMPLETE, FinishReason.STOP):
        return f"it ended with {answer.reason}"
    return None if obeys(answer.text, names) else f"{answer.text[:60]!r} is not what its grammar allows"
