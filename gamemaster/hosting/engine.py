"""The engine in the service: in a process of its own under its host, in this process, another's, or a model server."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gamemaster.config.settings import Settings
from gamemaster.hosting.background_task import background_task
from gamemaster.hosting.failure import MayFail
from gamemaster.hosting.loop_thread import loop_thread
from gamemaster.hosting.models import Model, finding_line, model_of, refuse_unfit
from gamemaster.hosting.process import SUPERVISOR
from inference.backoff import Backoff
from inference.engine import Engine, EngineError, EngineNotStarted
from inference.hosted.child import build
from inference.hosted.client import HostedEngine
from inference.hosted.host import EngineHost, HostSettings, HostState
from inference.hosted.incidents import Incidents
from inference.hosted.sockets import check_path
from inference.preflight.health import generate_one
from inference.remote.client import ChatEngine
from inference.remote.discovery import NOTICE
from inference.sglang.http_engine import SglangHttpEngine

log = logging.getLogger(__name__)
Say = Callable[[str], None]
Dialled = ChatEngine | SglangHttpEngine  # they are asked until they answer
SOCKET = "engine.sock"
TRY_AGAIN_S = (1.0, 30.0)  # pauses between attempts to reach a model server, growing


@dataclass(eq=False)
class EngineRoom(MayFail):
    """A model and its engine. `failed` is done, with the reason, once the engine turns out to be unable to start.

    `engine` is usable from the start; until `ready()` returns, it raises EngineLost.
    """

    model: Model
    engine: Engine | ChatEngine
    host: EngineHost | None = None
    progress: str = "it is loading"
    answered: asyncio.Event | None = None  # of a model server: set by its first real generation

    def status(self) -> str:
        """`ok…` after a real generation, until the engine is lost; else what is going on."""
        if self.failed.done():
            return self.failed.result().partition("\n")[0]
        if isinstance(self.engine, HostedEngine) and not self.engine.is_ready:
            state = self.host.state if self.host is not None else HostState.STARTING
            return f"{state}: {self.progress}"
        if self.answered is not None and not self.answered.is_set():
            return f"waiting for the model server: {self.progress}"
        again = self.host is not None and self.host.starts > 1
        back = (
            f", back after {self.host.recovery_s:.1f} s"
            if again and self.host and self.host.recovery_s
            else ""
        )
        return f"ok ({self.model.name}{back})"

    async def ready(self) -> None:
        """Waits for the first real generation."""
        if isinstance(self.engine, HostedEngine):
            await self.engine.ready()
        if self.answered is not None:
            await self.answered.wait()


def find_model(settings: Settings, say: Say) -> Model | None:
    """The model, once everything that can be known of it before loading speaks for it. Raises ModelError."""
    model = model_of(settings)
    if model is not None and model.server is not None:
        say(f"warning: {NOTICE}")
    if model is not None:
        for warning in refuse_unfit(model, settings.engine):
            say(f"warning: {finding_line(warning)}")
    return model


@contextlib.asynccontextmanager
async def engine_room(settings: Settings, model: Model | None, say: Say) -> AsyncIterator[EngineRoom | None]:
    """The engine of this process's stories, closed at the end; None without a model.

    A hosted one loads in the background; an inline one is ready when this is entered. Raises EngineNotStarted.
    """
    if model is None:
        yield None
    elif model.server is not None:
        async with _dialled_engine(ChatEngine(model.server), model, say) as room:
            yield room
    elif model.dialled is not None and model.folder is not None:
        key = settings.model_key.get_secret_value() if settings.model_key is not None else None
        dialled = SglangHttpEngine(model.dialled, model.folder, key)
        async with _dialled_engine(dialled, model, say) as room:
            yield room
    elif settings.engine.socket is not None:
        async with _closed_at_the_end(_client(settings.engine.socket, model)) as room:
            yield room
    elif settings.engine.inline:
        async with _closed_at_the_end(await _inline(model, say)) as room:
            yield room
    else:
        async with _hosted_engine(settings, model, say) as room:
            yield room


def _client(socket: Path, model: Model) -> EngineRoom:
    engine = HostedEngine(socket)
    engine.start()
    return EngineRoom(model, engine)


@contextlib.asynccontextmanager
async def _closed_at_the_end(room: EngineRoom) -> AsyncIterator[EngineRoom]:
    try:
        yield room
    finally:
        await room.engine.close()


@contextlib.asynccontextmanager
async def _dialled_engine(engine: Dialled, model: Model, say: Say) -> AsyncIterator[EngineRoom]:
    room = EngineRoom(model, engine, progress="it has not answered yet", answered=asyncio.Event())
    async with _closed_at_the_end(room), background_task(_ask(room, engine, say), "model server"):
        yield room


async def _ask(room: EngineRoom, engine: Dialled, say: Say) -> None:
    """Asks the server for a real generation until it answers, and again whenever it was lost."""
    assert room.answered is not None
    while True:
        took = await _answers(room, engine, say)
        room.answered.set()
        say(f"the model {room.model.name} answers (a first token took {took:.2f} s)")
        await engine.lost.wait()
        room.answered.clear()


async def _answers(room: EngineRoom, engine: Dialled, say: Say) -> float:
    """Seconds that its generation took, once there was one."""
    backoff = Backoff(*TRY_AGAIN_S)
    while True:
        try:
            return await engine.health()
        except EngineError as error:
            why = str(error).partition("\n")[0]
            if why != room.progress:
                say(f"model: {why}; it is asked again, and the understudy plays meanwhile")
            room.progress = why
        await asyncio.sleep(backoff.next_s())


async def _inline(model: Model, say: Say) -> EngineRoom:
    say(f"loading {model.name} in this process; nothing is served until it is ready")
    os.environ.update(model.environment)
    try:
        engine = await build(model.factory, model.options)
        took = await generate_one(engine)
    except (EngineError, ValueError, TypeError, ImportError) as error:
        raise EngineNotStarted(str(error)) from error
    say(f"the model is ready (a first token took {took:.2f} s)")
    return EngineRoom(model, engine)


@contextlib.asynccontextmanager
async def _hosted_engine(settings: Settings, model: Model, say: Say) -> AsyncIterator[EngineRoom]:
    with socket_for(settings.data_dir) as socket:
        host = host_of(settings, model, socket, lambda text: progress(text))
        room = EngineRoom(model, host.engine, host)

        def progress(text: str) -> None:
            room.progress = text.partition("\n")[0]
            if text:
                say(f"model: {text}")

        try:
            async with background_task(_start(room, host, say), "engine start"):
                yield room
        finally:
            await host.close()


async def _start(room: EngineRoom, host: EngineHost, say: Say) -> None:
    started = time.monotonic()
    try:
        await host.start()
    except (EngineNotStarted, OSError) as error:
        room.fail(str(error))
        return
    room.progress = "it was lost, and is being started again"
    say(f"the model {room.model.name} is ready, after {time.monotonic() - started:.0f} s")


def incidents_of(settings: Settings) -> Incidents:
    """What is kept of the engines that were lost on this host."""
    return Incidents(settings.data_dir / "incidents")


def host_of(settings: Settings, model: Model, socket: Path, on_progress: Say) -> EngineHost:
    incidents = incidents_of(settings)
    options = HostSettings(
        model.factory,
        SUPERVISOR,
        socket,
        options=with_dumps(model, incidents),
        incidents=incidents.folder,
        environment=model.environment,
        start_s=settings.engine.start_s,
    )
    return EngineHost(options, on_progress)


def with_dumps(model: Model, incidents: Incidents) -> dict[str, Any]:
    """The options of the model's engine, with a place for SGLang's crash dumps, unless another one is set."""
    if model.folder is None:
        return model.options
    folder = {"crash_dump_folder": str(incidents.dumps)}
    return {**model.options, "overrides": {**folder, **model.options.get("overrides", {})}}


@contextlib.contextmanager
def socket_for(folder: Path) -> Iterator[Path]:
    """Where the engine listens: in the data directory, or in a short temporary folder if its path is too long."""
    path = folder / SOCKET
    try:
        check_path(path)
    except ValueError:
        with tempfile.TemporaryDirectory(prefix="gm-engine-") as short:
            yield Path(short) / SOCKET
        return
    folder.mkdir(parents=True, exist_ok=True)
    yield path


@contextlib.contextmanager
def engine_for_workers(
    settings: Settings,
    model: Model | None,
    say: Say,
    on_room: Callable[[EngineRoom], None] = lambda room: None,
) -> Iterator[list[str]]:
    """Hosts the engine from a thread, for worker processes that find it by GM_ENGINE__SOCKET.

    `on_room` is called with the engine, in that thread. What makes it fail is added to the list, and the process is
    told to stop (SIGTERM).
    """
    failures: list[str] = []
    if model is not None and model.is_elsewhere:
        os.environ["GM_MODEL"] = model.name  # each worker asks the server itself
    if model is None or model.is_elsewhere or settings.engine.socket is not None:
        yield failures
        return
    with socket_for(settings.data_dir) as socket:
        os.environ |= {"GM_MODEL": model.name, "GM_ENGINE__SOCKET": str(socket)}

        async def keep(stop: asyncio.Event) -> None:
            async with _hosted_engine(settings, model, say) as room:
                on_room(room)
                room.failed.add_done_callback(lambda _: stop.set())
                await stop.wait()
                if room.failed.done():
                    failures.append(room.failed.result())
                    os.kill(os.getpid(), signal.SIGTERM)

        with loop_thread(keep, "engine host"):
            yield failures
