"""Meters: by the list alone, and no label says anything that the list does not know."""

from __future__ import annotations

import pytest
from prometheus_client import CollectorRegistry, generate_latest

from gamemaster.metrics.meters import Meters, UnknownMetricError
from gamemaster.metrics.samples import read_samples


@pytest.fixture
def registry() -> CollectorRegistry:
    return CollectorRegistry()


@pytest.fixture
def meters(registry: CollectorRegistry) -> Meters:
    return Meters(["hut"], registry)


def test_what_is_not_in_the_list_is_not_counted(meters: Meters) -> None:
    with pytest.raises(UnknownMetricError):
        meters.counter("turns_told_total")
    with pytest.raises(UnknownMetricError):
        meters.gauge("turns_total")
    with pytest.raises(UnknownMetricError):
        meters.counter("turns_total", narrator="model")


def test_a_value_that_the_list_does_not_know_is_other(meters: Meters, registry: CollectorRegistry) -> None:
    meters.counter("story_turns_total", world="hut").inc()
    meters.counter("story_turns_total", world="I am Alice, 12 Elm Street").inc(2)
    samples = read_samples(generate_latest(registry).decode())
    assert samples.by("story_turns_total", "world") == {"hut": 1, "other": 2}


def test_counters_begin_at_nought_unless_there_are_too_many(
    meters: Meters, registry: CollectorRegistry
) -> None:
    meters.begin(most=10)
    samples = read_samples(generate_latest(registry).decode())
    assert samples.by("leases_total", "result") == {"won": 0, "busy": 0, "lost": 0, "released": 0}
    assert not samples.has("turns_total")
