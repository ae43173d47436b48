"""Runs one tritonserver, and ends it with all its processes as soon as whoever started the tether is gone.

A script of its own (`python -I supervisor.py SHARED_MEMORY COMMAND...`), of the standard library only: it lives through
the kill -9 of the service. The service holds the write end of the tether's standard input; its end of file, however
it comes about, means stop. The tether sits in a session of its own, so that the terminal's Ctrl-C reaches the
service alone. Its exit status is the server's. (gamemaster.hosting.supervisor is its elder sister; this one
also ends the server's children, which outlive it, and removes the shared memory that a killed server leaves behind.)
"""

import contextlib
import ctypes
import os
import select
import signal
import subprocess
import sys
from pathlib import Path

PR_SET_PDEATHSIG = 1  # linux/prctl.h
# Triton's own patience with its models is 1 s (--exit-timeout-secs), and then some for its threads. It keeps nothing.
STOP_WAIT_S = 4.0
SHARED_MEMORY = Path("/dev/shm")  # noqa: S108 - shared memory is named here, no temporary file


def die_with_parent() -> None:
    """Asks the kernel to stop the server should even the tether be killed."""
    ctypes.CDLL(None, use_errno=True).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


def start(command: list[str]) -> "subprocess.Popen[bytes]":
    # A process group of its own, which its models' processes share. With one thread, preexec_fn is safe.
    return subprocess.Popen(
        command, stdin=subprocess.DEVNULL, cwd="/", process_group=0, preexec_fn=die_with_parent
    )


def stop(server: "subprocess.Popen[bytes]") -> int:
    server.terminate()
    try:
        return server.wait(STOP_WAIT_S)
    except subprocess.TimeoutExpired:
        sys.stderr.write(f"tether: tritonserver did not stop within {STOP_WAIT_S:.0f} s; killing it\n")
        server.kill()
        return server.wait()


def wait_for_end(wakeups: int) -> bool:
    """Sleeps until the service is gone or asks to stop (true), or some child has exited (false)."""
    readable, _, _ = select.select([0, wakeups], [], [])
    if 0 in readable:
        return True
    return signal.SIGTERM in os.read(wakeups, 64)


def hold(command: list[str]) -> int:
    wakeups, wakeup_writer = os.pipe()
    os.set_blocking(wakeup_writer, False)
    signal.set_wakeup_fd(wakeup_writer)
    for number in (signal.SIGCHLD, signal.SIGTERM):
        signal.signal(number, lambda *_: None)
    server = start(command)
    while server.poll() is None:
        if wait_for_end(wakeups):
            stop(server)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(server.pid, signal.SIGKILL)
    return server.returncode if server.returncode >= 0 else 128 - server.returncode


def main() -> int:
    shared_memory, *command = sys.argv[1:]
    try:
        return hold(command)
    finally:
        for region in SHARED_MEMORY.glob(f"{shared_memory}*"):
            region.unlink(missing_ok=True)


if __name__ == "__main__":
    sys.exit(main())
