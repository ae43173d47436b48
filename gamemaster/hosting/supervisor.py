"""Runs one server process, and stops it in good order as soon as the process that started the keeper is gone.

A script of its own (`python -I supervisor.py ... -- COMMAND`), of the standard library only: it lives through the
kill -9 of the service. The service holds the write end of the keeper's standard input; its end of file, however
it comes about, means stop. The keeper sits in a session of its own, so that the terminal's Ctrl-C reaches the
service alone. Its exit status is the server's.
"""

import argparse
import ctypes
import os
import select
import signal
import subprocess
import sys
import time

PR_SET_PDEATHSIG = 1  # linux/prctl.h
STOP_WAIT_S = 30.0
QUIT_WAIT_S = 5.0
# A server that dies within this time of its start has a fault that another start won't mend.
SETTLED_S = 5.0


def die_with_parent() -> None:
    """Asks the kernel (Linux) to stop the server should even the keeper be killed."""
    if sys.platform == "linux":
        ctypes.CDLL(None, use_errno=True).prctl(PR_SET_PDEATHSIG, signal.SIGINT)


def start(options: argparse.Namespace) -> "subprocess.Popen[bytes]":
    account = {} if options.uid is None else {"user": options.uid, "group": options.gid, "extra_groups": []}
    return subprocess.Popen(
        options.command,
        stdin=subprocess.DEVNULL,
        cwd="/",
        umask=0o077,
        # Safe here, unlike in the service: the keeper has one thread.
        preexec_fn=die_with_parent,
        **account,
    )


def stop(server: "subprocess.Popen[bytes]") -> int:
    """Asks politely (SIGINT: fast shutdown for Postgres, a plain one for Valkey), then firmly, then kills."""
    for number, wait_s in ((signal.SIGINT, STOP_WAIT_S), (signal.SIGQUIT, QUIT_WAIT_S)):
        server.send_signal(number)
        try:
            return server.wait(wait_s)
        except subprocess.TimeoutExpired:
            sys.stderr.write(f"keeper: the server did not stop within {wait_s:.0f} s of signal {number}\n")
    server.kill()
    return server.wait()


def wait_for_end(wakeups: int) -> bool:
    """Sleeps until the service is gone or asks to stop (true), or some child has exited (false)."""
    readable, _, _ = select.select([0, wakeups], [], [])
    if 0 in readable:
        return True
    return signal.SIGTERM in os.read(wakeups, 64)


def keep(options: argparse.Namespace) -> int:
    wakeups, wakeup_writer = os.pipe()
    os.set_blocking(wakeup_writer, False)
    signal.set_wakeup_fd(wakeup_writer)
    for number in (signal.SIGCHLD, signal.SIGTERM):
        signal.signal(number, lambda *_: None)
    while True:
        started = time.monotonic()
        server = start(options)
        while server.poll() is None:
            if wait_for_end(wakeups):
                return stop(server)
        if not options.restart or time.monotonic() - started < SETTLED_S:
            return server.returncode if server.returncode >= 0 else 128 - server.returncode
        sys.stderr.write(
            f"keeper: the server ended by itself with status {server.returncode}; starting it again\n"
        )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--uid", type=int, help="run the server as this user (needs root)")
    parser.add_argument("--gid", type=int, help="and as this group")
    parser.add_argument(
        "--restart", action="store_true", help="start the server again should it die by itself"
    )
    parser.add_argument("command", nargs="+", help="the server and its arguments, after --")
    return keep(parser.parse_args())


if __name__ == "__main__":
    sys.exit(main())
