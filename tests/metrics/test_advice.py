"""Advice: from what a service counted to sentences that name what is wrong and what to do."""

from __future__ import annotations

import pytest
from prometheus_client import CollectorRegistry, generate_latest

from gamemaster.metrics.advice import advise, sentences, turns
from gamemaster.metrics.meters import Meters
from gamemaster.metrics.samples import Samples, read_samples

HOUR = 3600.0


class Service:
    """A service whose counters a test sets."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.meters = Meters(["hut", "isle"], self.registry)

    def play(self, number: int, good: float = 1.0, rung: str = "full") -> None:
        self.meters.counter("turns_total", narrator="model", ending="complete", rung=rung).inc(number)
        self.meters.counter("turns_good_total").inc(number * good)

    @property
    def samples(self) -> Samples:
        return read_samples(generate_latest(self.registry).decode())

    def abouts(self) -> list[str]:
        return [advice.about for advice in advise(self.samples, HOUR)]


@pytest.fixture
def service() -> Service:
    return Service()


def test_a_service_that_does_well_is_left_alone(service: Service) -> None:
    service.play(100)
    assert advise(service.samples, HOUR) == []
    assert list(sentences([], turns(service.samples))) == ["100 turns, and nothing that should be changed."]


def test_few_turns_say_nothing(service: Service) -> None:
    service.play(3, good=0.0)
    assert advise(service.samples, HOUR) == []
    assert "need 20" in next(sentences([], 3))


def test_what_a_start_brings_is_no_advice(service: Service) -> None:
    for name in ("database_pool_wait_seconds", "redis_wait_seconds", "event_loop_lag_seconds"):
        for _ in range(30):
            service.meters.histogram(name).observe(0.3)
    service.meters.counter("voice_inferences_total", ending="failed").inc(5)
    assert service.abouts() == []


def test_the_gravest_comes_first(service: Service) -> None:
    service.play(100, good=0.5)
    service.meters.counter("objectives_missed_total", objective="first_text").inc(50)
    service.meters.counter("recordings_total", result="dropped").inc()
    service.meters.gauge("engine_ready").set(0)
    assert service.abouts() == ["engine", "goodput", "recordings"]
    texts = list(sentences(advise(service.samples, HOUR), 100))
    assert texts[0].startswith("1. There is no engine")
    assert "50% of turns met their objectives; most often missed: first_text" in texts[1]


def test_a_slow_database_is_seen_by_its_quantile(service: Service) -> None:
    waits = service.meters.histogram("database_pool_wait_seconds")
    for _ in range(180):
        waits.observe(0.001)
    assert service.abouts() == []
    for _ in range(20):
        waits.observe(0.4)
    (advice,) = advise(service.samples, HOUR)
    assert advice.about == "database"
    assert 0.25 < advice.figures["p95_s"] < 0.5


def test_words_not_followed_name_the_world(service: Service) -> None:
    service.play(100)
    service.meters.counter("story_signs_total", world="isle", sign="not_followed").inc(20)
    service.meters.counter("story_signs_total", world="hut", sign="not_followed").inc(1)
    (advice,) = advise(service.samples, HOUR)
    assert "21%" in advice.seen
    assert "isle" in advice.seen


def test_idling_is_priced(service: Service) -> None:
    service.meters.gauge("gpus").set(8)
    service.meters.gauge("gpu_second_cost").set(2.5 / 3600)
    service.meters.counter("engine_busy_seconds_total").inc(360)
    (advice,) = advise(service.samples, HOUR)
    assert "busy 10% of the time; idling costs 18.00 an hour" in advice.seen


def test_a_second_look_counts_what_came_between(service: Service) -> None:
    service.play(100, good=0.0)
    before = service.samples
    service.play(50)
    service.meters.gauge("sockets").set(7)
    between = service.samples.since(before)
    assert turns(between) == 50
    assert between.total("sockets") == 7
    assert advise(between, HOUR) == []
