"""Runs one process, and ends it with all its children as soon as whoever started the supervisor is gone.

A script of its own (`python -I supervisor.py … -- COMMAND`), of the standard library only: it lives through the kill -9
of the service. The service holds the write end of its standard input. End of file, however it comes about, means stop:
the signals of `--stop`, each with its patience, and then SIGKILL. A byte means kill at once. The command runs in a
session of its own, and what is left of its process group when it has ended is killed. The exit status is the command's:
whether it is started again is the service's business.
Should the supervisor itself be killed, the kernel sends the command the signal of `--orphan` (Linux).

Postgres, Valkey, the engine and Triton all run under this script. `inference` and `voice`, which know nothing of the
service, are given its path.
"""

import argparse
import contextlib
import ctypes
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

PR_SET_PDEATHSIG = 1  # linux/prctl.h
STOP, KILL = "stop", "kill"


def main() -> int:
    options = read_options()
    try:
        return run(options, Inputs())
    finally:
        for pattern in options.remove:
            for path in Path(pattern).parent.glob(Path(pattern).name):
                path.unlink(missing_ok=True)


def read_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--stop",
        type=patience,
        action="append",
        required=True,
        metavar="SIGNAL:SECONDS",
        help="how to ask for the end, and how long to wait for it; may be given again, to insist",
    )
    parser.add_argument("--orphan", default="SIGKILL", help="the signal when the supervisor is killed")
    parser.add_argument("--uid", type=int, help="run the command as this user (needs root)")
    parser.add_argument("--gid", type=int, help="and as this group")
    parser.add_argument(
        "--remove", action="append", default=[], help="files to delete at the end, as a pattern"
    )
    parser.add_argument("command", nargs="+", help="the command and its arguments, after --")
    return parser.parse_args()


def patience(text: str) -> tuple[signal.Signals, float]:
    name, _, seconds = text.partition(":")
    return signal.Signals[name], float(seconds)


def run(options: argparse.Namespace, inputs: "Inputs") -> int:
    process = start(options)
    if inputs.wait(process.pid, None) == STOP:
        stop(process, options.stop, inputs)
    # Killed before it is reaped, so that its number still names its group and no other.
    with contextlib.suppress(ProcessLookupError, PermissionError):  # macOS: nobody but the dead is left in it
        os.killpg(process.pid, signal.SIGKILL)
    status = process.wait()
    return status if status >= 0 else 128 - status


def start(options: argparse.Namespace) -> "subprocess.Popen[bytes]":
    account = {} if options.uid is None else {"user": options.uid, "group": options.gid, "extra_groups": []}
    return subprocess.Popen(
        options.command,
        stdin=subprocess.DEVNULL,
        start_new_session=True,
        # Safe here, unlike in the service: the supervisor has one thread.
        preexec_fn=orphan_signal(signal.Signals[options.orphan]),
        **account,
    )


def orphan_signal(number: signal.Signals) -> Callable[[], None]:
    def ask_kernel() -> None:
        if sys.platform == "linux":
            ctypes.CDLL(None, use_errno=True).prctl(PR_SET_PDEATHSIG, number)

    return ask_kernel


def stop(
    process: "subprocess.Popen[bytes]", requests: list[tuple[signal.Signals, float]], inputs: "Inputs"
) -> None:
    """Asks politely, then firmly. Whoever still runs afterwards is killed by the caller."""
    for number, wait_s in requests:
        process.send_signal(number)
        if inputs.wait(process.pid, time.monotonic() + wait_s) != STOP:
            return
        report(f"process {process.pid} did not stop within {wait_s:.0f} s of {number.name}")


def report(text: str) -> None:
    sys.stderr.write(f"supervisor: {text}\n")


class Inputs:
    """What can wake the supervisor: standard input, SIGTERM, and the end of a child. Never busy."""

    def __init__(self) -> None:
        self.wakeups, writer = os.pipe()
        os.set_blocking(writer, False)
        signal.set_wakeup_fd(writer)
        for number in (signal.SIGCHLD, signal.SIGTERM):
            signal.signal(number, lambda *_: None)
        self.is_open = True  # standard input

    def wait(self, pid: int, until: float | None) -> str | None:
        """None once the process has ended; STOP at the time `until`, or when it is asked for; KILL."""
        while not has_ended(pid):
            left = None if until is None else until - time.monotonic()
            if left is not None and left <= 0:
                return STOP
            readable, _, _ = select.select([self.wakeups, *([0] if self.is_open else [])], [], [], left)
            if 0 in readable:
                if os.read(0, 64):
                    return KILL
                self.is_open = False
                if until is None:
                    return STOP
            if self.wakeups in readable and signal.SIGTERM in os.read(self.wakeups, 64) and until is None:
                return STOP
        return None


def has_ended(pid: int) -> bool:
    """Leaves the dead process unreaped."""
    return os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None


if __name__ == "__main__":
    sys.exit(main())
