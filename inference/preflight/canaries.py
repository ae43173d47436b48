"""Start-up canaries: real generations that decide whether an engine may serve. A silent regression fails loudly here.

Run them on the engine itself, not on a BudgetedEngine, which would cut what the engine ought to have cut.
"""

from collections.abc import Awaitable, Callable

from inference.engine import EngineError, FinishReason
from inference.output.degeneration import fault_in_output
from inference.preflight import turn_canaries
from inference.preflight.canary_trial import Trial, ask, request, thoughtful_request
from inference.preflight.findings import Finding, Verdict, fail, ok, warn

BUDGET = 48
# Of the facts asked for; one may be missed by a small model.
RECALL_FLOOR = 2


async def run_canaries(trial: Trial) -> list[Finding]:
    """One finding for each canary; an engine with any FAIL among them is not ready. Raises nothing of the engine's."""
    findings = []
    for name, canary in CANARIES.items():
        try:
            findings.append(await canary(trial))
        except EngineError as error:
            findings.append(
                fail(name, str(error), "the engine cannot even answer this", "read the engine's log")
            )
    return findings


def are_ready(findings: list[Finding]) -> bool:
    return all(finding.verdict is not Verdict.FAIL for finding in findings)


async def _golden(trial: Trial) -> Finding:
    answer = await ask(trial.engine, request(trial.prompts.golden))
    words = trial.prompts.golden_words
    seen = f"{answer.text.strip()[:80]!r}"
    if any(word in answer.text.lower() for word in words):
        return ok("golden prompt", seen)
    return fail(
        "golden prompt",
        seen,
        f"the answer has none of {', '.join(words)}: weights, template and tokenizer do not belong together",
        "fetch the whole checkpoint again, and compare its chat template with its publisher's",
    )


async def _acceptance(trial: Trial) -> Finding:
    name, expect = "draft acceptance", trial.expect
    if not trial.speculates:
        return ok(name, "no speculation in this profile")
    answer = await ask(trial.engine, request(trial.prompts.prose))
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


async def _long(trial: Trial) -> Finding:
    answer = await ask(trial.engine, request(trial.prompts.long))
    fault = fault_in_output(answer.ids, answer.text) or (None if answer.text.strip() else "it is empty")
    seen = f"{len(trial.prompts.long)} tokens in, {len(answer.ids)} out"
    if fault is None:
        return ok("long prompt", seen)
    return fail(
        "long prompt",
        f"{seen}: {fault}",
        "an attention backend wrote garbage beyond 14,000 tokens in a launch, with no error",
        "set the attention backend that the profile names",
    )


async def _reasoning(trial: Trial) -> Finding:
    name, remedy = "reasoning budget", "check reasoning_parser, enable_strict_thinking and the special tokens"
    if not trial.prompts.chat.can_think:
        return ok(name, "this model does not reason: its template knows no <think>")
    answer = await ask(trial.engine, thoughtful_request(trial, trial.prompts.reasoning, BUDGET))
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


async def _recall(trial: Trial) -> Finding:
    name = "quality with an FP8 cache"
    if not (trial.kv_cache_dtype or "").startswith("fp8"):
        return ok(name, f"the KV cache is not FP8 ({trial.kv_cache_dtype or 'the default'})")
    missed = []
    for ids, word in trial.prompts.recall:
        answer = await ask(trial.engine, request(ids))
        missed += [] if word in answer.text.lower() else [f"{word} ({answer.text.strip()[:40]!r})"]
    count = len(trial.prompts.recall)
    seen = f"{count - len(missed)} of {count} facts found in {len(trial.prompts.long)} tokens"
    if count - len(missed) >= RECALL_FLOOR:
        return ok(name, seen)
    return fail(
        name,
        f"{seen}; missed: {', '.join(missed)}",
        "an FP8 cache without scales that suit the model loses what stands far back, with no error",
        "set kv_cache_dtype to bfloat16, or take a smaller long_prompt_tokens if the model is a small one",
    )


Canary = Callable[[Trial], Awaitable[Finding]]
CANARIES: dict[str, Canary] = {
    "golden prompt": _golden,
    "draft acceptance": _acceptance,
    "long prompt": _long,
    "reasoning budget": _reasoning,
    "first stage": turn_canaries.first_stage,
    "prefix reuse": turn_canaries.prefix_reuse,
    "abort": turn_canaries.abort,
    "grammar-bound turns": turn_canaries.many_grammars,
    "quality with an FP8 cache": _recall,
}
