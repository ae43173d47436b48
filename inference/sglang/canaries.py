"""Runs the start-up canaries on a SGLang engine, with prompts in the same chat format as the play's."""

import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace

from inference.chat_template import ChatFormat
from inference.engine import Engine, EngineNotStarted
from inference.preflight.canaries import are_ready, run_canaries
from inference.preflight.canary_prompts import GOLDEN_WORDS, long_tokens, standard_prompts
from inference.preflight.canary_trial import Trial
from inference.preflight.findings import Finding, Verdict
from inference.profiles.loader import Profile

log = logging.getLogger(__name__)
Running = Callable[[], Awaitable[int]]


def trial_of(
    engine: Engine,
    chat: ChatFormat,
    profile: Profile,
    golden_words: tuple[str, ...] = GOLDEN_WORDS,
    running: Running | None = None,
) -> Trial:
    prompts = standard_prompts(chat, long_tokens(engine, profile.expect))
    settings = profile.settings
    return Trial(
        engine,
        replace(prompts, golden_words=golden_words),
        profile.expect,
        profile.speculates,
        settings.kv_cache_dtype,
        settings.page_size or 1,
        running,
    )


async def prove(
    engine: Engine,
    chat: ChatFormat,
    profile: Profile,
    golden_words: tuple[str, ...] = GOLDEN_WORDS,
    running: Running | None = None,
) -> list[Finding]:
    """All findings, each logged. Raises EngineNotStarted, which says why and what to do, if any canary failed."""
    findings = await run_canaries(trial_of(engine, chat, profile, golden_words, running))
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
