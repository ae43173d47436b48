"""The processes of a service on this machine, by what they are for: seen from outside, whether they answer or not."""

from __future__ import annotations

import contextlib
import os
from collections import Counter as Tally
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import psutil

from gamemaster.metrics.catalogue.hosts import ROLE
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
HELPERS = ("multiprocessing.resource_tracker",)


def role_of(command: list[str], parent: str) -> str:
    """What a process is for, by its command line; else what its parent is for."""
    words = [word if " " in word else Path(word).name for word in command]  # a script may be an argument
    line = " ".join(words[:12])
    for role, signs in ROLES:
        if any(sign in line for sign in signs):
            # A worker is forked from the template, and looks like it.
            return "worker" if role == parent == "template" else role
    return parent if parent != "keeper" else "engine"


@dataclass
class _Seen:
    role: str
    cpu_s: float = 0.0


@dataclass(eq=False)
class ProcessTable:
    """Follows the process `root` and its descendants. Blocking, for some milliseconds: call `look` in a thread.

    `dismissed` are the ids of processes that were told to end: their ends are no deaths.
    """

    meters: Meters
    root: int = field(default_factory=os.getpid)
    dismissed: set[int] = field(default_factory=set)
    _seen: dict[tuple[int, float], _Seen] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for role in ROLE.values:
            for name in ("starts_total", "ends_total", "cpu_seconds_total"):
                self.meters.counter(f"process_{name}", role=role)

    def look(self) -> None:
        """Who lives, who came and went since the last look, and what they use."""
        found: dict[tuple[int, float], _Seen] = {}
        numbers: Tally[str] = Tally()
        resident: Tally[str] = Tally()
        for process, role in [*self._living(), *self._orphans()]:
            try:
                with process.oneshot():
                    key = (process.pid, process.create_time())
                    if key in found:
                        continue
                    times, memory = process.cpu_times(), process.memory_info().rss
            except psutil.Error:
                continue  # it ended meanwhile
            found[key] = _Seen(role, times.user + times.system)
            numbers[role] += 1
            resident[role] += memory
        self._note(found)
        for role in ROLE.values:
            self.meters.gauge("processes", role=role).set(numbers[role])
            self.meters.gauge("process_resident_bytes", role=role).set(resident[role])

    def _living(self) -> Iterator[tuple[psutil.Process, str]]:
        try:
            top = psutil.Process(self.root)
        except psutil.Error:
            return
        waiting = [(top, "service")]
        while waiting:
            process, role = waiting.pop()
            yield process, role
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
                    waiting.append((child, role_of(command, role)))

    def _orphans(self) -> Iterator[tuple[psutil.Process, str]]:
        """Those seen before. One whose parent has ended is no descendant any more, as a worker is whose template is
        replaced, and serves on all the same."""
        for (pid, created), seen in self._seen.items():
            with contextlib.suppress(psutil.Error):
                process = psutil.Process(pid)
                if process.create_time() == created and process.status() != psutil.STATUS_ZOMBIE:
                    yield process, seen.role

    def _note(self, found: dict[tuple[int, float], _Seen]) -> None:
        for key, now in found.items():
            before = self._seen.get(key)
            if before is None:
                self.meters.counter("process_starts_total", role=now.role).inc()
            spent = now.cpu_s - (before.cpu_s if before is not None else 0.0)
            self.meters.counter("process_cpu_seconds_total", role=now.role).inc(max(0.0, spent))
        for key, gone in self._seen.items():
            if key not in found and key[0] not in self.dismissed:
                self.meters.counter("process_ends_total", role=gone.role).inc()
        self.dismissed &= {pid for pid, _ in found}  # another process may get the number
        self._seen = found
