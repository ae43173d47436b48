"""What driving itself costs this process: its share of a core, and how late its event loop runs.

A driver that shares the machine with the service takes from it; one whose loop is late notes frames late. Both must be
known before a figure is laid at the service's door.
"""

from __future__ import annotations

import asyncio
import time

import psutil

from gamemaster.replay.percentile import percentile

EVERY_S = 0.05


class Meter:
    """Measures from `start` to `stop`."""

    def __init__(self) -> None:
        self._process = psutil.Process()
        self._lags: list[float] = []
        self._work: asyncio.Task[None] | None = None
        self._since = self._cpu_s = 0.0
        self.cpu_share: float | None = None  # of one core

    def start(self) -> None:
        self._since, self._cpu_s = time.perf_counter(), self._used_s()
        self._work = asyncio.create_task(self._listen(), name="driver's lag")

    async def _listen(self) -> None:
        while True:
            due = time.perf_counter() + EVERY_S
            await asyncio.sleep(EVERY_S)
            self._lags.append(max(0.0, time.perf_counter() - due))

    def _used_s(self) -> float:
        times = self._process.cpu_times()
        return float(times.user + times.system)

    def stop(self) -> None:
        if self._work is not None:
            self._work.cancel()
            self._work = None
            self.cpu_share = (self._used_s() - self._cpu_s) / max(1e-6, time.perf_counter() - self._since)

    @property
    def lag_p99_ms(self) -> float | None:
        """How late the loop woke, in ms: so much the times that were measured may be too long."""
        late = percentile(self._lags, 0.99)
        return None if late is None else late * 1000
