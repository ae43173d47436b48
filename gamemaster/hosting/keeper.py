"""Keeps a server running: starts it, watches it and its supervisor, and starts it again after any death.

It comes back on its old port, so that nobody need be told. Between starts it pauses, longer after each failure. A
server that stays away too long, or comes back only to die within seconds for as long, is a failure of the service,
which then ends with an error: whoever supervises the service can do more.
"""

from __future__ import annotations

import asyncio
import logging
import signal
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

from gamemaster.hosting.leftovers import end_leftovers
from gamemaster.hosting.process import Place, ServersError, SupervisedProcess
from inference.backoff import Backoff
from voice.triton.server import free_port

log = logging.getLogger(__name__)

# Recovery after a crash replays at most `max_wal_size` (1 GB) of log; a slow disk does that in this time.
START_WAIT_S = 120.0
GIVE_UP_S = 300.0  # without a server that was lost, or with one that lives for seconds only
PAUSES_S = (0.1, 3.0)  # before a start after a loss: the first and the longest
SETTLED_S = 30.0  # that it must have run for the pauses to begin anew
LIVES_S = 10.0  # that it must have run to be called back; less, again and again, is a crash loop
PORT_ATTEMPTS = 5
PROBE_EVERY_S = 0.05
PROBE_AGAIN_EVERY_S = 0.2  # while it recovers, which takes longer
WATCH_EVERY_S = 0.1
SIGNALLED = 128


@dataclass(frozen=True)
class Server:
    """How a server is started on a port, and asked whether it is ready. Its processes are called `program` and work in
    `folder`; the main one writes its number to `pid_file`."""

    name: str
    program: str
    folder: Path
    pid_file: Path
    command: Callable[[int], list[str]]
    is_ready: Callable[[int], Awaitable[bool]]


async def serve(place: Place, server: Server) -> int:
    """Starts the server on a free port of 127.0.0.1, returns the port once it is ready, and keeps it running from then
    on, until `place` is left.

    Raises ServersError if it ends while it starts or is not ready within START_WAIT_S seconds.
    """
    await asyncio.to_thread(_end_leftovers, place, server)
    for _ in range(PORT_ATTEMPTS):
        port = free_port()
        process = place.start(server.name, server.command(port))
        deadline = time.monotonic() + START_WAIT_S
        while not process.has_ended():
            if await server.is_ready(port):
                _keep_in_background(place, server, port, process)
                return port
            if time.monotonic() > deadline:
                raise process.error(f"was not ready within {START_WAIT_S:.0f} s")
            await asyncio.sleep(PROBE_EVERY_S)
        # Somebody may take the port between our look and the server's; any other reason will not pass.
        if "Address already in use" not in process.last_words():
            raise process.error("ended while it was starting")
    raise ServersError(
        f"{server.name} found {PORT_ATTEMPTS} free ports taken before it could listen; try again"
    )


def _keep_in_background(place: Place, server: Server, port: int, process: SupervisedProcess) -> None:
    def on_end(task: asyncio.Task[None]) -> None:
        error = None if task.cancelled() else task.exception()
        if error is not None:
            log.error("%s is not watched any more", server.name, exc_info=error)
            place.fail(f"{server.name} is not watched any more: {error!r}")

    keeper = asyncio.create_task(_keep(place, server, port, process), name=f"keeper of {server.name}")
    keeper.add_done_callback(on_end)
    place.keepers.append(keeper)


async def _keep(place: Place, server: Server, port: int, process: SupervisedProcess) -> None:
    """Ends only when the server stays away, or dies as soon as it is back, over and over."""
    pauses, loop = Backoff(*PAUSES_S), CrashLoop()
    while True:
        ready = time.monotonic()
        status = await _until_ended(process)
        lost = time.monotonic()
        if lost - ready > SETTLED_S:
            pauses.reset()
        loop.add(ready, lost)
        if loop.seconds > GIVE_UP_S:
            what = f"died {loop.deaths} times in {loop.seconds:.0f} s, each time soon after it was back"
            place.fail(str(process.error(f"{what}; at last {ending(status)}")))
            return
        place.on_progress(
            f"{server.name} is lost{loop.text}: {ending(status)}; it is started again. Its log: {process.log}"
        )
        back = await _start_again(place, server, port, process, pauses, lost + GIVE_UP_S)
        if back is None:
            return
        process = back
        place.on_progress(f"{server.name} is back after {time.monotonic() - lost:.1f} s")


@dataclass
class CrashLoop:
    """The deaths of a server that never ran for LIVES_S between them."""

    deaths: int = 0
    began: float = 0.0
    last: float = 0.0

    def add(self, ready: float, lost: float) -> None:
        """It was ready at the one time of `time.monotonic` and dead at the other."""
        if lost - ready > LIVES_S or not self.deaths:
            self.deaths, self.began = 0, lost
        self.deaths, self.last = self.deaths + 1, lost

    @property
    def seconds(self) -> float:
        """From its first death to its last."""
        return self.last - self.began

    @property
    def text(self) -> str:
        """For the line about a loss; empty for one that stands alone."""
        return f" for the {self.deaths}. time in {self.seconds:.0f} s" if self.deaths > 1 else ""


async def _start_again(
    place: Place,
    server: Server,
    port: int,
    process: SupervisedProcess,
    pauses: Backoff,
    give_up: float,
) -> SupervisedProcess | None:
    """The process of a server that is ready again; None if there is none by the time `give_up`, and `place` failed."""
    while True:
        await asyncio.sleep(pauses.next_s())
        try:
            await asyncio.to_thread(_end_leftovers, place, server)
            process = place.replace(process, server.command(port))
        except OSError as error:  # no memory for a process, no disk for its log
            log.warning("%s cannot be started: %s", server.name, error)
        if await _is_ready_by(server, port, process, give_up):
            return process
        if time.monotonic() > give_up:
            place.fail(str(process.error(f"was lost and did not come back within {GIVE_UP_S:.0f} s")))
            return None


async def _is_ready_by(server: Server, port: int, process: SupervisedProcess, give_up: float) -> bool:
    """Whether it is ready before it ends, or the time comes to give up."""
    told = ""
    while not process.has_ended() and time.monotonic() <= give_up:
        try:
            if await server.is_ready(port):
                return True
        except Exception as error:  # whatever a server says that is not ready yet: it is asked again
            if str(error) != told:
                told = str(error)
                log.warning("%s is not ready: %s", server.name, told)
        await asyncio.sleep(PROBE_AGAIN_EVERY_S)
    return False


async def _until_ended(process: SupervisedProcess) -> int:
    while True:
        status = process.process.poll()
        if status is not None:
            return status
        await asyncio.sleep(WATCH_EVERY_S)


def ending(status: int) -> str:
    """What the exit status of a supervisor says: it passes on its command's, with 128 added for a signal."""
    if status < 0:
        return f"its supervisor was killed by {signal.Signals(-status).name}"
    if status > SIGNALLED:
        return f"it was killed by {signal.Signals(status - SIGNALLED).name}"
    return f"it ended with status {status}"


def _end_leftovers(place: Place, server: Server) -> None:
    end_leftovers(server.program, server.folder, server.pid_file, place.on_progress)
