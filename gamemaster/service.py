"""Runs the service: starts what is missing, brings the database up to date, serves, and stops all of it in order."""

from __future__ import annotations

import asyncio
import contextlib
import webbrowser
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from functools import partial

from pydantic import SecretStr

from gamemaster.admission.host_counts import table_for_workers
from gamemaster.bootstrap import (
    MissingURLError,
    NoWorldsError,
    load_worlds,
    names_of_worlds,
    open_desk,
)
from gamemaster.config.settings import Settings
from gamemaster.errors import UserError
from gamemaster.hosting.background_task import background_task
from gamemaster.hosting.engine import EngineRoom, engine_for_workers, engine_room, find_model
from gamemaster.hosting.servers import ServersError, local_servers
from gamemaster.hosting.voice import voice_for_workers, voice_room
from gamemaster.metrics.process_table import Lives
from gamemaster.play.metering import Metering, metering, metering_for_workers
from gamemaster.server.app import create_app
from gamemaster.server.pid_file import serving_noted
from gamemaster.server.service_metrics import watch_engine
from gamemaster.server.uvicorn_server import listen, serve
from gamemaster.server.worker import Application
from gamemaster.server.workers import serve_in_workers
from gamemaster.storage.migrate import migrate, migrate_now
from inference.engine import EngineNotStarted

Say = Callable[[str], None]
FACTORY = "gamemaster.bootstrap:from_environment"  # of each worker's application
TEMPLATE = "gamemaster.cli.worker_template"
Visitor = Callable[[str], Awaitable[None]]  # plays at an address, until it is done


@dataclass(frozen=True)
class Manner:
    """How the service is run: with servers of its own if none are named, a browser opened, somebody playing at once."""

    own_servers: bool = True
    browser: bool = False
    visitor: Visitor | None = None
    world: str | None = None  # that the page opens


async def run_service(settings: Settings, say: Say, manner: Manner) -> None:
    """Serves until Ctrl-C or SIGTERM (or until the visitor is done).

    Raises `PortBusyError`, `ServersError`, `MigrationError`, `StoreUnavailable`, `NoWorldsError`, `MissingURLError`,
    `ModelError`, `EngineNotStarted`.
    """
    # Before anything is started: a port that is taken is the commonest mistake, and should be known at once.
    with (
        contextlib.closing(listen(settings.host, settings.port)) as bound,
        serving_noted(settings.data_dir, bound.getsockname()[1]),
    ):
        model = await asyncio.to_thread(find_model, settings, say)
        async with (
            _with_meters(settings, say) as found,
            _with_servers(settings, say, manner) as (ready, lost),
        ):
            assert ready.database_url is not None
            migrated = await migrate(ready.database_url.get_secret_value())
            if migrated.before != migrated.after:
                say(f"the database is now at revision {migrated.after}")
            async with (
                engine_room(settings, model, say) as room,
                voice_room(settings, say, found.meter_voice if found is not None else None) as voice,
                open_desk(ready, room, voice, found) as desk,
            ):
                watch_engine(found, room)
                if manner.world is not None and manner.world not in desk.worlds:
                    raise UnknownWorldError(manner.world, tuple(desk.worlds))
                for name in desk.broken_worlds:
                    say(f"the world {name} cannot be played; see: gamemaster world check")
                port = bound.getsockname()[1]
                address = address_of(settings.host, port)
                started = asyncio.Event()

                def announce() -> None:
                    started.set()
                    if manner.visitor is None:
                        say(banner(address, list(desk.worlds)))
                    if manner.browser:
                        webbrowser.open(page_of(address, manner.world))

                limit = settings.limits.max_message_bytes
                app = create_app(lambda: contextlib.nullcontext(desk))
                async with (
                    _visit(manner.visitor, address, started) as stop,
                    _stopped_by(lost, stop),
                    _once_loaded(room, address, announce, stop, say) as on_ready,
                ):
                    await serve(app, bound, limit, settings.log_level, on_ready=on_ready, stop=stop)
                if room is not None and room.failed.done():
                    raise EngineNotStarted(room.failed.result())
                if lost is not None and lost.done():
                    raise ServersError(lost.result())
        say("stopped; your stories are kept")


@contextlib.asynccontextmanager
async def _with_meters(settings: Settings, say: Say) -> AsyncIterator[Metering | None]:
    """What is measured with, if anything is, while the service's processes are looked at."""
    with metering(settings.metrics, names_of_worlds(settings), say) as found:
        if found is None:
            yield None
            return
        async with background_task(found.watch_processes(), "metrics of processes"):
            yield found


@contextlib.asynccontextmanager
async def _stopped_by(lost: asyncio.Future[str] | None, stop: asyncio.Event) -> AsyncIterator[None]:
    """Stops the service when a server of its own cannot be brought back: somebody else may start it all anew."""

    def tell(_: asyncio.Future[str]) -> None:
        stop.set()

    if lost is not None:
        lost.add_done_callback(tell)
    try:
        yield
    finally:
        if lost is not None:
            lost.remove_done_callback(tell)


@contextlib.asynccontextmanager
async def _once_loaded(
    room: EngineRoom | None, address: str, announce: Callable[[], None], stop: asyncio.Event, say: Say
) -> AsyncIterator[Callable[[], None]]:
    """What to call when the service listens: announces it, once the model is loaded. Stops it if that fails."""
    if room is None:
        yield announce
        return
    listening = asyncio.Event()

    async def tell() -> None:
        await listening.wait()
        ready = asyncio.ensure_future(room.ready())
        await asyncio.wait({ready}, timeout=0)
        if not ready.done():
            say(
                f"listening at {address}; while the model loads, the understudy plays (/readyz says how far it is)"
            )
        await ready
        announce()

    async def watch() -> None:
        await asyncio.wait({room.failed})
        stop.set()

    tasks = [asyncio.create_task(tell()), asyncio.create_task(watch())]
    try:
        yield listening.set
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)


class UnknownWorldError(UserError):
    """A world was asked for that is not there."""

    def __init__(self, world: str, known: tuple[str, ...]) -> None:
        super().__init__(f"there is no world {world!r} that can be played; there are: {', '.join(known)}")
        self.world = world


@contextlib.asynccontextmanager
async def _with_servers(
    settings: Settings, say: Say, manner: Manner
) -> AsyncIterator[tuple[Settings, asyncio.Future[str] | None]]:
    """The settings with both servers' URLs; those that are not named are started, if that is wanted. And what is done,
    with the reason, once one of those is lost for good."""
    if not manner.own_servers:
        if settings.database_url is None:
            raise MissingURLError("GM_DATABASE_URL")
        yield settings, None
        return
    need_postgres, need_redis = settings.database_url is None, settings.redis_url is None
    async with local_servers(settings.data_dir, need_postgres, need_redis, say) as urls:
        found = {}
        if urls.database_url is not None:
            found["database_url"] = SecretStr(urls.database_url)
        if urls.redis_url is not None:
            found["redis_url"] = SecretStr(urls.redis_url)
        yield settings.model_copy(update=found), urls.failed


@contextlib.asynccontextmanager
async def _visit(
    visitor: Visitor | None, address: str, started: asyncio.Event
) -> AsyncIterator[asyncio.Event]:
    """Somebody plays while the service runs; the event is set when they are done. Raises what they raise."""
    stop = asyncio.Event()
    if visitor is None:
        yield stop
        return

    async def visit() -> None:
        try:
            await started.wait()
            await visitor(address)
        finally:
            stop.set()

    visiting = asyncio.create_task(visit())
    try:
        yield stop
    finally:
        visiting.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await visiting


def address_of(host: str, port: int) -> str:
    """What a person types to get here."""
    everywhere = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - a name is looked up here, nothing is bound
    shown = everywhere.get(host, host)
    return f"http://[{shown}]:{port}" if ":" in shown else f"http://{shown}:{port}"


def page_of(address: str, world: str | None) -> str:
    return f"{address}/?world={world}" if world else address


def banner(address: str, worlds: list[str]) -> str:
    """The line that a person looks for, set apart from all others."""
    line = f"  Game Master is ready:  {address}  "
    rule = "─" * len(line)
    return f"\n{rule}\n{line}\n{rule}\nWorlds: {', '.join(worlds)}. Ctrl-C stops it; your stories are kept.\n"


def serve_with_workers(settings: Settings, workers: int, say: Say) -> None:
    """Serves from several processes until Ctrl-C or SIGTERM. Raises as `run_service` does, before it serves."""
    if settings.database_url is None:
        raise MissingURLError("GM_DATABASE_URL")
    with (
        contextlib.closing(listen(settings.host, settings.port)) as bound,
        serving_noted(settings.data_dir, bound.getsockname()[1], workers),
    ):
        migrate_now(settings.database_url.get_secret_value())
        loaded, broken = load_worlds(settings.worlds_dirs, settings.world_folder)
        if not loaded:
            raise NoWorldsError(settings.worlds_dirs, broken)
        address = address_of(settings.host, bound.getsockname()[1])
        limit = settings.limits.max_message_bytes
        app = Application(FACTORY, TEMPLATE, limit, settings.log_level, settings.drain_s)
        ready = partial(say, banner(address, list(loaded)))
        with (
            metering_for_workers(settings.metrics, say) as found,
            engine_for_workers(
                settings, find_model(settings, say), say, partial(watch_engine, found)
            ) as failures,
            voice_for_workers(settings, say),
            table_for_workers(workers),
        ):
            serve_in_workers(bound, workers, app, ready, found.lives if found is not None else Lives())
        if failures:
            raise EngineNotStarted(failures[0])
