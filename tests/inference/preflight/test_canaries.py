"""Start-up canaries: a sound engine passes, and each silent regression that is planted fails loudly."""

from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import aclosing
from dataclasses import dataclass, replace

import pytest

from inference.engine import Delta, EngineInfo, GenerationRequest, Kind
from inference.preflight.canaries import (
    ANSWER_TOKENS,
    BUDGET,
    Prompts,
    are_ready,
    long_tokens,
    run_canaries,
    standard_prompts,
)
from inference.preflight.findings import Finding, Verdict
from inference.profiles.schema import Expectations
from inference.scripted.engine import Cadence, ScriptedEngine
from inference.scripted.script import Fault, prompt_of, write_script

EXPECT = Expectations(
    accept_length_floor=2.0,
    long_prompt_tokens=14_500,
    reason="The tests plant a regression of it.",
    source="these tests",
)
STORY = "Five lamps burn along the quay tonight. The keeper counts them twice, and the sea counts with him. "
SOUND = write_script(STORY, "Three burn, two go out, so one is left; " * 20, honours_budget=True)
FAST = Cadence(tokens_per_s=100_000.0, first_token_s=0.0, chunk=64)


@dataclass(eq=False)
class Speculating:
    """A scripted engine that reports acceptance, as SGLang does, and may be tampered with."""

    inner: ScriptedEngine
    accept_length: float | None = 3.4
    tamper: Callable[[GenerationRequest, Delta], Delta] = lambda request, delta: delta

    @property
    def info(self) -> EngineInfo:
        return self.inner.info

    async def generate(self, request: GenerationRequest) -> AsyncGenerator[Delta, None]:
        async with aclosing(self.inner.generate(request)) as deltas:
            async for delta in deltas:
                found = delta
                if delta.finish:
                    account = replace(delta.finish.accounting, accept_length=self.accept_length)
                    found = replace(delta, finish=replace(delta.finish, accounting=account))
                yield self.tamper(request, found)

    async def abort(self, request_id: str) -> None:
        await self.inner.abort(request_id)

    async def health(self) -> float:
        return await self.inner.health()

    async def close(self) -> None:
        await self.inner.close()


def render(words: str, thinking: bool) -> tuple[int, ...]:
    return prompt_of(words)


def sound(**fields: object) -> Speculating:
    return Speculating(ScriptedEngine(SOUND, FAST), **fields)  # type: ignore[arg-type]  # the caller's fields


async def canaries(
    engine: Speculating, prompts: Prompts | None = None, *, speculates: bool = True
) -> dict[str, Finding]:
    prompts = prompts or standard_prompts(render, long_tokens(engine, EXPECT))
    findings = await run_canaries(engine, prompts, EXPECT, speculates=speculates)
    assert are_ready(findings) == all(finding.verdict is not Verdict.FAIL for finding in findings)
    return {finding.name: finding for finding in findings}


def failures_in(findings: dict[str, Finding]) -> set[str]:
    return {name for name, finding in findings.items() if finding.verdict is Verdict.FAIL}


async def test_a_sound_engine_passes_all() -> None:
    findings = await canaries(sound())
    assert {finding.verdict for finding in findings.values()} == {Verdict.OK}
    assert set(findings) == {"golden prompt", "draft acceptance", "long prompt", "reasoning budget"}


async def test_lowered_acceptance_fails() -> None:
    findings = await canaries(sound(accept_length=1.75))
    assert failures_in(findings) == {"draft acceptance"}
    assert "1.75" in findings["draft acceptance"].seen
    assert findings["draft acceptance"].remedy


async def test_speculation_that_is_silently_off_fails() -> None:
    assert failures_in(await canaries(sound(accept_length=None))) == {"draft acceptance"}


async def test_without_speculation_no_acceptance_is_asked_for() -> None:
    assert not failures_in(await canaries(sound(accept_length=None), speculates=False))


async def test_a_parser_that_never_sees_the_close_fails() -> None:
    """The engine ends the reasoning, but our </think> is another token: all of it would be reasoning, without end."""
    engine = sound()
    engine.inner.info = replace(engine.inner.info, think_close=(9_999,))
    assert "reasoning budget" in failures_in(await canaries(engine))


async def test_a_parser_that_calls_all_of_it_content_fails() -> None:
    def all_content(request: GenerationRequest, delta: Delta) -> Delta:
        return replace(delta, kind=Kind.CONTENT)

    findings = await canaries(sound(tamper=all_content))
    assert failures_in(findings) == {"reasoning budget"}
    assert "never closed" in findings["reasoning budget"].seen


async def test_an_ignored_budget_fails() -> None:
    """The engine reasons on as if there were none."""
    heedless = write_script(STORY, "Three burn, two go out, so one is left; " * 20)
    assert failures_in(await canaries(Speculating(ScriptedEngine(heedless, FAST)))) == {"reasoning budget"}


async def test_reasoning_that_is_passed_on_beyond_the_budget_fails() -> None:
    def longer(request: GenerationRequest, delta: Delta) -> Delta:
        if delta.kind is Kind.REASONING:
            return replace(delta, token_ids=delta.token_ids * 2)
        return delta

    findings = await canaries(sound(tamper=longer))
    assert failures_in(findings) == {"reasoning budget"}
    assert f"budget {BUDGET}" in findings["reasoning budget"].seen


async def test_reasoning_that_never_closes_fails() -> None:
    endless = write_script(STORY, "Three burn; ", closes=False)
    assert failures_in(await canaries(Speculating(ScriptedEngine(endless, FAST)))) == {"reasoning budget"}


async def test_silence_after_reasoning_fails() -> None:
    def silent(request: GenerationRequest, delta: Delta) -> Delta:
        if request.reasoning_budget is not None and delta.kind is Kind.CONTENT and not delta.finish:
            return replace(delta, token_ids=(), text="")
        return delta

    assert failures_in(await canaries(sound(tamper=silent))) == {"reasoning budget"}


@pytest.mark.parametrize("garbage", ["loop", "bytes"])
async def test_garbage_on_long_prompts_fails(garbage: str) -> None:
    """Only beyond 14,000 tokens, as in the launch story: the short canaries see nothing of it."""

    def spoil(request: GenerationRequest, delta: Delta) -> Delta:
        if len(request.token_ids) < 14_000 or delta.kind is not Kind.CONTENT:
            return delta
        if garbage == "loop":
            return replace(delta, token_ids=(5,) * max(1, 100 * len(delta.token_ids)), text="the ")
        return replace(delta, text="\ufffd" * 50)

    findings = await canaries(sound(tamper=spoil))
    assert failures_in(findings) == {"long prompt"}


async def test_an_empty_answer_to_the_long_prompt_fails() -> None:
    def empty(request: GenerationRequest, delta: Delta) -> Delta:
        return replace(delta, text="", token_ids=()) if len(request.token_ids) > 14_000 else delta

    assert failures_in(await canaries(sound(tamper=empty))) == {"long prompt"}


async def test_a_wrong_golden_answer_fails() -> None:
    mute = write_script("Nothing burns here at all. " * 4, "Let me think. " * 30, honours_budget=True)
    assert failures_in(await canaries(Speculating(ScriptedEngine(mute, FAST)))) == {"golden prompt"}


async def test_an_engine_that_dies_fails_the_rest() -> None:
    prompts = standard_prompts(render, 1_000)
    deadly = replace(prompts, prose=prompt_of("Tell me", (Fault.DIE, 1)))
    findings = await canaries(sound(), deadly)
    assert failures_in(findings) == {"draft acceptance", "long prompt", "reasoning budget"}


@pytest.mark.parametrize("tokens", [600, 2_000, 14_500])
def test_the_long_prompt_nearly_fills_what_it_may(tokens: int) -> None:
    prompts = standard_prompts(render, tokens)
    assert 0.8 * tokens < len(prompts.long) <= tokens


def test_the_long_prompt_is_varied() -> None:
    text = bytes(standard_prompts(render, 14_500).long).decode()
    entries = text.split("Day ")[1:]
    assert len(entries) == len(set(entries)) > 50


def test_it_is_scaled_to_a_small_context() -> None:
    engine = ScriptedEngine(SOUND, FAST, context_length=2_048)
    assert long_tokens(engine, EXPECT) == 2_048 - ANSWER_TOKENS - 1


def test_findings_are_data() -> None:
    found = Finding("a", Verdict.FAIL, "b", "c", "d")
    assert found.as_json() == {"name": "a", "verdict": "fail", "seen": "b", "reason": "c", "remedy": "d"}
    names: Sequence[str] = list(Verdict)
    assert names == ["ok", "warn", "fail"]
