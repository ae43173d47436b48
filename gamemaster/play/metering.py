"""What one process measures with: made once, handed to all who measure, read by whoever answers `/metrics`."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from prometheus_client import CollectorRegistry

from gamemaster.metrics import slots
from gamemaster.metrics.catalogue.every import FILES, METRICS
from gamemaster.metrics.engine_meter import EngineMeter
from gamemaster.metrics.exposition import Answers, serve_metrics
from gamemaster.metrics.meters import Meters
from gamemaster.metrics.process_table import Lives, ProcessTable
from gamemaster.metrics.sampling import SAMPLE_S, Sampler
from gamemaster.metrics.settings import MetricsOptions
from gamemaster.metrics.voice_meter import MeteredSynthesizer
from gamemaster.play.story_metrics import StoryMeters
from voice.synthesizer import Synthesizer

log = logging.getLogger(__name__)

Say = Callable[[str], None]
FOLDER_VARIABLE = "GM_METRICS__FOLDER"
PROCESSES_S = 10.0  # between looks at the processes


@dataclass(eq=False)
class Metering:
    """The meters of this process. `answers` is what it tells Prometheus by its web application, if it may."""

    options: MetricsOptions
    meters: Meters
    answers: Answers | None = None
    sampler: Sampler = field(default_factory=Sampler)
    lives: Lives = field(default_factory=Lives)

    def __post_init__(self) -> None:
        self._state()

    @cached_property
    def stories(self) -> StoryMeters:
        return StoryMeters(self.meters, self.options)

    @cached_property
    def engine(self) -> EngineMeter:
        return EngineMeter(self.meters)

    @property
    def on_redis(self) -> Callable[[float], None]:
        """Told how many seconds Redis took."""
        return self.meters.histogram("redis_wait_seconds").observe

    @property
    def on_connection(self) -> Callable[[float], None]:
        """Told how many seconds a connection to the database was waited for."""
        return self.meters.histogram("database_pool_wait_seconds").observe

    def meter_voice(self, synthesizer: Synthesizer) -> Synthesizer:
        """The synthesizer, with its sentences measured."""
        return MeteredSynthesizer(synthesizer, self.meters)

    def _state(self) -> None:
        """Since when it measures, and what GPUs and tokens cost."""
        options, gauge = self.options, self.meters.gauge
        gauge("start_time_seconds").set(time.time())
        gauge("gpus").set(options.gpus)
        gauge("gpu_second_cost").set(options.gpu_hour_price / 3600)
        gauge("token_cost", kind="prompt").set(options.million_prompt_tokens_price / 1e6)
        gauge("token_cost", kind="completion").set(options.million_completion_tokens_price / 1e6)

    async def watch_processes(self) -> None:
        """Look at the service's processes now and then, until cancelled."""
        table = ProcessTable(self.meters, lives=self.lives)
        while True:
            await asyncio.to_thread(table.look)
            await asyncio.sleep(PROCESSES_S)


@contextlib.contextmanager
def metering(
    options: MetricsOptions, worlds: Iterable[str], say: Say = log.info
) -> Iterator[Metering | None]:
    """For a process that plays stories; None if nothing is to be measured. One of several counts in their folder.

    Raises MetricsPortError.
    """
    if not options.is_on:
        yield None
        return
    if options.folder is not None:
        slot = slots.share(options.folder)
        try:
            found = Metering(options, Meters(worlds), _answers(options, slots.registry_of(options.folder)))
            _begin(found.meters)
            yield found
        finally:
            slots.stop_sharing(slot)
        return
    registry = CollectorRegistry()
    with _on_own_port(options, registry, say):
        found = Metering(options, Meters(worlds, registry), _answers(options, registry))
        _begin(found.meters)
        yield found


def _begin(meters: Meters) -> None:
    meters.begin(metric for metric in METRICS if metric not in FILES["hosts"].metrics)


def _answers(options: MetricsOptions, registry: CollectorRegistry) -> Answers | None:
    """The web application's answers: only with a token, as everybody reaches its port."""
    return Answers(registry, options.token) if options.token is not None else None


@contextlib.contextmanager
def _on_own_port(options: MetricsOptions, registry: CollectorRegistry, say: Say) -> Iterator[None]:
    if options.port is None:
        yield
        return
    with serve_metrics(Answers(registry, options.token), options.host, options.port, say):
        yield


@contextlib.contextmanager
def metering_for_workers(options: MetricsOptions, say: Say) -> Iterator[Metering | None]:
    """For the process that starts workers: they find the folder by GM_METRICS__FOLDER. It answers on the port of its
    own, looks at the processes, and samples what its sampler reads, from a thread. Raises MetricsPortError."""
    if not options.is_on:
        yield None
        return
    with tempfile.TemporaryDirectory(prefix="gm-metrics-") as name:
        folder = Path(name)
        os.environ[FOLDER_VARIABLE] = name
        slot = slots.share(folder)
        try:
            found = Metering(options, Meters())
            with _on_own_port(options, slots.registry_of(folder), say), _with_samples(found):
                yield found
        finally:
            slots.stop_sharing(slot)
            del os.environ[FOLDER_VARIABLE]


@contextlib.contextmanager
def _with_samples(found: Metering) -> Iterator[None]:
    over = threading.Event()
    table = ProcessTable(found.meters, lives=found.lives)

    def run() -> None:
        rounds = 0
        while True:
            try:
                found.sampler.sample()
                if rounds % round(PROCESSES_S / SAMPLE_S) == 0:
                    table.look()
            except Exception:  # what watches the service must not end it
                log.exception("the service's processes could not be looked at")
            rounds += 1
            if over.wait(SAMPLE_S):
                return

    thread = threading.Thread(target=run, name="metrics of processes", daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
