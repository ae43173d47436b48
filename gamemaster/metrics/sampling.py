"""Reads the counters and levels that other rooms keep anyway, every few seconds, into meters."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from prometheus_client import Counter, Gauge, Histogram

log = logging.getLogger(__name__)

SAMPLE_S = 2.0
Read = Callable[[], float]


@dataclass(eq=False)
class Sampler:
    """What is read, and into which meters. `lag` measures by how much the event loop wakes too late."""

    lag: Histogram | None = None
    _levels: list[tuple[Gauge, Read]] = field(default_factory=list)
    _counts: list[tuple[Counter, Read]] = field(default_factory=list)
    _seen: dict[Counter, float] = field(default_factory=dict)

    def level(self, gauge: Gauge, read: Read) -> None:
        """A gauge that stands as `read` says."""
        self._levels.append((gauge, read))

    def count(self, counter: Counter, read: Read) -> None:
        """A counter that follows another one, which only grows."""
        self._counts.append((counter, read))
        self._seen[counter] = read()

    def sample(self) -> None:
        """Read everything once."""
        for gauge, read in self._levels:
            gauge.set(read())
        for counter, read in self._counts:
            now = read()
            counter.inc(max(0.0, now - self._seen[counter]))
            self._seen[counter] = now

    async def run(self, every_s: float = SAMPLE_S) -> None:
        """Until it is cancelled."""
        while True:
            try:
                self.sample()
            except Exception:  # what watches the service must not end it
                log.exception("the service's own counters could not be read")
            due = time.monotonic() + every_s
            await asyncio.sleep(every_s)
            if self.lag is not None:
                self.lag.observe(max(0.0, time.monotonic() - due))
