"""Serves from several processes: starts them, waits for them, starts another for each that dies, and replaces them one
by one while players play.

They are forked from a template, a process that has imported everything once (`multiprocessing`'s fork server), so that
a start costs little, and the threads of this process do not matter.
"""

from __future__ import annotations

import contextlib
import logging
import multiprocessing
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait

import psutil

from gamemaster.errors import UserError
from gamemaster.metrics.process_table import Lives
from gamemaster.server.uvicorn_server import DRAIN_SIGNAL
from gamemaster.server.worker import CANNOT_START, Application, Worker, run_worker
from inference.backoff import Backoff

log = logging.getLogger(__name__)

STOP_S = 60.0  # for a worker to close its sockets and end
FAREWELL_S = 30.0  # beyond the time for turns in flight, until a worker that should have ended is killed
SETTLED_S = 10.0  # that a worker must have served for the pauses to begin anew
GIVE_UP_S = 300.0  # in which workers died and none served so long
PAUSES_S = (0.1, 3.0)  # before the next start after a death: the first and the longest
LOOK_S = 0.5  # between looks at what does not say by itself that it goes on
MIGRATE = (sys.executable, "-m", "gamemaster.cli.main", "migrate")


class WorkersFailedError(UserError):
    """No worker could start, or none lives."""

    def __init__(self, what: str) -> None:
        super().__init__(f"{what}; its own messages above say why")


@dataclass(eq=False)
class Turnover:
    """A replacement of all workers: first the tables, then each worker, the new one ready before an old one goes."""

    migration: subprocess.Popen[bytes]
    elders: list[Worker]
    fresh: Worker | None = None  # starts, or has begun to serve
    old: Worker | None = None  # drains
    since: float = 0.0  # monotonic: when it began to


@dataclass(eq=False)
class Workers:
    """So many workers, kept alive. `on_ready` is called when the first of them serves; `lives` is told who comes and
    goes."""

    app: Application
    bound: socket.socket
    count: int
    on_ready: Callable[[], None]
    lives: Lives = field(default_factory=Lives)
    workers: list[Worker] = field(default_factory=list)
    turnover: Turnover | None = None
    announced: bool = False
    unsettled_since: float | None = (
        None  # monotonic: workers have died since, and none of today's has lived long
    )
    stop_by: signal.Signals | None = None  # what its workers are told then

    def __post_init__(self) -> None:
        self._context = multiprocessing.get_context("forkserver")
        self._context.set_forkserver_preload([self.app.template])
        self._pauses = Backoff(*PAUSES_S)
        self._next_start = 0.0

    def run(self) -> None:
        """Serves until SIGINT or SIGTERM. SIGHUP replaces the workers one by one; `DRAIN_SIGNAL` stops when the turns
        in flight are over. Raises WorkersFailedError."""
        with _signals() as signals:
            try:
                while self.stop_by is None:
                    self._fill()
                    self._wait(signals)
                    self._advance()
            finally:
                self._stop(signals, self.stop_by or signal.SIGTERM)

    def start(self) -> Worker:
        ours, theirs = self._context.Pipe(duplex=False)
        process = self._context.Process(target=run_worker, args=(self.app, self.bound, theirs), name="worker")
        process.start()
        theirs.close()
        worker = Worker(process, ours)
        self.lives.on_start(worker.pid, "worker")
        self.workers.append(worker)
        return worker

    def _fill(self) -> None:
        """Starts those that are missing, if it is time."""
        if time.monotonic() >= self._next_start:
            for _ in range(self.count - sum(not worker.leaves for worker in self.workers)):
                self.start()

    def _wait(self, signals: int) -> None:
        """Until something is said, a signal comes, or it is time to look again."""
        pipes = {worker.pipe: worker for worker in self.workers}
        pause = max(0.0, self._next_start - time.monotonic())
        for ready in wait([*pipes, signals], min(pause, LOOK_S) or LOOK_S):
            if isinstance(ready, Connection):
                self._hear(pipes[ready])
            else:
                self._obey(os.read(signals, 64))
        for worker in self.workers:
            if worker.is_silent():
                log.error("worker %s was not heard of for too long, and is killed", worker.pid)
                worker.signal(signal.SIGKILL)

    def _hear(self, worker: Worker) -> None:
        if not worker.hear():
            self.workers.remove(worker)
            self._bury(worker)
        elif worker.serves and not self.announced:
            self.announced = True
            self.on_ready()

    def _bury(self, worker: Worker) -> None:
        how = worker.ending()
        self.lives.on_end(worker.pid)
        if worker.leaves:
            return
        if not self.announced and worker.process.exitcode == CANNOT_START:
            raise WorkersFailedError(f"the first worker {how} before it served")
        if self.turnover is not None and worker is self.turnover.fresh and self.turnover.old is None:
            self._abandon(f"the new worker {worker.pid} {how} before it was ready")
            return
        if worker.serving_s() > SETTLED_S:
            self._pauses.reset()
        self._give_up_in_time(worker, how)
        pause = self._pauses.next_s()
        self._next_start = time.monotonic() + pause
        log.error("worker %s %s; another is started in %.1f s", worker.pid, how, pause)

    def _give_up_in_time(self, dead: Worker, how: str) -> None:
        """Raises WorkersFailedError where workers have died within seconds for too long, so that whoever supervises the
        service can do more."""
        now = time.monotonic()
        if any(one.serving_s() > SETTLED_S for one in (dead, *self.workers)):
            self.unsettled_since = None
        elif self.unsettled_since is None:
            self.unsettled_since = now
        elif now - self.unsettled_since > GIVE_UP_S:
            lived = (
                f"no worker has served for {SETTLED_S:.0f} s in the last {now - self.unsettled_since:.0f} s"
            )
            raise WorkersFailedError(f"{lived}; the last one {how}")

    def _obey(self, numbers: bytes) -> None:
        if signal.SIGTERM in numbers or signal.SIGINT in numbers:
            self.stop_by = signal.SIGTERM
        elif DRAIN_SIGNAL in numbers:
            self.stop_by = DRAIN_SIGNAL
        elif signal.SIGHUP in numbers and self.turnover is not None:
            log.warning("the workers are being replaced already; this SIGHUP is ignored")
        elif signal.SIGHUP in numbers:
            log.info("replacing %d workers, one at a time", self.count)
            # In a process of its own: this one has the code of before.
            self.turnover = Turnover(subprocess.Popen(MIGRATE, stdout=subprocess.DEVNULL), list(self.workers))

    # ---- replacing all ----

    def _advance(self) -> None:
        """The next step of a replacement, if it can be taken yet. There is never more than one worker too many."""
        turnover = self.turnover
        if turnover is None or turnover.migration.poll() is None:
            return
        if turnover.migration.returncode != 0:
            self._abandon("the database could not be migrated, for the reason above")
        elif turnover.fresh is None:
            self._begin_next(turnover)
        elif turnover.old is not None:
            self._await_end(turnover, turnover.fresh, turnover.old)
        elif turnover.fresh.serves:
            elders = self._elders(turnover)
            if elders:
                turnover.old, turnover.since = elders[0], time.monotonic()
                self.lives.on_dismissal(elders[0].pid)
                elders[0].drain()
            else:
                turnover.fresh = None

    def _elders(self, turnover: Turnover) -> list[Worker]:
        return [worker for worker in turnover.elders if worker in self.workers and not worker.leaves]

    def _begin_next(self, turnover: Turnover) -> None:
        left = self._elders(turnover)
        if not left:
            log.info("all workers were replaced")
            self.turnover = None
            return
        if len(left) == len(turnover.elders):
            self._forget_template()
        turnover.fresh = self.start()

    def _await_end(self, turnover: Turnover, fresh: Worker, old: Worker) -> None:
        if old not in self.workers:
            log.info("worker %s took the place of %s", fresh.pid, old.pid)
            turnover.fresh = turnover.old = None
        elif time.monotonic() - turnover.since > self.app.drain_s + FAREWELL_S:
            log.error("the old worker %s does not end and is killed; its turns go on elsewhere", old.pid)
            old.signal(signal.SIGKILL)

    def _abandon(self, why: str) -> None:
        """Ends a replacement where it is: those serve on that serve now."""
        turnover, self.turnover = self.turnover, None
        if turnover is not None:
            log.error("the workers are not replaced any further: %s", why)
            if turnover.migration.poll() is None:
                turnover.migration.terminate()

    def _forget_template(self) -> None:
        """Ends the fork server, so that the next worker comes of a new one: with the code and the worlds of today."""
        for child in psutil.Process().children():
            with contextlib.suppress(psutil.NoSuchProcess):
                if "multiprocessing.forkserver" in " ".join(child.cmdline()):
                    self.lives.on_dismissal(child.pid)
                    child.kill()
                    # Left for `multiprocessing` to reap, which then starts another.
                    os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)

    # ---- stopping ----

    def _stop(self, signals: int, how: signal.Signals) -> None:
        """Asks all to end, tells them again what it is told meanwhile, and kills in the end."""
        if self.turnover is not None:
            self._abandon("the service stops")
        log.info("%s %d workers", "draining" if how == DRAIN_SIGNAL else "stopping", len(self.workers))
        self.bound.close()  # else who comes waits in its queue, for workers that let nobody in any more
        for worker in self.workers:
            worker.signal(how)
        deadline = time.monotonic() + STOP_S + (self.app.drain_s if how == DRAIN_SIGNAL else 0)
        while self.workers and (left := deadline - time.monotonic()) > 0:
            pipes = {worker.pipe: worker for worker in self.workers}
            for ready in wait([*pipes, signals], left):
                if isinstance(ready, Connection):
                    if not pipes[ready].hear():
                        self.workers.remove(pipes[ready])
                        pipes[ready].ending()
                elif {signal.SIGTERM, signal.SIGINT} & set(os.read(signals, 64)):
                    for worker in self.workers:
                        worker.signal(signal.SIGTERM if how == DRAIN_SIGNAL else signal.SIGINT)
        for worker in self.workers:
            log.error("worker %s did not end in time, and is killed", worker.pid)
            worker.signal(signal.SIGKILL)
            worker.ending()
        log.info("all workers have ended")


@contextlib.contextmanager
def _signals() -> Iterator[int]:
    """A file descriptor on which the numbers of signals arrive."""
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    before = signal.set_wakeup_fd(writer, warn_on_full_buffer=False)
    kinds = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, DRAIN_SIGNAL)
    handlers = {kind: signal.signal(kind, lambda *_: None) for kind in kinds}
    try:
        yield reader
    finally:
        for kind, handler in handlers.items():
            signal.signal(kind, handler)
        signal.set_wakeup_fd(before)
        os.close(reader)
        os.close(writer)


def serve_in_workers(
    bound: socket.socket,
    count: int,
    app: Application,
    on_ready: Callable[[], None],
    lives: Lives | None = None,
) -> None:
    """Serves from `count` processes, each with an application of its own made from the environment."""
    Workers(app, bound, count, on_ready, lives or Lives()).run()
