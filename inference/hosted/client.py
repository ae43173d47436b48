"""HostedEngine: the client of an engine that lives in another process, over a Unix socket."""

import asyncio
import itertools
import logging
import time
from collections.abc import AsyncGenerator
from dataclasses import dataclass, field
from pathlib import Path

from inference.backoff import Backoff
from inference.engine import (
    DeadlineExceeded,
    Delta,
    EngineError,
    EngineInfo,
    EngineLost,
    GenerationRequest,
    RequestRefused,
    check_request,
)
from inference.hosted.connection import Link
from inference.hosted.framing import Frame, FrameType, FramingError
from inference.hosted.messages import (
    Welcome,
    read_counter,
    read_delta,
    read_error,
    read_seconds,
    read_welcome,
    write_request,
)
from inference.hosted.sockets import PeerRefused, check_path, check_peer
from inference.output.delta_queue import Inbox

log = logging.getLogger(__name__)

HELLO_WAIT_S = 10.0
HEALTH_WAIT_S = 45.0
# The server beats every second. Rounds of our own in which nothing came, not wall time: when it is our loop that
# stood still, what came meanwhile is read before the next round.
SILENT_ROUNDS = 10
ROUND_S = 1.0
RECONNECT_FIRST_S = 0.05
RECONNECT_MOST_S = 1.0


@dataclass(eq=False)
class _Connection:
    """What belongs to one connection, and ends with it."""

    link: Link
    welcome: "asyncio.Future[Welcome]"
    lost: "asyncio.Future[str]"
    inboxes: dict[int, Inbox] = field(default_factory=dict)
    health: dict[int, "asyncio.Future[float]"] = field(default_factory=dict)


@dataclass(eq=False)
class HostedEngine:
    """An Engine whose work is done by the process behind `path`; any number of clients may share it.

    It connects by itself, again and again, from `start()` until `close()`. While there is no engine, everything
    raises EngineLost at once. The server accepts only after a real generation, so connected means ready.

    silent_rounds  rounds of `round_s` seconds without a byte after which the engine's process counts as hanging.
    """

    path: Path
    round_s: float = ROUND_S
    silent_rounds: int = SILENT_ROUNDS
    health_wait_s: float = HEALTH_WAIT_S
    tokens: int = field(default=0, init=False)  # given out to all clients, as of the last beat
    connections: int = field(default=0, init=False)  # so far

    def __post_init__(self) -> None:
        check_path(self.path)
        self._welcome: Welcome | None = None
        self._connection: _Connection | None = None
        self._why = "it has not been ready yet"
        self._numbers = itertools.count(1)
        self._requests: dict[str, tuple[_Connection, int]] = {}
        self._task: asyncio.Task[None] | None = None
        self._changed = asyncio.Event()

    @property
    def info(self) -> EngineInfo:
        if self._welcome is None:
            raise EngineLost(self._why)
        return self._welcome.info

    @property
    def is_ready(self) -> bool:
        return self._connection is not None

    @property
    def pid(self) -> int | None:
        """The engine's process, while connected."""
        return self._welcome.pid if self._welcome and self._connection else None

    def start(self) -> None:
        """Begins to connect, in a task that lives until close()."""
        if self._task is None:
            self._task = asyncio.create_task(self._stay_connected(), name=f"hosted engine {self.path}")

    async def ready(self) -> None:
        """Waits until there is an engine."""
        while not self.is_ready:
            await self._changed.wait()

    async def wait_until_lost(self) -> str:
        """Waits until there is no engine, and says why."""
        while self.is_ready:
            await self._changed.wait()
        return self._why

    def _note(self) -> None:
        """Wakes whoever waits for a change."""
        self._changed.set()
        self._changed = asyncio.Event()

    async def _stay_connected(self) -> None:
        backoff = Backoff(RECONNECT_FIRST_S, RECONNECT_MOST_S)
        while True:
            try:
                await self._connect_once()
                backoff.reset()
            except (PeerRefused, TimeoutError, EngineLost) as error:
                self._why = str(error)
                log.warning("no engine at %s: %s", self.path, error)
            except OSError as error:  # nobody listens: an engine that is starting, or none
                log.debug("no engine at %s: %s", self.path, error)
            await asyncio.sleep(backoff.next_s())

    async def _connect_once(self) -> None:
        """Returns once a connection that was good is lost. Raises if it never was."""
        loop = asyncio.get_running_loop()
        link = Link(
            lambda _: None,
            lambda _, frame: self._frame(connection, frame),
            lambda _, why: self._on_gone(connection, why),
        )
        connection = _Connection(link, loop.create_future(), loop.create_future())
        transport, _ = await loop.create_unix_connection(lambda: link, str(self.path))
        try:
            check_peer(transport.get_extra_info("socket"))
            link.send(Frame(FrameType.HELLO))
            async with asyncio.timeout(HELLO_WAIT_S):
                await asyncio.wait((connection.welcome, connection.lost), return_when=asyncio.FIRST_COMPLETED)
            if not connection.welcome.done():
                raise EngineLost(connection.lost.result())
            self._welcome, self._connection = connection.welcome.result(), connection
            self.connections += 1
            self._note()
            await self._watch(connection)
        finally:
            link.end("closed by us", at_once=True)
            self._fail_all(connection, "closed by us")

    async def _watch(self, connection: _Connection) -> None:
        silent, received = 0, connection.link.received
        while not connection.lost.done():
            await asyncio.wait((connection.lost,), timeout=self.round_s)
            silent = silent + 1 if connection.link.received == received else 0
            received = connection.link.received
            if silent >= self.silent_rounds:
                connection.link.end(f"silent for {silent * self.round_s:g} s", at_once=True)
                await connection.lost

    def _on_gone(self, connection: _Connection, why: str) -> None:
        self._fail_all(connection, why)
        if not connection.lost.done():
            connection.lost.set_result(why)

    def _fail_all(self, connection: _Connection, why: str) -> None:
        if self._connection is connection:
            self._connection, self._why = None, why
            self._note()
        for inbox in connection.inboxes.values():
            inbox.fail(EngineLost(why))
        for health in connection.health.values():
            if not health.done():
                health.set_exception(EngineLost(why))

    def _frame(self, connection: _Connection, frame: Frame) -> None:
        """Frames of streams that nobody reads any more are dropped."""
        match frame.type:
            case FrameType.WELCOME:
                if not connection.welcome.done():
                    connection.welcome.set_result(read_welcome(frame.payload))
            case FrameType.DELTA:
                if inbox := connection.inboxes.get(frame.stream):
                    inbox.put(read_delta(frame.payload))
            case FrameType.ERROR:
                self._error(connection, frame.stream, read_error(frame.payload))
            case FrameType.HEALTHY:
                health = connection.health.get(frame.stream)
                if health and not health.done():
                    health.set_result(read_seconds(frame.payload))
            case FrameType.BEAT:
                self.tokens = read_counter(frame.payload)
            case _:
                raise FramingError(f"a server may not send {frame.type.name}")

    def _error(self, connection: _Connection, stream: int, error: EngineError) -> None:
        if inbox := connection.inboxes.get(stream):
            inbox.fail(error)
        health = connection.health.get(stream)
        if health and not health.done():
            health.set_exception(error)

    def _present(self) -> _Connection:
        if self._connection is None:
            raise EngineLost(self._why)
        return self._connection

    async def generate(self, request: GenerationRequest) -> AsyncGenerator[Delta, None]:
        connection = self._present()
        check_request(request, self.info)
        if request.request_id in self._requests:
            raise RequestRefused(
                "request_id", f"{request.request_id} is running", "an id of its own for each request"
            )
        stream, inbox, ended = next(self._numbers), Inbox(), False
        connection.inboxes[stream] = inbox
        self._requests[request.request_id] = connection, stream
        # The engine keeps the deadline too; this one holds even if its process hangs.
        timer = asyncio.get_running_loop().call_later(
            request.deadline_s, lambda: inbox.fail(DeadlineExceeded(request.deadline_s))
        )
        try:
            connection.link.send(Frame(FrameType.GENERATE, stream, write_request(request)))
            while not ended:
                delta = await inbox.get()
                ended = delta.finish is not None
                yield delta
        finally:
            timer.cancel()
            del connection.inboxes[stream], self._requests[request.request_id]
            if not ended:
                connection.link.send(Frame(FrameType.CANCEL, stream))

    async def abort(self, request_id: str) -> None:
        if running := self._requests.get(request_id):
            running[0].link.send(Frame(FrameType.ABORT, 0, request_id.encode()))

    async def health(self) -> float:
        connection, stream = self._present(), next(self._numbers)
        answer: asyncio.Future[float] = asyncio.get_running_loop().create_future()
        connection.health[stream] = answer
        started = time.monotonic()
        try:
            connection.link.send(Frame(FrameType.HEALTH, stream))
            async with asyncio.timeout(self.health_wait_s):
                await answer
        except TimeoutError:
            raise EngineLost(f"no health generation within {self.health_wait_s:g} s") from None
        finally:
            del connection.health[stream]
        return time.monotonic() - started

    async def close(self) -> None:
        """Ends the connection and all streams on it; the engine lives on."""
        self._why = "closed by us"
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait((self._task,))
            self._task = None
