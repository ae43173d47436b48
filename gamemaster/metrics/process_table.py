"""The processes of a service on this machine, by what they are for: seen from outside, whether they answer or not.

Who starts processes and waits for their ends says so (`Lives`): a look now and then misses a life between two looks, as
those of workers are that fail again and again.
"""

from __future__ import annotations

import contextlib
import os
from collections import Counter as Tally
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path

import psutil

from gamemaster.metrics.catalogue.every import FILES
from gamemaster.metrics.meters import Meters

# What a command of a child process is for: the first that its command line has a word of.
ROLES = (
    ("template", ("multiprocessing.forkserver",)),
    ("keeper", ("supervisor.py",)),
    ("postgres", ("postgres",)),
    ("redis", ("valkey-server", "redis-server")),
    ("voice", ("tritonserver", "triton")),
    ("engine", ("inference.hosted.child", "sglang::", "sglang")),
)
# They come and go with nobody's harm: `initdb` makes the database once, and its keeper says so in its command line.
HELPERS = ("multiprocessing.resource_tracker", "/initdb")
MOST_TOLD = 10_000  # kept if nobody looks


def role_of(command: list[str], parent: str) -> str:
    """What a process is for, by its command line; else what its parent is for."""
    words = [word if " " in word else Path(word).name for word in command]  # a script may be an argument
    line = " ".join(words[:12])
    for role, signs in ROLES:
        if any(sign in line for sign in signs):
            # A worker is forked from the template, and looks like it.
            return "worker" if role == parent == "template" else role
    return parent if parent != "keeper" else "engine"


class _Event(Enum):
    BEGAN = "began"
    DISMISSED = "dismissed"
    ENDED = "ended"


class Lives:
    """What whoever starts processes says of their lives, from any thread, for the next look."""

    def __init__(self) -> None:
        self._told: deque[tuple[_Event, int, str]] = deque(maxlen=MOST_TOLD)

    def on_start(self, pid: int, role: str) -> None:
        """A process was started."""
        self._told.append((_Event.BEGAN, pid, role))

    def on_dismissal(self, pid: int) -> None:
        """It was told to end while the service goes on: its end is no death."""
        self._told.append((_Event.DISMISSED, pid, ""))

    def on_end(self, pid: int) -> None:
        """It is gone. Said of those alone that were said to begin."""
        self._told.append((_Event.ENDED, pid, ""))

    def take(self) -> Iterator[tuple[_Event, int, str]]:
        """What was said since, in order."""
        while self._told:
            yield self._told.popleft()


@dataclass
class _Seen:
    """A `part` of another process comes and goes with its work: Postgres has a process for each connection. Should one
    crash, Postgres ends with it."""

    role: str
    cpu_s: float = 0.0
    part: bool = False


@dataclass(eq=False)
class ProcessTable:
    """Follows the process `root` and its descendants. Blocking, for some milliseconds: call `look` in a thread."""

    meters: Meters
    root: int = field(default_factory=os.getpid)
    lives: Lives = field(default_factory=Lives)
    _dismissed: set[int] = field(default_factory=set)
    _told: dict[int, str] = field(
        default_factory=dict
    )  # the roles of those that began, and no look has seen yet
    _seen: dict[tuple[int, float], _Seen] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for role in FILES["hosts"].values["role"]:
            for name in ("starts_total", "ends_total", "cpu_seconds_total"):
                self.meters.counter(f"process_{name}", role=role)

    def look(self) -> None:
        """Who lives, who came and went since the last look, and what they use."""
        self._hear()
        found: dict[tuple[int, float], _Seen] = {}
        numbers: Tally[str] = Tally()
        resident: Tally[str] = Tally()
        for process, role, part in [*self._living(), *self._orphans()]:
            try:
                with process.oneshot():
                    key = (process.pid, process.create_time())
                    if key in found:
                        continue
                    times, memory = process.cpu_times(), process.memory_info().rss
            except psutil.Error:
                continue  # it ended meanwhile
            found[key] = _Seen(role, times.user + times.system, part)
            numbers[role] += 1
            resident[role] += memory
        self._note(found)
        for role in FILES["hosts"].values["role"]:
            self.meters.gauge("processes", role=role).set(numbers[role])
            self.meters.gauge("process_resident_bytes", role=role).set(resident[role])

    def _hear(self) -> None:
        """Counts those of whom somebody said that they began or ended, unless a look came before."""
        for event, pid, role in self.lives.take():
            seen = [key for key in self._seen if key[0] == pid]
            if event is _Event.BEGAN:
                if not seen:
                    self._told[pid] = role
                    self._count("starts_total", role)
            elif event is _Event.DISMISSED:
                if seen or pid in self._told:
                    self._dismissed.add(pid)
            elif seen or pid in self._told:
                found = self._told.pop(pid, None) or self._seen[seen[0]].role
                self._end(pid, found)
                for key in seen:
                    del self._seen[key]

    def _end(self, pid: int, role: str) -> None:
        if pid not in self._dismissed:
            self._count("ends_total", role)
        self._dismissed.discard(pid)  # another process may get the number

    def _count(self, name: str, role: str) -> None:
        self.meters.counter(f"process_{name}", role=role).inc()

    def _living(self) -> Iterator[tuple[psutil.Process, str, bool]]:
        try:
            top = psutil.Process(self.root)
        except psutil.Error:
            return
        waiting = [(top, "service", False)]
        while waiting:
            process, role, part = waiting.pop()
            yield process, role, part
            try:
                children = process.children()
            except psutil.Error:
                continue
            for child in children:
                try:
                    command = child.cmdline()
                except psutil.Error:
                    continue
                if not any(helper in " ".join(command) for helper in HELPERS):
                    found = role_of(command, role)
                    waiting.append((child, found, found == role == "postgres"))

    def _orphans(self) -> Iterator[tuple[psutil.Process, str, bool]]:
        """Those seen before. One whose parent has ended is no descendant any more, as a worker is whose template is
        replaced, and serves on all the same."""
        for (pid, created), seen in self._seen.items():
            with contextlib.suppress(psutil.Error):
                process = psutil.Process(pid)
                if process.create_time() == created and process.status() != psutil.STATUS_ZOMBIE:
                    yield process, seen.role, seen.part

    def _note(self, found: dict[tuple[int, float], _Seen]) -> None:
        for key, now in found.items():
            before = self._seen.get(key)
            if before is None and self._told.pop(key[0], None) is None and not now.part:
                self._count("starts_total", now.role)
            spent = now.cpu_s - (before.cpu_s if before is not None else 0.0)
            self.meters.counter("process_cpu_seconds_total", role=now.role).inc(max(0.0, spent))
        for key, gone in self._seen.items():
            if key not in found and not gone.part:
                self._end(key[0], gone.role)
        self._seen = found
