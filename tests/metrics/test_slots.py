"""Processes that count together: whoever dies leaves its counts, and takes its gauges along."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from prometheus_client import generate_latest

from gamemaster.metrics import slots
from gamemaster.metrics.samples import Samples, read_samples

ROOT = Path(__file__).resolve().parents[2]
# Counts as told on its standard input: each line is a number of turns and of sockets.
WORKER = """
import sys
from pathlib import Path
from gamemaster.metrics import slots
from gamemaster.metrics.meters import Meters
slot = slots.share(Path(sys.argv[1]))
meters = Meters()
for line in sys.stdin:
    turns, sockets = map(int, line.split())
    meters.counter("turns_good_total").inc(turns)
    meters.gauge("sockets").set(sockets)
    meters.histogram("recall_seconds").observe(0.02)
    print(slot.number, flush=True)
"""


class Worker:
    def __init__(self, folder: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", WORKER, str(folder)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )  # fmt: skip

    def count(self, turns: int, sockets: int) -> int:
        """Its slot."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(turns, sockets, file=self.process.stdin, flush=True)
        return int(self.process.stdout.readline())

    def kill(self) -> None:
        self.process.kill()
        self.process.communicate()


@pytest.fixture
def workers(tmp_path: Path) -> Iterator[list[Worker]]:
    started = [Worker(tmp_path), Worker(tmp_path)]
    yield started
    for worker in started:
        worker.kill()


def look(folder: Path) -> Samples:
    return read_samples(generate_latest(slots.registry_of(folder)).decode())


@pytest.mark.slow
def test_a_killed_worker_leaves_its_counts_and_no_gauge(tmp_path: Path, workers: list[Worker]) -> None:
    first, second = workers
    assert {first.count(3, 10), second.count(4, 20)} == {1, 2}
    seen = look(tmp_path)
    assert seen.total("turns_good_total") == 7
    assert seen.total("sockets") == 30
    assert seen.total("recall_seconds_count") == 2
    first.kill()
    left = look(tmp_path)
    assert left.total("turns_good_total") == 7
    assert left.total("sockets") == 20


@pytest.mark.slow
def test_the_next_worker_goes_on_in_the_slot_of_the_dead(tmp_path: Path, workers: list[Worker]) -> None:
    first, second = workers
    held = first.count(3, 10)
    second.count(4, 20)
    first.kill()
    next_one = Worker(tmp_path)
    workers.append(next_one)
    assert next_one.count(1, 5) == held
    seen = look(tmp_path)
    assert seen.total("turns_good_total") == 8
    assert seen.total("sockets") == 25
    assert len(list(tmp_path.glob("counter_*.db"))) == 2, "no file more, however many die"
