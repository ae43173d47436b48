"""An engine with its requests measured: it wraps the engine, and hands everything on as it comes.

Measured once a request, not once a token: of each delta only the time is looked at.
"""

from __future__ import annotations

import time
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from dataclasses import dataclass

from prometheus_client import Counter, Gauge, Histogram

from gamemaster.metrics.meters import Meters
from inference.delegated_engine import DelegatedEngine
from inference.engine import (
    Accounting,
    DeadlineExceeded,
    Delta,
    EngineBusy,
    EngineError,
    EngineLost,
    GenerationRequest,
    Lane,
    RequestRefused,
)
from inference.remote.client import ChatRequest, DelegatedChat

FAILURES: tuple[tuple[type[EngineError], str], ...] = (
    (RequestRefused, "refused"),
    (EngineBusy, "busy"),
    (DeadlineExceeded, "deadline"),
    (EngineLost, "lost"),
)


class _LaneMeters:
    """The meters of one lane."""

    def __init__(self, meters: Meters, lane: Lane) -> None:
        self.lane, self._meters = lane.value, meters
        self.running: Gauge = meters.gauge("engine_requests_running", lane=self.lane)
        self.seconds: Histogram = meters.histogram("engine_request_seconds", lane=self.lane)
        self.first: Histogram = meters.histogram("engine_first_token_seconds", lane=self.lane)
        self.per_token: Histogram = meters.histogram("engine_token_seconds", lane=self.lane)
        self.gap: Histogram = meters.histogram("engine_longest_gap_seconds", lane=self.lane)
        self.tokens: dict[str, Counter] = {
            kind: meters.counter("engine_tokens_total", lane=self.lane, kind=kind)
            for kind in ("prompt", "cached", "reasoning", "completion")
        }
        self._endings: dict[str, Counter] = {}

    def end(self, ending: str) -> None:
        if ending not in self._endings:
            self._endings[ending] = self._meters.counter(
                "engine_requests_total", lane=self.lane, ending=ending
            )
        self._endings[ending].inc()

    def account(self, account: Accounting) -> None:
        self.tokens["prompt"].inc(account.prompt_tokens)
        self.tokens["cached"].inc(account.cached_tokens)
        self.tokens["reasoning"].inc(account.reasoning_tokens)
        self.tokens["completion"].inc(account.completion_tokens)


@dataclass(eq=False)
class BusyTime:
    """How long an engine was busy, by a count of its tokens that is read now and then."""

    tokens: Callable[[], int]
    clock: Callable[[], float] = time.monotonic

    def __post_init__(self) -> None:
        self._seen, self._at, self._busy_s = self.tokens(), self.clock(), 0.0

    def seconds(self) -> float:
        """Since the first look; the time between two looks counts if there were tokens in it."""
        seen, now = self.tokens(), self.clock()
        if seen != self._seen:
            self._busy_s += now - self._at
        self._seen, self._at = seen, now
        return self._busy_s


@dataclass(eq=False)
class EngineMeter:
    """Measures the requests of one process, to whatever engine it has."""

    meters: Meters
    clock: Callable[[], float] = time.perf_counter

    def __post_init__(self) -> None:
        self._lanes = {lane: _LaneMeters(self.meters, lane) for lane in Lane}
        self._running = 0
        self._busy_since = 0.0
        self._busy_s = 0.0

    @property
    def busy_s(self) -> float:
        """Seconds in which at least one request of this process was running."""
        return self._busy_s + (self.clock() - self._busy_since if self._running else 0.0)

    async def measure(self, lane: Lane, deltas: AsyncGenerator[Delta, None]) -> AsyncGenerator[Delta, None]:
        """The deltas of a request that is made now, as they come. Raises what they raise."""
        own, clock = self._lanes[lane], self.clock
        started = last = clock()
        first = longest = 0.0
        count, ending = 0, "left"
        self._begin(own, started)
        try:
            async with aclosing(deltas):
                async for delta in deltas:
                    now = clock()
                    if count:
                        if now - last > longest:
                            longest = now - last
                    else:
                        first = now
                    last = now
                    count += len(delta.token_ids) or 1
                    if delta.finish is not None:
                        ending = delta.finish.reason.value
                        own.account(delta.finish.accounting)
                    yield delta
        except EngineError as error:
            ending = next((word for kind, word in FAILURES if isinstance(error, kind)), "failed")
            raise
        finally:
            self._finish(own, ending, started)
            if first:
                own.first.observe(first - started)
            if count > 1:
                own.per_token.observe((last - first) / (count - 1))
                own.gap.observe(longest)

    def _begin(self, own: _LaneMeters, now: float) -> None:
        if not self._running:
            self._busy_since = now
        self._running += 1
        own.running.inc()

    def _finish(self, own: _LaneMeters, ending: str, started: float) -> None:
        now = self.clock()
        self._running -= 1
        if not self._running:
            self._busy_s += now - self._busy_since
        own.running.dec()
        own.seconds.observe(now - started)
        own.end(ending)


@dataclass(eq=False)
class MeteredEngine(DelegatedEngine):
    """An engine of tokens whose requests are measured."""

    meter: EngineMeter

    def generate(self, request: GenerationRequest) -> AsyncGenerator[Delta, None]:
        return self.meter.measure(request.lane, self.inner.generate(request))


@dataclass(eq=False)
class MeteredChat(DelegatedChat):
    """A model server that is asked by messages, with its requests measured. It knows no lanes."""

    meter: EngineMeter

    def generate(self, request: ChatRequest) -> AsyncGenerator[Delta, None]:
        return self.meter.measure(Lane.PLAY, self.inner.generate(request))
