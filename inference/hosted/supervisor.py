"""Runs an engine's process, and ends it with all its children as soon as whoever started the keeper is gone.

A script of its own (`python -I supervisor.py GRACE_S COMMAND…`), of the standard library only, and never busy: it lives
through the kill -9 of the service. The service holds the write end of its standard input: a byte means kill at once,
end of file (however it comes about) means stop within GRACE_S seconds. Its exit status is the engine's. Should the
keeper itself be killed, the kernel kills the engine's process (Linux).
"""

import contextlib
import ctypes
import os
import select
import signal
import subprocess
import sys
import time

PR_SET_PDEATHSIG = 1  # linux/prctl.h


def die_with_keeper() -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None, use_errno=True).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def has_ended(pid: int) -> bool:
    """Leaves the dead process unreaped, so that its number still names its group and no other."""
    return os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None


def wait(pid: int, wakeups: int, until: float | None, *, heed_input: bool) -> bytes | None:
    """Returns None once the process has ended; else what standard input says, or b"" at the time `until`."""
    inputs = [wakeups, 0] if heed_input else [wakeups]
    while not has_ended(pid):
        left = None if until is None else until - time.monotonic()
        if left is not None and left <= 0:
            return b""
        readable, _, _ = select.select(inputs, [], [], left)
        if 0 in readable:
            return os.read(0, 64)
        if wakeups in readable and signal.SIGTERM in os.read(wakeups, 64):
            return b""
    return None


def keep(grace_s: float, command: list[str]) -> int:
    wakeups, writer = os.pipe()
    os.set_blocking(writer, False)
    signal.set_wakeup_fd(writer)
    for number in (signal.SIGCHLD, signal.SIGTERM):
        signal.signal(number, lambda *_: None)
    process = subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        start_new_session=True,
        preexec_fn=die_with_keeper,  # safe here: the keeper has one thread
    )
    if wait(process.pid, wakeups, None, heed_input=True) == b"":
        process.send_signal(signal.SIGTERM)
        wait(process.pid, wakeups, time.monotonic() + grace_s, heed_input=False)
    # The engine's own children are in its group; whatever is left of it goes now.
    with contextlib.suppress(PermissionError):  # macOS, where nobody but the dead is left in it
        os.killpg(process.pid, signal.SIGKILL)
    status = process.wait()
    return status if status >= 0 else 128 - status


if __name__ == "__main__":
    sys.exit(keep(float(sys.argv[1]), sys.argv[2:]))
