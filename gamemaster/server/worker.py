"""One of several processes that serve: its life, and the pipe by which whoever started it follows that.

A worker holds one end of a pipe for as long as it lives, and says on it that it serves, and then every BEAT_S that its
event loop turns: whichever way it ends or hangs, the pipe tells.
"""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
import signal
import socket
import sys
import threading
import time
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from multiprocessing.context import ForkServerProcess

import uvicorn

from gamemaster.server.uvicorn_server import DRAIN_SIGNAL, Server, uvicorn_options

START_S = 120.0  # until a worker must serve; a machine that is busy to the brim takes long
BEAT_S = 2.0
SILENT_S = 60.0  # after which a worker's event loop hangs for good
REAP_S = 10.0  # for the process to end whose pipe has
CANNOT_START = 3  # a worker's exit status, as uvicorn's
UNKNOWN = 255  # the status that `multiprocessing` gives a process whose template is gone
SERVES, LIVES = b"serves", b"lives"


@dataclass(frozen=True)
class Application:
    """What a worker serves: `factory` is "package.module:function"; `template`, a module that imports all it needs.

    `drain_s` is how long turns in flight may go on in a worker that makes way.
    """

    factory: str
    template: str
    max_message_bytes: int
    log_level: str
    drain_s: float = 30.0


@dataclass(eq=False)
class Worker:
    """A worker as its supervisor sees it."""

    process: ForkServerProcess
    pipe: Connection
    started: float = field(default_factory=time.monotonic)
    heard: float = field(default_factory=time.monotonic)
    serves: bool = False
    since: float = 0.0  # monotonic: when it began to serve
    leaves: bool = False  # it was told to

    @property
    def pid(self) -> int:
        assert self.process.pid is not None  # it was started
        return self.process.pid

    def hear(self) -> bool:
        """Takes what it said. False: it has ended."""
        try:
            said = self.pipe.recv_bytes()
        except (EOFError, OSError):
            return False
        self.heard = time.monotonic()
        if said == SERVES:
            self.serves, self.since = True, self.heard
        return True

    def is_silent(self) -> bool:
        """It hangs: it was heard of too long ago, or does not come to serve."""
        return time.monotonic() - self.heard > (SILENT_S if self.serves else START_S)

    def lifetime(self) -> float:
        """Seconds since its start."""
        return time.monotonic() - self.started

    def serving_s(self) -> float:
        """Seconds since it began to serve; 0.0 if it has not."""
        return time.monotonic() - self.since if self.serves else 0.0

    def signal(self, number: signal.Signals) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pid, number)

    def drain(self) -> None:
        """Let it end once its turns are told."""
        self.leaves = True
        self.signal(DRAIN_SIGNAL)

    def ending(self) -> str:
        """How it ended, once its pipe has. Waits for that."""
        self.process.join(REAP_S)
        self.pipe.close()
        status, lived = self.process.exitcode, f"after {self.lifetime():.0f} s"
        if status is not None and status < 0:
            return f"was killed by {signal.Signals(-status).name} {lived}"
        return f"ended with {'an unknown status' if status == UNKNOWN else f'status {status}'} {lived}"


def run_worker(app: Application, bound: socket.socket, pipe: Connection) -> None:
    """The life of a worker process."""
    # A signal that comes before there is a loop means what it means later: go.
    for number in (signal.SIGINT, signal.SIGTERM, DRAIN_SIGNAL):
        signal.signal(number, lambda *_: sys.exit(0))
    options = uvicorn_options(app.max_message_bytes, app.log_level)
    beats: list[asyncio.Task[None]] = []

    def on_ready() -> None:
        pipe.send_bytes(SERVES)
        beats.append(asyncio.create_task(_beat(pipe), name="beat"))

    server = Server(uvicorn.Config(app.factory, factory=True, **options), on_ready)
    server.run([bound])
    sys.exit(0 if server.started else CANNOT_START)


async def _beat(pipe: Connection) -> None:
    """Tells the supervisor that the loop turns. A supervisor that is gone is another thread's business."""
    with contextlib.suppress(OSError):
        while True:
            await asyncio.sleep(BEAT_S)
            pipe.send_bytes(LIVES)


def stop_with_parent() -> None:
    """Stop this worker as on SIGTERM should the process that started it die: nobody else would.

    Does nothing in a process that `multiprocessing` did not start.
    """
    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def watch() -> None:
        wait([parent.sentinel])
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=watch, name="parent", daemon=True).start()
