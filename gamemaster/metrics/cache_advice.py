"""Whether a second tier of the prefix cache (SGLang's HiCache) would pay, by what a running service counted. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from gamemaster.metrics.advice import LEAST_TURNS
from gamemaster.metrics.samples import Samples

PAYS_FROM = 0.2  # of the prompts' tokens: for less, copying to and from host memory is not worth its risk
TURN_BRINGS = 249.0  # tokens of a turn that nobody has computed before: `benchmarks.prefix`, p95


@dataclass(frozen=True)
class CacheAdvice:
    """`found` is the share of the prompts' tokens found in the cache, `again` the share that was computed though it had
    been before: all that a second tier could save. `pays`: it may be tried; None: too little was played to say."""

    turns: float
    prompt_tokens: float
    found: float
    again: float
    pays: bool | None
    text: str


def advise_cache(samples: Samples, uses_mla: bool | None) -> CacheAdvice:
    """`uses_mla`: whether the model keeps one compressed row for all heads; None if that is not known."""
    turns = sum(count for rung, count in samples.by("turns_total", "rung").items() if rung != "none")
    prompt = samples.total("prompt_tokens_total")
    if turns < LEAST_TURNS or not prompt:
        text = (
            f"Nothing to say yet: {turns:.0f} turns with {prompt:.0f} tokens of prompts were counted, and shares need "
            f"{LEAST_TURNS} turns."
        )
        return CacheAdvice(turns, prompt, 0.0, 0.0, None, text)
    cached = samples.total("prompt_cached_tokens_total")
    found, again = cached / prompt, max(0.0, prompt - cached - TURN_BRINGS * turns) / prompt
    seen = (
        f"{found:.0%} of the prompts' tokens was found in the cache, and {again:.0%} was computed again: evicted, or "
        "on another engine."
    )
    if again < PAYS_FROM:
        text = f"{seen} Leave HiCache off: it could save no more than that, and pays from {PAYS_FROM:.0%} on."
        return CacheAdvice(turns, prompt, found, again, False, text)
    return CacheAdvice(turns, prompt, found, again, uses_mla is not True, f"{seen} {_what_to_do(uses_mla)}")


def _what_to_do(uses_mla: bool | None) -> str:
    first = (
        "See first that stories stay on their engine (inference/fleet.md) and that GM_NARRATOR__WARM is on; then allow "
        "fewer players for each engine."
    )
    slower = "SGLang's issue 26305 saw decoding slow down by 42 % (12.5 to 17.8 ms a step) with HiCache"
    if uses_mla:
        return f"{first} Leave HiCache off: this is an MLA model, and {slower} on one."
    doubt = (
        ""
        if uses_mla is False
        else f" Not with an MLA model (GLM-4.7-Flash, GLM-5, DeepSeek): {slower} on one."
    )
    return (
        f"{first} If that is done, try `--set enable_hierarchical_cache=true --set hicache_ratio=2` and compare tokens "
        f"a second and this share before and after.{doubt}"
    )
