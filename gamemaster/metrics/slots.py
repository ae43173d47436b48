"""Several processes count together: prometheus_client's files, one set a slot, and a slot is held by a lock.

The library keeps one set of files a process id and never deletes counters, so that each worker that dies leaves files
behind, and it learns of a death only if somebody tells it (`mark_process_dead`), which nobody does after a kill -9.
Here a process counts in the first *slot* whose lock nobody holds (flock: the kernel gives it back however a process
ends). Whoever comes next goes on in the same files: counters never fall, and there are as many files as processes lived
at one time. Gauges of slots that nobody holds are deleted before each answer.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from prometheus_client import CollectorRegistry, Metric, values
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead
from prometheus_client.registry import Collector

VARIABLE = "PROMETHEUS_MULTIPROC_DIR"  # the library's own
MOST_SLOTS = 1_000


class NoSlotError(OSError):
    """More processes than anybody runs hold slots."""


class Slot:
    """A slot that this process holds until it ends, or `release`."""

    def __init__(self, folder: Path, number: int, lock: int) -> None:
        self.folder, self.number, self._lock = folder, number, lock

    def release(self) -> None:
        os.close(self._lock)


def claim(folder: Path) -> Slot:
    """The first slot that nobody holds, without the gauges of whoever held it. Raises OSError."""
    for number in range(1, MOST_SLOTS + 1):
        lock = _try_lock(folder / f"{number}.lock")
        if lock is not None:
            mark_process_dead(number, str(folder))
            return Slot(folder, number, lock)
    raise NoSlotError(f"all {MOST_SLOTS} slots in {folder} are held")


def share(folder: Path) -> Slot:
    """From here on, metrics that this process makes are counted in a slot of the folder. Raises OSError."""
    slot = claim(folder)
    os.environ[VARIABLE] = str(folder)
    # The library's own way to name processes otherwise than by their id; see its `MultiProcessValue`.
    values.ValueClass = values.MultiProcessValue(lambda: slot.number)
    return slot


def stop_sharing(slot: Slot) -> None:
    """Metrics that are made from now on count in this process alone."""
    values.ValueClass = values.MutexValue
    os.environ.pop(VARIABLE, None)
    slot.release()


def registry_of(folder: Path) -> CollectorRegistry:
    """What all processes have counted, as it is whenever it is collected."""
    registry = CollectorRegistry()
    registry.register(LiveSlots(folder))
    return registry


class LiveSlots(Collector):
    """The library's collector; gauges of processes that are gone are deleted first."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._files = MultiProcessCollector(None, str(folder))

    def collect(self) -> Iterable[Metric]:
        for number in _unheld(self._folder):
            mark_process_dead(number, str(self._folder))
        found: Iterable[Metric] = self._files.collect()
        return found


def _unheld(folder: Path) -> Iterator[int]:
    """Slots that nobody holds; each is held while it is looked at."""
    for path in folder.glob("*.lock"):
        lock = _try_lock(path)
        if lock is not None:
            try:
                yield int(path.stem)
            finally:
                os.close(lock)


def _try_lock(path: Path) -> int | None:
    """The lock's file, held; None if another process holds it. It is not inherited by what this process starts."""
    opened = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    with contextlib.suppress(BlockingIOError):
        fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return opened
    os.close(opened)
    return None
