"""A second tier of the cache is advised only where much is computed again, and never for an MLA model."""

from __future__ import annotations

import pytest
from prometheus_client import CollectorRegistry, generate_latest

from gamemaster.metrics.cache_advice import TURN_BRINGS, CacheAdvice, advise_cache
from gamemaster.metrics.meters import Meters
from gamemaster.metrics.samples import read_samples

PROMPT = 10_000  # tokens a turn


def advice(*, turns: int = 100, again: float, uses_mla: bool | None = False) -> CacheAdvice:
    """For turns whose prompts were found but for what they bring, and for a share that is computed again."""
    registry = CollectorRegistry()
    meters = Meters(["hut"], registry)
    meters.counter("turns_total", narrator="model", ending="complete", rung="full").inc(turns)
    meters.counter("turns_total", narrator="understudy", ending="complete", rung="none").inc(50)
    meters.counter("prompt_tokens_total", stage="outcome").inc(PROMPT * turns)
    cached = PROMPT * (1 - again) - TURN_BRINGS
    meters.counter("prompt_cached_tokens_total", stage="outcome").inc(cached * turns)
    return advise_cache(read_samples(generate_latest(registry).decode()), uses_mla)


def test_what_turns_bring_is_no_reason() -> None:
    found = advice(again=0.0)
    assert found.pays is False
    assert found.again == pytest.approx(0)
    assert found.found == pytest.approx(1 - TURN_BRINGS / PROMPT)
    assert "Leave HiCache off" in found.text


@pytest.mark.parametrize(("again", "pays"), [(0.19, False), (0.21, True), (0.8, True)])
def test_it_pays_from_a_fifth_on(again: float, pays: bool) -> None:
    found = advice(again=again)
    assert found.pays is pays
    assert found.again == pytest.approx(again)
    assert ("enable_hierarchical_cache=true" in found.text) is pays


def test_an_mla_model_is_warned_of() -> None:
    mla, unknown = advice(again=0.5, uses_mla=True), advice(again=0.5, uses_mla=None)
    assert mla.pays is False
    assert "enable_hierarchical_cache" not in mla.text
    assert unknown.pays
    assert "MLA" in unknown.text
    assert "MLA" not in advice(again=0.5).text


def test_few_turns_say_nothing() -> None:
    found = advice(turns=3, again=0.9)
    assert found.pays is None
    assert "need 20" in found.text
