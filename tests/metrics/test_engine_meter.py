"""Requests to a scripted engine are measured: how they end, what they cost, and that nothing is changed by it."""

from __future__ import annotations

from contextlib import aclosing

import pytest
from prometheus_client import CollectorRegistry, generate_latest

from gamemaster.metrics.engine_meter import BusyTime, EngineMeter, MeteredEngine
from gamemaster.metrics.meters import Meters
from gamemaster.metrics.samples import Samples, read_samples
from inference.engine import (
    DeadlineExceeded,
    GenerationRequest,
    Lane,
    RequestRefused,
    Sampling,
    new_request_id,
)
from inference.scripted.engine import Cadence, ScriptedEngine


class Bench:
    def __init__(self, tokens_per_s: float, first_token_s: float = 0.0) -> None:
        self.registry = CollectorRegistry()
        self.meter = EngineMeter(Meters(registry=self.registry))
        self.inner = ScriptedEngine(cadence=Cadence(tokens_per_s, first_token_s), accept_length=2.5)
        self.engine = MeteredEngine(self.inner, self.meter)

    @property
    def samples(self) -> Samples:
        return read_samples(generate_latest(self.registry).decode())


def request(lane: Lane = Lane.PLAY, deadline_s: float = 30.0, new: int = 200) -> GenerationRequest:
    return GenerationRequest(new_request_id(), (1, 2, 3), Sampling(new), lane=lane, deadline_s=deadline_s)


async def test_a_request_comes_through_and_is_counted() -> None:
    bench = Bench(tokens_per_s=10_000)
    plain = [delta.text async for delta in bench.inner.generate(request())]
    measured = [delta.text async for delta in bench.engine.generate(request())]
    assert "".join(measured) == "".join(plain)
    samples = bench.samples
    assert samples.by("engine_requests_total", "ending") == {"complete": 1}
    assert samples.total("engine_tokens_total", kind="prompt", lane="play") == 3
    assert samples.total("engine_tokens_total", kind="completion") > 5
    assert samples.total("engine_first_token_seconds_count", lane="play") == 1
    assert samples.total("engine_longest_gap_seconds_count", lane="play") == 1
    assert samples.total("engine_requests_running") == 0
    assert bench.meter.busy_s > 0


async def test_whoever_goes_away_frees_the_request() -> None:
    bench = Bench(tokens_per_s=10_000)
    async with aclosing(bench.engine.generate(request(Lane.BACKGROUND))) as deltas:
        await anext(deltas)
        assert bench.samples.by("engine_requests_running", "lane")["background"] == 1
    assert bench.samples.total("engine_requests_total", lane="background", ending="left") == 1
    assert bench.samples.total("engine_requests_running") == 0


async def test_failures_are_told_apart() -> None:
    bench = Bench(tokens_per_s=1, first_token_s=60.0)
    with pytest.raises(DeadlineExceeded):
        [delta async for delta in bench.engine.generate(request(deadline_s=0.01))]
    with pytest.raises(RequestRefused):
        [delta async for delta in bench.engine.generate(request(new=0))]
    assert bench.samples.by("engine_requests_total", "ending") == {"deadline": 1, "refused": 1}


def test_an_engine_is_busy_while_its_tokens_grow() -> None:
    tokens, now = [0], [0.0]
    busy = BusyTime(lambda: tokens[0], lambda: now[0])
    for at, seen in (
        (1.0, 10),
        (2.0, 10),
        (3.0, 25),
        (4.0, 0),
    ):  # an engine that was started anew counts anew
        now[0], tokens[0] = at, seen
        busy.seconds()
    assert busy.seconds() == 3.0
