"""Serves one engine to several clients on a Unix socket: the part of the engine's own process."""

import asyncio
import logging
import os
import socket
from collections.abc import AsyncIterator, Coroutine
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass, field

from inference.engine import Engine, EngineBusy, EngineError, EngineLost, GenerationRequest, RequestFailed
from inference.hosted.connection import Link
from inference.hosted.framing import Frame, FrameType, FramingError
from inference.hosted.messages import (
    COUNTER,
    SECONDS,
    Welcome,
    as_engine_error,
    read_request,
    write_delta,
    write_error,
    write_welcome,
)
from inference.hosted.sockets import PeerRefused, check_peer
from inference.output.delta_bundles import DeltaBundles

log = logging.getLogger(__name__)

BEAT_S = 1.0
# A client that reads nothing for so long is cut off, so that its streams don't hold the engine's slots.
PATIENCE_S = 30.0
MAX_CLIENTS = 256
MAX_STREAMS = 1024


@dataclass(eq=False)
class _Client:
    """One connection, and the tasks that work for it."""

    link: Link
    streams: dict[int, "asyncio.Task[None]"] = field(default_factory=dict)


@dataclass(eq=False)
class EngineServer:
    """Each client's streams end with it. `lost` is set once the engine says that it is lost: the process should end.

    patience_s  how long a stream waits for a client that does not read, before the client is cut off.
    """

    engine: Engine
    beat_s: float = BEAT_S
    patience_s: float = PATIENCE_S
    max_clients: int = MAX_CLIENTS
    max_streams: int = MAX_STREAMS
    tokens: int = field(default=0, init=False)

    def __post_init__(self) -> None:
        self.lost = asyncio.Event()
        self._clients: dict[Link, _Client] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._health: asyncio.Task[float] | None = None

    @asynccontextmanager
    async def listening(self, listener: socket.socket) -> AsyncIterator[None]:
        """Accepts clients on a bound socket; at the end all their streams end with EngineLost."""
        server = await asyncio.get_running_loop().create_unix_server(
            lambda: Link(self._on_connect, self._frame, self._on_disconnect), sock=listener
        )
        beats = asyncio.create_task(self._beat(), name="engine beats")
        try:
            yield
        finally:
            server.close()
            beats.cancel()
            await self._end()

    async def _end(self) -> None:
        for client in list(self._clients.values()):
            for stream in list(client.streams):
                self._fail(client, stream, EngineLost("its process is being stopped"))
            client.link.end("the server is being stopped")
        tasks = [*self._tasks, *([self._health] if self._health else [])]
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(self.beat_s)
            for link in self._clients:
                if not link.is_full:
                    link.send(Frame(FrameType.BEAT, 0, COUNTER.pack(self.tokens)))

    def _on_connect(self, link: Link) -> None:
        assert link.transport is not None
        if len(self._clients) >= self.max_clients:
            link.end(f"more than {self.max_clients} clients", at_once=True)
            return
        try:
            check_peer(link.transport.get_extra_info("socket"))
        except PeerRefused as refused:
            log.warning("connection refused: %s", refused)
            link.end(str(refused), at_once=True)
            return
        self._clients[link] = _Client(link)

    def _on_disconnect(self, link: Link, why: str) -> None:
        if client := self._clients.pop(link, None):
            log.info("a client is gone (%s); %d of its streams are ended", why, len(client.streams))
            for task in client.streams.values():
                task.cancel()

    def _frame(self, link: Link, frame: Frame) -> None:
        client = self._clients.get(link)
        if client is None:
            return
        match frame.type:
            case FrameType.HELLO:
                welcome = Welcome(self.engine.info, os.getpid())
                link.send(Frame(FrameType.WELCOME, 0, write_welcome(welcome)))
            case FrameType.GENERATE:
                self._open(
                    client, frame.stream, self._generate(client, frame.stream, read_request(frame.payload))
                )
            case FrameType.HEALTH:
                self._open(client, frame.stream, self._answer_health(client, frame.stream))
            case FrameType.CANCEL:
                if task := client.streams.get(frame.stream):
                    task.cancel()
            case FrameType.ABORT:
                self._own(asyncio.create_task(self._abort(frame.payload.decode("ascii", "replace"))))
            case _:
                raise FramingError(f"a client may not send {frame.type.name}")

    def _open(self, client: _Client, stream: int, work: Coroutine[object, object, None]) -> None:
        if stream in client.streams or len(client.streams) >= self.max_streams:
            work.close()
            if stream in client.streams:
                raise FramingError(f"stream {stream} is open already")
            self._fail(client, stream, EngineBusy(self.max_streams, "this client of the engine"))
            return
        task = asyncio.create_task(work, name=f"engine stream {stream}")
        client.streams[stream] = task
        self._own(task)
        task.add_done_callback(lambda _: client.streams.pop(stream, None))

    def _own(self, task: "asyncio.Task[None]") -> None:
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _fail(self, client: _Client, stream: int, error: EngineError) -> None:
        client.link.send(Frame(FrameType.ERROR, stream, write_error(error)))

    async def _generate(self, client: _Client, stream: int, request: GenerationRequest) -> None:
        link = client.link
        bundles = DeltaBundles(lambda delta: link.send(Frame(FrameType.DELTA, stream, write_delta(delta))))
        try:
            async with aclosing(self.engine.generate(request)) as deltas:
                delta = None
                async for delta in deltas:
                    self.tokens += len(delta.token_ids)
                    bundles.put(delta)
                    if link.is_full:
                        await link.drain(self.patience_s)
            if delta is None or delta.finish is None:
                raise RequestFailed("the engine ended its answer without saying why")
        except Exception as error:  # whatever an engine raises ends this stream alone
            bundles.flush()
            self._send_failure(client, stream, error)
            if isinstance(error, EngineLost):
                self.lost.set()
        finally:
            bundles.drop_timer()

    async def _answer_health(self, client: _Client, stream: int) -> None:
        try:
            if self._health is None or self._health.done():
                self._health = asyncio.create_task(self.engine.health(), name="engine health")
            # One generation answers all who ask while it runs; who leaves does not end it for the others.
            seconds = await asyncio.shield(self._health)
            client.link.send(Frame(FrameType.HEALTHY, stream, SECONDS.pack(seconds)))
        except Exception as error:  # an engine may be merely slow: what this means is the host's to judge
            self._send_failure(client, stream, error)

    def _send_failure(self, client: _Client, stream: int, error: Exception) -> None:
        if not isinstance(error, EngineError):
            log.error("the engine raised what is no EngineError", exc_info=error)
        self._fail(client, stream, as_engine_error(error))

    async def _abort(self, request_id: str) -> None:
        try:
            await self.engine.abort(request_id)
        except EngineLost:
            self.lost.set()
