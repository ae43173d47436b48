"""The supervisor as a script: how it ends what it runs, whoever dies first."""

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from gamemaster.hosting.process import SUPERVISOR
from tests.processkit import has_ended

# Says its number and that of a child of its own, then waits. Each name on the command line is a signal it ignores.
COMMAND = """
import os, signal, subprocess, sys
for name in sys.argv[1:]: signal.signal(signal.Signals[name], signal.SIG_IGN)
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
print(os.getpid(), child.pid, flush=True)
signal.pause()
"""


@contextlib.contextmanager
def run_supervised(
    *options: str, ignores: tuple[str, ...] = ()
) -> Iterator[tuple["subprocess.Popen[str]", list[int]]]:
    """A supervisor, and the numbers of its command and of the command's child."""
    command = [sys.executable, "-c", COMMAND, *ignores]
    process = subprocess.Popen(
        [sys.executable, "-I", str(SUPERVISOR), *options, "--", *command],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    with process:
        assert process.stdout is not None
        pids = [int(pid) for pid in process.stdout.readline().split()]
        yield process, pids
        process.kill()


def wait_for_end(pids: list[int]) -> None:
    deadline = time.monotonic() + 30
    while not all(map(has_ended, pids)):
        assert time.monotonic() < deadline
        time.sleep(0.01)


def close(process: "subprocess.Popen[str]", said: str = "") -> int:
    assert process.stdin is not None
    process.stdin.write(said)
    process.stdin.close()
    return process.wait(30)


def test_end_of_file_stops_the_command_and_kills_its_children() -> None:
    with run_supervised("--stop=SIGTERM:30") as (process, pids):
        assert close(process) == 128 + signal.SIGTERM
        wait_for_end(pids)


def test_it_asks_again_with_the_next_signal_and_then_kills() -> None:
    with run_supervised("--stop=SIGINT:0.05", "--stop=SIGTERM:30", ignores=("SIGINT",)) as (process, _):
        assert close(process) == 128 + signal.SIGTERM
    with run_supervised("--stop=SIGINT:0.05", "--stop=SIGTERM:0.05", ignores=("SIGINT", "SIGTERM")) as (
        process,
        pids,
    ):
        assert close(process) == 128 + signal.SIGKILL
        wait_for_end(pids)


def test_a_byte_kills_at_once() -> None:
    with run_supervised("--stop=SIGTERM:600", ignores=("SIGTERM",)) as (process, pids):
        assert close(process, "K") == 128 + signal.SIGKILL
        wait_for_end(pids)


def test_sigterm_means_stop_and_a_closed_input_does_not_shorten_the_wait() -> None:
    with run_supervised("--stop=SIGTERM:600", ignores=("SIGTERM",)) as (process, pids):
        process.send_signal(signal.SIGTERM)
        assert process.stdin is not None
        process.stdin.close()
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(0.3)
        os.kill(pids[0], signal.SIGKILL)
        assert process.wait(30) == 128 + signal.SIGKILL


@pytest.mark.skipif(sys.platform != "linux", reason="asks the Linux kernel")
def test_the_kernel_ends_the_command_when_the_supervisor_is_killed() -> None:
    with run_supervised("--stop=SIGTERM:30", "--orphan=SIGINT") as (process, (command, child)):
        process.kill()
        wait_for_end([command])
        os.kill(child, signal.SIGKILL)


def test_files_are_removed_at_the_end(tmp_path: Path) -> None:
    for name in ("shared-1", "shared-2", "other"):
        (tmp_path / name).touch()
    with run_supervised("--stop=SIGTERM:30", f"--remove={tmp_path}/shared-*") as (process, _):
        close(process)
    assert [path.name for path in tmp_path.iterdir()] == ["other"]
