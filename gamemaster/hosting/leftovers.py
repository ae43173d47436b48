"""Ends what an earlier start of a server left behind: a server without a supervisor, its children, its pid file."""

from __future__ import annotations

import signal
from collections.abc import Callable
from pathlib import Path

import psutil

# For a server to stop on SIGINT. What is killed then is mended by its own recovery from a crash.
STOP_PATIENCE_S = 10.0
# Backends of Postgres end by themselves when their postmaster is gone, unless they hang. Until the last is gone, its
# shared memory is in use, and no other server can start on the data.
CHILDREN_PATIENCE_S = 2.0


def end_leftovers(program: str, folder: Path, pid_file: Path, say: Callable[[str], None]) -> None:
    """Waits for the processes `program` that work in `folder`, ends those that stay, and removes the stale pid file.

    Only for who holds the lock of the data directory and supervises none of them. A process that merely has the
    number in the file is left alone. Blocks, for seconds at most.
    """
    main = read_pid(pid_file)
    if main is not None and works_in(main, program, folder):
        say(f"stopping a {program} that nobody supervises any more…")
        end([psutil.Process(main)], signal.SIGINT, STOP_PATIENCE_S)
    left = [one for one in psutil.process_iter() if works_in(one.pid, program, folder)]
    end(left, None, CHILDREN_PATIENCE_S)
    pid_file.unlink(missing_ok=True)


def end(processes: list[psutil.Process], request: signal.Signals | None, patience_s: float) -> None:
    """Asks them by a signal, if one is given; kills those that still run after so many seconds."""
    if request is not None:
        for process in processes:
            send(process, request)
    _, alive = psutil.wait_procs(processes, timeout=patience_s)
    for process in alive:
        send(process, signal.SIGKILL)
    psutil.wait_procs(alive, timeout=patience_s)


def send(process: psutil.Process, number: signal.Signals) -> None:
    try:
        process.send_signal(number)
    except psutil.NoSuchProcess:
        return


def read_pid(file: Path) -> int | None:
    """The number in the first line."""
    try:
        first, _, _ = file.read_text().partition("\n")
    except OSError:
        return None
    return int(first) if first.strip().isdigit() else None


def works_in(pid: int, program: str, folder: Path) -> bool:
    try:
        process = psutil.Process(pid)
        return bool(
            process.name().startswith(program)
            and process.status() != psutil.STATUS_ZOMBIE
            and Path(process.cwd()) == folder.resolve()
        )
    except (psutil.NoSuchProcess, psutil.AccessDenied):
        return False
