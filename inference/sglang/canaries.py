"""Runs the start-up canaries on a SGLang engine, with prompts by its own chat template."""

import logging
from dataclasses import replace
from typing import Any

from inference.engine import Engine, EngineNotStarted
from inference.preflight.canaries import (
    GOLDEN_WORDS,
    Render,
    are_ready,
    long_tokens,
    run_canaries,
    standard_prompts,
)
from inference.preflight.findings import Finding, Verdict
from inference.profiles.loader import Profile

log = logging.getLogger(__name__)


def renderer(tokenizer: Any) -> Render:
    """Writes prompts by the tokenizer's own template, as the canaries ask for them."""

    def render(words: str, thinking: bool) -> tuple[int, ...]:
        text = tokenizer.apply_chat_template(
            [{"role": "user", "content": words}],
            tokenize=False,
            add_generation_prompt=True,
            enable_thinking=thinking,
        )
        if thinking and "<think>" not in text[-16:]:
            text += "<think>"  # templates such as GLM-4.5's leave it to the model to open
        return tuple(tokenizer.encode(text, add_special_tokens=False))

    return render


async def prove(
    engine: Engine, tokenizer: Any, profile: Profile, golden_words: tuple[str, ...] = GOLDEN_WORDS
) -> list[Finding]:
    """All findings, each logged. Raises EngineNotStarted, which says why and what to do, if any canary failed."""
    prompts = standard_prompts(renderer(tokenizer), long_tokens(engine, profile.expect))
    prompts = replace(prompts, golden_words=golden_words)
    findings = await run_canaries(engine, prompts, profile.expect, speculates=profile.speculates)
    for finding in findings:
        log.log(
            logging.ERROR if finding.verdict is Verdict.FAIL else logging.INFO,
            "canary %s: %s (%s)",
            finding.name,
            finding.verdict,
            finding.seen,
        )
    if not are_ready(findings):
        bad = [finding for finding in findings if finding.verdict is Verdict.FAIL]
        raise EngineNotStarted(
            "; ".join(
                f"canary {one.name!r} failed: {one.seen}. {one.reason.rstrip('.')}. To do: {one.remedy}"
                for one in bad
            )
        )
    return findings
