"""EngineHost: keeps an engine running in a process of its own, and starts it again whenever it is lost."""

import asyncio
import fcntl
import json
import logging
import os
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from inference.backoff import Backoff
from inference.engine import EngineLost, EngineNotStarted
from inference.hosted.client import HostedEngine
from inference.hosted.incidents import Incidents
from inference.hosted.process import EngineProcess
from inference.hosted.sockets import check_path

log = logging.getLogger(__name__)

PROGRESS_S = 2.0
INCIDENT_LOG_BYTES = 1_000_000
STATUS_S = 0.5


class HostState(StrEnum):
    STARTING = "starting"
    READY = "ready"
    RESTARTING = "restarting"  # lost; another start is on its way, or waits for its turn
    CLOSED = "closed"


@dataclass(frozen=True)
class HostSettings:
    """What to run, where, and how patiently. Times in seconds.

    factory     "package.module:function"; imported and called, with `options`, only in the engine's process.
    supervisor  the script that ends the process when ours is gone; see `inference.hosted.process`.
    socket      where web workers find the engine; its folder exists and is ours. The log goes beside it.
    start_s     how long loading may take, the first generation included. A large model loads for many minutes.
    health_s    how often a real generation is asked for, unless tokens flowed meanwhile.
    grace_s     how long the engine's process may take to stop before it is killed.
    incidents   a folder for what is kept of each loss; None: nothing is.
    stable_s    an engine that lived so long starts again without the waits of earlier failures.
    """

    factory: str
    supervisor: Path
    socket: Path
    options: Mapping[str, object] = field(default_factory=dict)
    environment: Mapping[str, str] = field(default_factory=dict)
    incidents: Path | None = None
    start_s: float = 1800.0
    health_s: float = 15.0
    health_wait_s: float = 45.0
    round_s: float = 1.0
    silent_rounds: int = 10
    grace_s: float = 15.0
    backoff_first_s: float = 0.5
    backoff_most_s: float = 30.0
    stable_s: float = 120.0


@dataclass(eq=False)
class EngineHost:
    """One engine under supervision. `engine` is this process's own client; web workers make theirs of the socket.

    recovery_s  how long the last loss lasted: from noticing it to the next real generation. None: no loss yet.
    """

    settings: HostSettings
    on_progress: Callable[[str], None] = log.info
    state: HostState = field(default=HostState.STARTING, init=False)
    starts: int = field(default=0, init=False)
    last_loss: str | None = field(default=None, init=False)
    recovery_s: float | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        settings = self.settings
        check_path(settings.socket)
        self.process = EngineProcess(
            settings.supervisor, settings.socket.with_suffix(".log"), settings.grace_s
        )
        self.engine = HostedEngine(
            settings.socket,
            round_s=settings.round_s,
            silent_rounds=settings.silent_rounds,
            health_wait_s=settings.health_wait_s,
        )
        self._backoff = Backoff(settings.backoff_first_s, settings.backoff_most_s)
        self._lock: int | None = None
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Returns once the engine is ready. Raises EngineNotStarted, with its last words, if it can't be."""
        self._take_lock()
        self.engine.start()
        try:
            await self._spawn()
            await self._until_ready()
        except BaseException:
            await self.close()
            raise
        self._task = asyncio.create_task(self._supervise(), name="engine host")

    async def close(self) -> None:
        """Stops the engine's process and all its children. May be called twice."""
        self.state = HostState.CLOSED
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait((self._task,))
            self._task = None
        await self.engine.close()
        await self.process.stop()
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def _take_lock(self) -> None:
        lock = os.open(self.settings.socket.with_suffix(".lock"), os.O_WRONLY | os.O_CREAT, 0o600)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(lock)
            raise EngineNotStarted(
                f"another host owns {self.settings.socket}; stop it, or choose another socket"
            ) from None
        self._lock = lock

    async def _supervise(self) -> None:
        while True:
            ready_at = time.monotonic()
            why = await self._until_lost()
            lost_at = time.monotonic()
            self.last_loss = why
            self.state = HostState.RESTARTING
            self.on_progress(f"the engine is lost: {why}")
            await self.process.stop(at_once=True)
            await self._keep_incident(why)
            if lost_at - ready_at >= self.settings.stable_s:
                self._backoff.reset()
            await self._restart()
            self.recovery_s = time.monotonic() - lost_at
            self.on_progress(f"the engine is back after {self.recovery_s:.1f} s")

    async def _keep_incident(self, why: str) -> None:
        """With the end of its log and its own dumps; the next start then overwrites nothing."""
        if self.settings.incidents is None:
            return
        incidents = Incidents(self.settings.incidents)
        try:
            place = await asyncio.to_thread(incidents.keep, why, self.process.last_words(INCIDENT_LOG_BYTES))
        except OSError as error:
            self.on_progress(f"nothing could be kept of it: {error}")
        else:
            self.on_progress(f"kept of it: {place}")

    async def _restart(self) -> None:
        """Tries until it is ready, however long that takes."""
        while True:
            await self.process.stop(at_once=True)
            wait_s = self._backoff.next_s()
            self.on_progress(f"starting the engine again in {wait_s:.1f} s")
            await asyncio.sleep(wait_s)
            try:
                await self._spawn()
                await self._until_ready()
                return
            except (EngineNotStarted, OSError) as error:
                self.last_loss = str(error)
                self.on_progress(str(error))
            except (
                Exception
            ) as error:  # a fault of ours: the next start may do better, and nobody else would try
                log.exception("the engine cannot be started again")
                self.last_loss = repr(error)

    async def _spawn(self) -> None:
        settings = self.settings
        if settings.incidents is not None:
            await asyncio.to_thread(Incidents(settings.incidents).prepare)
        await self.process.start(
            (settings.factory, json.dumps(dict(settings.options)), str(settings.socket)), settings.environment
        )
        self.starts += 1

    async def _until_ready(self) -> None:
        """Raises EngineNotStarted if the process ends, or is not ready within `start_s`."""
        ready = asyncio.create_task(self.engine.ready())
        ended = asyncio.create_task(self.process.wait_for_end())
        progress = asyncio.create_task(self._tell_progress())
        try:
            await asyncio.wait(
                (ready, ended), timeout=self.settings.start_s, return_when=asyncio.FIRST_COMPLETED
            )
            if ended.done():
                raise EngineNotStarted(self.process.obituary(ended.result()))
            if not ready.done():
                raise EngineNotStarted(
                    self.process.obituary(f"it was not ready within {self.settings.start_s:g} s")
                )
            self.state = HostState.READY
        finally:
            for task in (ready, ended, progress):
                task.cancel()

    async def _tell_progress(self) -> None:
        """While it loads, what it last wrote."""
        told = ""
        while True:
            await asyncio.sleep(PROGRESS_S)
            line = self.process.last_words().rpartition("\n")[2].rpartition("\r")[2]
            if line != told:
                self.on_progress(line)
                told = line

    async def _until_lost(self) -> str:
        """Why it is lost: its process ended, its socket closed or fell silent, or it no longer generates."""
        watchers: list[asyncio.Task[str]] = [
            asyncio.create_task(self.process.wait_for_end()),
            asyncio.create_task(self.engine.wait_until_lost()),
            asyncio.create_task(self._unhealthy()),
        ]
        try:
            await asyncio.wait(watchers, return_when=asyncio.FIRST_COMPLETED)
            # A socket that closes is mostly a process that ends, and the status says more.
            done, _ = await asyncio.wait(watchers[:1], timeout=STATUS_S)
            done |= {watcher for watcher in watchers if watcher.done()}
            return "; ".join(watcher.result() for watcher in watchers if watcher in done)
        finally:
            for watcher in watchers:
                watcher.cancel()

    async def _unhealthy(self) -> str:
        """Returns when a health generation failed though nothing else came from the engine meanwhile."""
        tokens = self.engine.tokens
        while True:
            await asyncio.sleep(self.settings.health_s)
            if self.engine.tokens == tokens:
                try:
                    await self.engine.health()
                except EngineLost as error:
                    if self.engine.tokens == tokens:
                        return error.reason
            tokens = self.engine.tokens
