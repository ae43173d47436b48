"""Processes are told apart by what they are for, and counted as they come and go."""

from __future__ import annotations

import subprocess
import sys

import psutil
import pytest
from prometheus_client import CollectorRegistry, generate_latest

from gamemaster.metrics.meters import Meters
from gamemaster.metrics.process_table import ProcessTable, role_of
from gamemaster.metrics.samples import read_samples


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


def test_one_that_was_told_to_end_has_not_died() -> None:
    registry = CollectorRegistry()
    table = ProcessTable(Meters(registry=registry))
    child = waiting_child()
    table.look()
    table.dismissed.add(child.pid)
    child.communicate(b"\n")
    table.look()
    samples = read_samples(generate_latest(registry).decode())
    assert samples.by("processes", "role")["template"] == 0
    assert samples.by("process_ends_total", "role")["template"] == 0
    assert not table.dismissed, "another process may get the number"


def test_one_whose_parent_has_ended_lives_on() -> None:
    registry = CollectorRegistry()
    table = ProcessTable(Meters(registry=registry))

    def look(name: str) -> dict[str, float]:
        table.look()
        return read_samples(generate_latest(registry).decode()).by(name, "role")

    script = "import subprocess; print(subprocess.Popen(['sleep', '600']).pid, flush=True); input()"
    line = [sys.executable, "-c", script, "multiprocessing.forkserver"]
    with subprocess.Popen(line, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as parent:
        assert parent.stdout is not None
        orphan = psutil.Process(int(parent.stdout.readline()))
        assert look("processes")["template"] == 2
        parent.kill()
    assert look("processes")["template"] == 1
    orphan.kill()
    orphan.wait(60)
    assert look("processes")["template"] == 0
    assert look("process_ends_total")["template"] == 2


def test_a_process_that_ends_is_counted_and_gone() -> None:
    registry = CollectorRegistry()
    table = ProcessTable(Meters(registry=registry))

    def look(name: str) -> dict[str, float]:
        table.look()
        return read_samples(generate_latest(registry).decode()).by(name, "role")

    child = waiting_child()
    assert look("processes")["template"] == 1
    child.communicate(b"\n")
    assert look("processes")["template"] == 0
    assert look("process_ends_total")["template"] == 1
    assert look("process_starts_total")["template"] == 1
    assert look("process_resident_bytes")["service"] > 1_000_000
    assert look("process_cpu_seconds_total")["service"] > 0
