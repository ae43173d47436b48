"""Workers of the service in one simulation: each with a desk, a hub and sessions of the real code, killed at will."""

from __future__ import annotations

import asyncio
import contextvars
import json
from collections.abc import AsyncIterator, Coroutine
from dataclasses import dataclass, field
from random import Random
from typing import Any

from gamemaster.narration.scene import Scene
from gamemaster.narration.standby import Standby
from gamemaster.play.cadence import INSTANT
from gamemaster.play.context import Desk, LoadedWorld
from gamemaster.play.hub import Hub
from gamemaster.play.turn import Budget
from gamemaster.protocol.auth_tokens import Tokens
from gamemaster.protocol.outbox import Outbox
from gamemaster.rules.proposal import Ruling
from gamemaster.rules.state import Span, StoryState
from gamemaster.server.session import Ended, Session
from gamemaster.storage.memory_store import MemoryStore
from tests.integration.service import GENEROUS, SECRET, WORLD, Puppet
from tests.simulation.loop import PROCESS, VirtualLoop
from tests.simulation.servers import Outages, RedisServer, RemoteLink, RemoteStore, Wire

ADDRESS = "exempt"  # of all clients: what one address may have is not what is looked at here
RESTART_S = 0.5
TELLING_S = 0.4  # after each of a turn's two spans


class Storyteller(Puppet):
    """Takes its time, so that much can happen in the middle of a turn."""

    async def narrate(self, scene: Scene, ruling: Ruling, after: StoryState) -> AsyncIterator[Span]:
        async for span in super().narrate(scene, ruling, after):
            yield span
            await asyncio.sleep(TELLING_S)


@dataclass(eq=False)
class Connection:
    """A socket: what the client sends and is sent. `None` is its end."""

    to_server: asyncio.Queue[str | None] = field(default_factory=asyncio.Queue)
    to_client: asyncio.Queue[dict[str, Any] | None] = field(default_factory=asyncio.Queue)

    def cut(self) -> None:
        """Both ends see the other gone; what was on its way is lost."""
        for queue in (self.to_server, self.to_client):
            while not queue.empty():
                queue.get_nowait()
        self.to_server.put_nowait(None)
        self.to_client.put_nowait(None)


@dataclass(eq=False)
class Worker:
    """A process. `generation` tells its lives apart."""

    name: str
    hub: Hub
    wire: Wire
    context: contextvars.Context
    faults: list[BaseException]  # of the code: no session may raise anything else than `Ended`
    connections: dict[Connection, None] = field(default_factory=dict)  # in the order of coming

    def start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        return self.context.run(asyncio.create_task, work)


@dataclass(eq=False)
class Cluster:
    """`count` workers on one store and one Redis."""

    random: Random
    count: int = 2
    store: MemoryStore = field(default_factory=MemoryStore)
    redis: RedisServer = field(default_factory=RedisServer)
    outages: Outages = field(default_factory=Outages)
    workers: list[Worker | None] = field(default_factory=list)
    lives: int = 0
    faults: list[BaseException] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.workers = [self._start(index) for index in range(self.count)]

    def _start(self, index: int) -> Worker:
        self.lives += 1
        name = f"worker-{index}-{self.lives}"
        wire = Wire(Random(self.random.random()), self.outages)
        desk = Desk(
            worker=name, store=RemoteStore(self.store, wire), redis=RemoteLink(self.redis, wire),
            tokens=Tokens(SECRET), worlds={"hut": LoadedWorld(WORLD, "hash-1")}, narrator=Standby(Storyteller()),
            limits=GENEROUS, cadence=INSTANT, budget=Budget(5, 10),
        )  # fmt: skip
        context = contextvars.copy_context()
        context.run(PROCESS.set, name)
        worker = Worker(name, Hub(desk), wire, context, self.faults)
        context.run(worker.hub.start)
        return worker

    def kill(self, index: int) -> None:
        """As kill -9: nothing of it runs any more, and its sockets are gone. Another takes its place soon."""
        worker = self.workers[index]
        if worker is None:
            return
        worker.wire.dead, self.workers[index] = True, None
        for connection in list(worker.connections):
            connection.cut()
        loop = asyncio.get_running_loop()
        assert isinstance(loop, VirtualLoop)
        for task in list(loop.tasks.get(worker.name, ())):
            task.cancel()
        loop.call_later(RESTART_S, self._revive, index)

    def _revive(self, index: int) -> None:
        if self.workers[index] is None:
            self.workers[index] = self._start(index)

    def hold(self, index: int, seconds: float) -> None:
        """As SIGSTOP, and SIGCONT after so long: it neither hears nor says anything meanwhile."""
        if (worker := self.workers[index]) is not None:
            worker.wire.held_until = asyncio.get_running_loop().time() + seconds

    def connect(self, choose: Random) -> Connection | None:
        """A socket to some worker; None where nobody listens."""
        worker = self.workers[choose.randrange(self.count)]
        if worker is None:
            return None
        connection = Connection()
        worker.connections[connection] = None
        worker.start(_serve(worker, connection))
        return connection


async def _serve(worker: Worker, connection: Connection) -> None:
    """A session, as `gamemaster.server.connection` has it, without HTTP."""
    outbox = Outbox(256)
    session = Session(worker.hub.desk, worker.hub, outbox, ADDRESS, _counts_nobody)
    reader = asyncio.create_task(_read(worker, connection, session))
    writer = asyncio.create_task(_write(worker, connection, outbox))
    try:
        await asyncio.wait({reader, writer}, return_when=asyncio.FIRST_COMPLETED)
        if outbox.closing is not None:
            await asyncio.wait({writer}, timeout=1.0)
        if reader.done() and (error := reader.exception()) is not None:
            worker.faults.append(error)
    finally:
        session.close()
        reader.cancel()
        writer.cancel()
        worker.connections.pop(connection, None)
        connection.to_client.put_nowait(None)


def _counts_nobody(player: str) -> None:
    """Anybody may have any number of sockets."""


async def _read(worker: Worker, connection: Connection, session: Session) -> None:
    while (raw := await connection.to_server.get()) is not None:
        await worker.wire.travel()
        try:
            await session.handle(raw)
        except Ended:
            return


async def _write(worker: Worker, connection: Connection, outbox: Outbox) -> None:
    while (entry := await outbox.next()) is not None:
        await worker.wire.travel()
        for frame in entry:
            connection.to_client.put_nowait(json.loads(frame))
