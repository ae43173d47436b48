"""Start-up canaries: real generations that decide whether an engine may serve. A silent regression fails loudly here.

Run them on the engine itself, not on a BudgetedEngine, which would cut what the engine ought to have cut.
"""

from collections.abc import Callable
from contextlib import aclosing
from dataclasses import dataclass, field
from functools import partial

from inference.engine import (
    Accounting,
    Engine,
    EngineError,
    FinishReason,
    GenerationRequest,
    Kind,
    Lane,
    Sampling,
    new_request_id,
)
from inference.output.degeneration import fault_in_output
from inference.preflight.findings import Finding, Verdict, fail, ok, warn
from inference.profiles.schema import Expectations

GOLDEN_QUESTION = "What is two plus three? Answer with one word."
GOLDEN_WORDS = ("five", "5")
PROSE_QUESTION = "Tell in plain words how a lamp is lit, step by step, as to a child."
LONG_QUESTION = "What does this log say about the keeper? Answer in two sentences."
REASONING_QUESTION = "Three lamps burn, two go out, four are lit. How many burn? Think it through carefully."
ANSWER_TOKENS = 192
BUDGET = 48
DEADLINE_S = 300.0
RENDER_TRIES = 12

# Words and whether the model shall think, to the whole prompt's ids, by the model's own template. Thinking prompts end
# inside an open <think>.
Render = Callable[[str, bool], tuple[int, ...]]


@dataclass(frozen=True)
class Prompts:
    """What the canaries ask, as token ids. The golden answer holds one of `golden_words` (lower case)."""

    golden: tuple[int, ...]
    prose: tuple[int, ...]
    long: tuple[int, ...]
    reasoning: tuple[int, ...]
    golden_words: tuple[str, ...] = GOLDEN_WORDS


def long_tokens(engine: Engine, expect: Expectations) -> int:
    """How long the long prompt may be for this engine: what the profile wants, or what there is room for."""
    room = min(engine.info.context_length, engine.info.kv_capacity)
    return min(expect.long_prompt_tokens, room - ANSWER_TOKENS - engine.info.draft_tokens - 1)


def standard_prompts(render: Render, tokens: int) -> Prompts:
    """Questions in plain English; the long one has at most, and nearly, `tokens` tokens of varied prose."""
    return Prompts(
        render(GOLDEN_QUESTION, False),
        render(PROSE_QUESTION, False),
        _long_prompt(render, tokens),
        render(REASONING_QUESTION, True),
    )


def log_entry(number: int) -> str:
    """One entry of a keeper's log; no two are alike."""
    winds = ("northerly", "westerly", "backing", "gusting", "failing", "steady", "bitter")
    sights = ("a brig under storm sails", "no ship", "gulls", "ice on the reef", "a light to the south")
    deeds = ("trimmed the wick", "wound the clock", "mended the rope", "read to the boy", "counted the oil")
    return (
        f"Day {number}. Wind {winds[number % 7]}, {number * 37 % 59 + 2} knots by noon. We saw "
        f"{sights[number % 5]}. The keeper {deeds[number * 3 % 5]} and slept {number * 11 % 7 + 2} hours. "
    )


def _long_prompt(render: Render, tokens: int) -> tuple[int, ...]:
    """Finds the number of entries that fit by trying: how many tokens an entry has is the tokenizer's secret."""
    entries = max(1, tokens // 50)
    best = render(LONG_QUESTION, False)
    for _ in range(RENDER_TRIES):
        text = "".join(map(log_entry, range(1, entries + 1)))
        found = render(text + LONG_QUESTION, False)
        if len(found) > tokens:
            entries = max(1, min(entries - 1, entries * tokens // len(found)))
            continue
        if len(found) > len(best):
            best = found
        more = max(1, entries * tokens // len(found) - entries)
        if more * len(found) // entries > tokens - len(found):
            break
        entries += more
    return best


@dataclass
class _Answer:
    """What came of one canary."""

    ids: list[int] = field(default_factory=list)
    text: str = ""
    reasoning_tokens: int = 0
    markers: int = 0
    reason: FinishReason | None = None
    truncated: bool = False
    account: Accounting = field(default_factory=Accounting)


async def run_canaries(
    engine: Engine, prompts: Prompts, expect: Expectations, *, speculates: bool
) -> list[Finding]:
    """One finding for each canary; an engine with any FAIL among them is not ready. Raises nothing of the engine's."""
    findings = []
    for name, canary in (
        ("golden prompt", partial(_golden, engine, prompts)),
        ("draft acceptance", partial(_acceptance, engine, prompts, expect, speculates)),
        ("long prompt", partial(_long, engine, prompts)),
        ("reasoning budget", partial(_reasoning, engine, prompts)),
    ):
        try:
            findings.append(await canary())
        except EngineError as error:
            findings.append(
                fail(name, str(error), "the engine cannot even answer this", "read the engine's log")
            )
    return findings


def are_ready(findings: list[Finding]) -> bool:
    return all(finding.verdict is not Verdict.FAIL for finding in findings)


async def _ask(engine: Engine, ids: tuple[int, ...], budget: int | None = None) -> _Answer:
    request = GenerationRequest(
        new_request_id(),
        ids,
        Sampling(ANSWER_TOKENS, temperature=0.0),
        reasoning_budget=budget,
        thinking_open=budget is not None,
        lane=Lane.PLAY,
        deadline_s=DEADLINE_S,
    )
    answer = _Answer()
    async with aclosing(engine.generate(request)) as deltas:
        async for delta in deltas:
            answer.text += delta.text
            answer.ids += delta.token_ids if delta.kind is Kind.CONTENT else ()
            answer.reasoning_tokens += len(delta.token_ids) if delta.kind is Kind.REASONING else 0
            answer.markers += delta.kind is Kind.MARKER
            if delta.finish:
                answer.reason, answer.truncated = delta.finish.reason, delta.finish.reasoning_truncated
                answer.account = delta.finish.accounting
    return answer


async def _golden(engine: Engine, prompts: Prompts) -> Finding:
    answer = await _ask(engine, prompts.golden)
    seen = f"{answer.text.strip()[:80]!r}"
    if any(word in answer.text.lower() for word in prompts.golden_words):
        return ok("golden prompt", seen)
    return fail(
        "golden prompt",
        seen,
        f"the answer has none of {', '.join(prompts.golden_words)}: weights, template and tokenizer "
        "do not belong together",
        "fetch the whole checkpoint again, and compare its chat template with its publisher's",
    )


async def _acceptance(engine: Engine, prompts: Prompts, expect: Expectations, speculates: bool) -> Finding:
    name = "draft acceptance"
    if not speculates:
        return ok(name, "no speculation in this profile")
    answer = await _ask(engine, prompts.prose)
    length, floor = answer.account.accept_length, expect.accept_length_floor
    if length is None:
        return fail(
            name,
            "the engine reports no acceptance",
            "the profile speculates, and the engine does not",
            "look for the speculation settings in the engine's log",
        )
    seen = f"{length:.2f} tokens a step"
    if floor is None:
        return warn(name, seen, "the profile has no floor to compare it with", "set accept_length_floor")
    if length < floor:
        return fail(
            name,
            f"{seen}, at least {floor:.2f} expected",
            f"speculation has silently got worse. {expect.reason}",
            "check the versions of transformers and sglang, the MTP weights, and the KV cache's type",
        )
    return ok(name, f"{seen} (floor {floor:.2f})")


async def _long(engine: Engine, prompts: Prompts) -> Finding:
    answer = await _ask(engine, prompts.long)
    fault = fault_in_output(answer.ids, answer.text) or (None if answer.text.strip() else "it is empty")
    seen = f"{len(prompts.long)} tokens in, {len(answer.ids)} out"
    if fault is None:
        return ok("long prompt", seen)
    return fail(
        "long prompt",
        f"{seen}: {fault}",
        "an attention backend wrote garbage beyond 14,000 tokens in a launch, with no error",
        "set the attention backend that the profile names",
    )


async def _reasoning(engine: Engine, prompts: Prompts) -> Finding:
    name, remedy = "reasoning budget", "check reasoning_parser, enable_strict_thinking and the special tokens"
    if not engine.info.think_close:
        return fail(
            name,
            "the vocabulary has no </think>",
            "this model's reasoning cannot be told from its answer",
            "use a checkpoint that reasons in <think> tags",
        )
    answer = await _ask(engine, prompts.reasoning, BUDGET)
    seen = f"{answer.reasoning_tokens} tokens of reasoning, {len(answer.ids)} of answer, budget {BUDGET}"
    if answer.reasoning_tokens > BUDGET or answer.reason is FinishReason.BUDGET:
        return fail(
            name,
            seen,
            "reasoning ran over its budget: the engine does not hold it, and turns get slow",
            remedy,
        )
    if not answer.markers:
        return fail(name, f"{seen}, never closed", "</think> was not seen: reasoning would be shown", remedy)
    if not answer.ids:
        return fail(name, seen, "after its reasoning the model says nothing", remedy)
    return ok(name, seen + (", closed by the engine" if answer.truncated else ""))
