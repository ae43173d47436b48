"""Processes are told apart by what they are for, and counted as they come and go."""

from __future__ import annotations

import subprocess
import sys
import time

import psutil
import pytest
from prometheus_client import CollectorRegistry, generate_latest

from gamemaster.metrics.meters import Meters
from gamemaster.metrics.process_table import ProcessTable, role_of
from gamemaster.metrics.samples import read_samples
from tests.processkit import has_ended


@pytest.mark.parametrize(
    ("command", "role"),
    [
        ("python -I /srv/gamemaster/hosting/supervisor.py --stop SIGINT:30 -- postgres -D data", "keeper"),
        ("/opt/pgserver/bin/postgres -D data", "postgres"),
        ("postgres: gamemaster postgres [local] idle", "postgres"),
        ("valkey-server 127.0.0.1:0", "redis"),
        ("/x/tritonserver --model-repository r", "voice"),
        ("python -m inference.hosted.child inference.sglang.start:build {} engine.sock", "engine"),
        ("cat", "voice"),
    ],
)
def test_a_command_says_what_a_process_is_for(command: str, role: str) -> None:
    assert role_of(command.split(), parent="voice") == role


def test_a_worker_looks_like_the_template_that_it_was_forked_from() -> None:
    script = (
        "from multiprocessing.forkserver import main; main(5, 6, ['gamemaster'], main_path='/srv/x/main.py')"
    )
    command = ["/usr/bin/python3", "-c", script]
    assert role_of(command, parent="service") == "template"
    assert role_of(command, parent="template") == "worker"


def waiting_child() -> subprocess.Popen[bytes]:
    """A process that looks like a template, and ends with its input."""
    waits = [sys.executable, "-c", "print('up', flush=True); input()", "multiprocessing.forkserver"]
    child = subprocess.Popen(waits, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert child.stdout is not None
    child.stdout.readline()
    return child


class Looks:
    """A table of processes, and what it counts of templates beyond those that other tests have running."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.table = ProcessTable(Meters(registry=self.registry))
        self.before: dict[str, float] = {}
        self.before = {name: self.templates(name) for name in ("processes", "process_starts_total")}

    def by_role(self, name: str) -> dict[str, float]:
        self.table.look()
        return read_samples(generate_latest(self.registry).decode()).by(name, "role")

    def templates(self, name: str) -> float:
        return self.by_role(name).get("template", 0) - self.before.get(name, 0)


def test_one_that_was_told_to_end_has_not_died() -> None:
    looks = Looks()
    child = waiting_child()
    assert looks.templates("processes") == 1
    looks.table.lives.on_dismissal(child.pid)
    child.communicate(b"\n")
    assert looks.templates("processes") == 0
    assert looks.templates("process_ends_total") == 0
    # Another process may get the number.
    looks.table.lives.on_start(child.pid, "template")
    looks.table.lives.on_end(child.pid)
    assert looks.templates("process_ends_total") == 1


def test_a_life_between_two_looks_is_counted() -> None:
    looks = Looks()
    for _ in range(3):
        child = waiting_child()
        looks.table.lives.on_start(child.pid, "template")
        child.communicate(b"\n")
        looks.table.lives.on_end(child.pid)
    assert looks.templates("process_starts_total") == 3
    assert looks.templates("process_ends_total") == 3


@pytest.mark.parametrize("seen_first", [True, False])
def test_a_life_that_is_told_of_and_seen_is_counted_once(seen_first: bool) -> None:
    looks = Looks()
    child = waiting_child()
    if seen_first:
        assert looks.templates("processes") == 1
    looks.table.lives.on_start(child.pid, "template")
    assert looks.templates("process_starts_total") == 1
    child.communicate(b"\n")
    if seen_first:
        assert looks.templates("process_ends_total") == 1
    looks.table.lives.on_end(child.pid)
    assert looks.templates("process_ends_total") == 1
    assert looks.templates("process_starts_total") == 1


def test_one_whose_parent_has_ended_lives_on() -> None:
    looks = Looks()
    script = "import subprocess; print(subprocess.Popen(['sleep', '600']).pid, flush=True); input()"
    line = [sys.executable, "-c", script, "multiprocessing.forkserver"]
    with subprocess.Popen(line, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as parent:
        assert parent.stdout is not None
        orphan = psutil.Process(int(parent.stdout.readline()))
        assert looks.templates("processes") == 2
        parent.kill()
    assert looks.templates("processes") == 1
    orphan.kill()
    deadline = time.monotonic() + 60
    while not has_ended(orphan.pid):
        assert time.monotonic() < deadline
        time.sleep(0.01)
    assert looks.templates("processes") == 0
    assert looks.templates("process_ends_total") == 2


def test_a_connection_of_postgres_that_closes_is_no_death_and_that_of_postgres_is_one() -> None:
    looks = Looks()
    before = {name: looks.by_role(name)["postgres"] for name in ("processes", "process_ends_total")}

    def postgres(name: str) -> float:
        return looks.by_role(name)["postgres"] - before[name]

    connection = "[sys.executable, '-c', 'input()', 'postgres: idle']"
    script = f"""
import subprocess, sys
child = subprocess.Popen({connection}, stdin=subprocess.PIPE)
print("up", flush=True); input(); child.communicate(b"x"); print("closed", flush=True); input()"""
    line = [sys.executable, "-c", script, "postgres"]
    with subprocess.Popen(line, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        server.stdout.readline()
        assert postgres("processes") == 2
        print(file=server.stdin, flush=True)
        server.stdout.readline()
        assert postgres("processes") == 1
        assert postgres("process_ends_total") == 0
        server.kill()
    assert postgres("process_ends_total") == 1


def test_making_a_database_once_is_no_death() -> None:
    looks = Looks()
    for command in ("supervisor.py", "postgres"):
        waits = [
            sys.executable,
            "-c",
            "print('up', flush=True); input()",
            command,
            "/opt/bin/initdb",
            "-D",
            "x",
        ]
        with subprocess.Popen(waits, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
            assert child.stdout is not None
            child.stdout.readline()
            before = looks.by_role("process_ends_total")
            child.communicate(b"\n")
        assert looks.by_role("process_ends_total") == before


def test_a_process_that_ends_is_counted_and_gone() -> None:
    looks = Looks()
    child = waiting_child()
    assert looks.templates("processes") == 1
    child.communicate(b"\n")
    assert looks.templates("processes") == 0
    assert looks.templates("process_ends_total") == 1
    assert looks.templates("process_starts_total") == 1
    assert looks.by_role("process_resident_bytes")["service"] > 1_000_000
    assert looks.by_role("process_cpu_seconds_total")["service"] > 0
