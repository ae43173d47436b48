"""The composition root: the only place where what the service works with is made."""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import logging
import os
import secrets
import socket
import time
from collections.abc import AsyncIterator, Container, Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from fastapi import FastAPI

from gamemaster.admission.bounds import AddressBounds
from gamemaster.admission.host_counts import open_table
from gamemaster.admission.operator_door import OperatorDoor
from gamemaster.admission.spending import Spending
from gamemaster.admission.standing_orders import StandingOrders
from gamemaster.config.load import load_settings
from gamemaster.config.settings import Settings
from gamemaster.config.urls import is_loopback
from gamemaster.errors import UserError
from gamemaster.hosting.background_task import background_task
from gamemaster.hosting.engine import EngineRoom, engine_room, incidents_of
from gamemaster.hosting.garbage import leave_out_what_is_loaded, nothing_collected
from gamemaster.hosting.models import model_of
from gamemaster.hosting.servers import running_database
from gamemaster.hosting.voice import voice_room
from gamemaster.language.wording.helplines import ANYWHERE, helpline
from gamemaster.logs.setup import set_up_logging
from gamemaster.logs.traces import open_tracer
from gamemaster.memory.reflection import Minds
from gamemaster.metrics.engine_meter import EngineMeter, MeteredChat, MeteredEngine
from gamemaster.narration.options import ModelCourse, NarratorOptions
from gamemaster.narration.prompts.settings import PromptSettings
from gamemaster.narration.standby import Standby
from gamemaster.narration.understudy.understudy import Understudy, play
from gamemaster.play.cadence import Cadence
from gamemaster.play.consent import Consents
from gamemaster.play.context import Desk, LoadedWorld
from gamemaster.play.metering import Metering, metering
from gamemaster.play.opening import begin
from gamemaster.play.turn import Budget
from gamemaster.protocol.auth_tokens import Tokens
from gamemaster.recording.player_archive import Archives
from gamemaster.recording.player_files import FilesForExports
from gamemaster.recording.recorder import MEGABYTE, Recordings
from gamemaster.replay.shadow.candidate import shadow_room
from gamemaster.server.app import create_app
from gamemaster.server.service_metrics import watch_engine
from gamemaster.server.worker import stop_with_parent
from gamemaster.speech.voices import VoiceRoom, Voices
from gamemaster.storage.disk import Disk
from gamemaster.storage.kept_worlds import read_world
from gamemaster.storage.operator_orders import OrderBook
from gamemaster.storage.player_exports import PlayerExports
from gamemaster.storage.postgres_store import PostgresStore
from gamemaster.storage.redis_client import RedisLink
from gamemaster.storage.reports import Reports
from gamemaster.storage.retention import keep_sweeping
from gamemaster.storage.store import Store
from gamemaster.version import code_version
from worlds.loader import WorldErrors, list_worlds, world_hash

if TYPE_CHECKING:
    from opentelemetry.trace import Tracer

    from gamemaster.narration.model.model_narrator import ModelNarrator
    from worlds.schema import World

log = logging.getLogger(__name__)

# Imported late, in a process of one's own.
SERVING = ("asyncpg", "sqlalchemy.dialects.postgresql.asyncpg", "uvicorn.lifespan.on", "uvicorn.loops.uvloop")
LOOPBACK = frozenset({"localhost", "127.0.0.1", "[::1]"})
UNDERSTUDY_S = 8.0  # of a turn, for the understudy to take over


class NoWorldsError(UserError):
    """There is nothing to play."""

    def __init__(self, folders: Iterable[Path], broken: dict[str, str]) -> None:
        places = ", ".join(map(str, folders))
        faults = "".join(f"\n{text}" for text in broken.values())
        super().__init__(
            f"there is no world that can be played in {places}{faults}\n"
            "Put a world's folder there, or name other folders with GM_WORLDS_DIRS"
        )
        self.broken = broken


class MissingURLError(UserError):
    """A server that is needed was not named."""

    def __init__(self, variable: str) -> None:
        super().__init__(
            f"{variable} is not set. Name the server there, or use `gamemaster play`, which starts servers of its own"
        )
        self.variable = variable


def load_worlds(
    folders: Iterable[Path], own: Path | None = None, only: Container[str] | None = None
) -> tuple[dict[str, LoadedWorld], dict[str, str]]:
    """The worlds that can be played, and for each of the others all that is wrong with it.

    `own` is the folder of one world more; it goes before another of its name. With `only`, no others are read.
    """
    loaded: dict[str, LoadedWorld] = {}
    broken: dict[str, str] = {}
    found = list_worlds(folders) | ({own.name: own} if own is not None else {})
    for name, folder in found.items():
        if only is not None and name not in only:
            continue
        try:
            loaded[name] = _world_in_memory(folder) or LoadedWorld(*read_world(folder), folder)
        except WorldErrors as error:
            broken[name] = str(error)
    return loaded, broken


_worlds_kept: dict[Path, LoadedWorld] = {}
FIRST_WORDS = ("look around", "who are you?", "ask about the weather", "take it")


def keep_worlds(settings: Settings) -> None:
    """Loads the worlds for processes that are forked from this one: they load anew only what has changed since."""
    loaded, _ = load_worlds(settings.worlds_dirs, settings.world_folder)
    _worlds_kept.update({world.folder: world for world in loaded.values() if world.folder is not None})
    for kept in loaded.values():
        play_to_nobody(kept.world)


def play_to_nobody(world: World) -> None:
    """Plays a few words. What is worked out of a world once, its vocabulary above all, takes half a second of CPU, for
    which all who come to a new process would wait at its first turn.
    """
    try:
        story = begin(world, seed=0)
        for words in FIRST_WORDS:
            play(world, story, words)
    except Exception:  # whoever plays it is told; the others are served
        log.exception("the world %s cannot be played", world.id)


def _world_in_memory(folder: Path) -> LoadedWorld | None:
    kept = _worlds_kept.get(folder)
    return kept if kept is not None and kept.hash == world_hash(folder) else None


def import_what_serving_needs() -> None:
    """What is otherwise imported by the first who needs it, so that workers have it before they are forked."""
    for module in SERVING:
        importlib.import_module(module)


@contextlib.asynccontextmanager
async def open_desk(
    settings: Settings,
    room: EngineRoom | None = None,
    voice: VoiceRoom | None = None,
    metering: Metering | None = None,
) -> AsyncIterator[Desk]:
    """Everything that stories are played with; closed when the context ends. `room` has the engine, if there is one,
    `voice` the speech server, and `metering` the meters, if anything is measured.

    The servers need not answer yet. Raises `MissingURLError`, `NoWorldsError`, and SecretFileError for the secret.
    """
    if settings.database_url is None:
        raise MissingURLError("GM_DATABASE_URL")
    if settings.redis_url is None:
        raise MissingURLError("GM_REDIS_URL")
    database_url, redis_url = settings.database_url.get_secret_value(), settings.redis_url.get_secret_value()
    worlds, broken = await _worlds_of(settings)
    limits = settings.limits
    voices: contextlib.AbstractAsyncContextManager[Voices | None] = contextlib.nullcontext()
    if voice is not None:
        voices = Voices(voice, streams=limits.voice_streams, per_player=limits.audio_per_player)
    narrator_of = partial(model_narrator, options=settings.narrator.for_nobody)
    async with (
        _open_addresses(settings) as addresses,
        _open_redis(redis_url, metering) as redis,
        _open_store(database_url, settings, metering) as store,
        _open_narrator(settings, room, worlds, metering) as (standby, minds),
        _open_tracer(settings) as tracer,
        voices as spoken,
        _open_recordings(settings, store) as (recordings, consents),
        shadow_room(settings, store, recordings, consents, room, narrator_of) as shadow,
        _answer_exports(settings, store, recordings, consents) as archives,
    ):
        own = await asyncio.to_thread(running_database, settings.data_dir)
        disk = Disk(settings.data_dir, holds_database=own == database_url)
        yield Desk(
            worker=f"{socket.gethostname()}-{os.getpid()}-{secrets.token_hex(4)}",
            store=store,
            redis=redis,
            tokens=tokens_of(settings),
            worlds=worlds,
            narrator=standby,
            limits=limits,
            addresses=addresses,
            spending=Spending(settings.budget, addresses),
            cadence=Cadence(chars_per_second=settings.text_speed),
            budget=budget_of(settings.narrator),
            broken_worlds=broken,
            origins=frozenset(settings.origins),
            hosts=hosts_of(settings),
            version=code_version(),
            designer=settings.designer or settings.workshop,
            workshop=settings.workshop,
            editor_url=settings.editor_url,
            drain_s=settings.drain_s,
            minds=minds,
            engine=room.status if room is not None else None,
            engine_is_ours=room is None or room.answered is None,
            disk=disk,
            voices=spoken,
            recordings=recordings,
            archives=archives,
            reports=Reports(store.engine),
            consents=consents,
            shadow=shadow,
            metering=metering,
            tracer=tracer,
            orders=StandingOrders(OrderBook(store.engine)),
            ops=OperatorDoor(settings.ops.token) if settings.ops.token is not None else None,
            incidents=incidents_of(settings),
        )


async def _worlds_of(settings: Settings) -> tuple[dict[str, LoadedWorld], dict[str, str]]:
    """As `load_worlds` finds them. Raises NoWorldsError."""
    with nothing_collected():
        worlds, broken = await asyncio.to_thread(load_worlds, settings.worlds_dirs, settings.world_folder)
    leave_out_what_is_loaded()
    for text in broken.values():
        log.error("%s", text)
    if not worlds:
        raise NoWorldsError(settings.worlds_dirs, broken)
    return worlds, broken


@contextlib.asynccontextmanager
async def _open_addresses(settings: Settings) -> AsyncIterator[AddressBounds]:
    """What addresses may have, counted with the other processes of this host."""
    table = open_table(settings.address.table)
    try:
        yield AddressBounds(settings.address, table=table)
    finally:
        if table is not None:
            table.close()


@contextlib.asynccontextmanager
async def _open_redis(url: str, metering: Metering | None) -> AsyncIterator[RedisLink]:
    redis = RedisLink(url, on_answer=metering.on_redis if metering else None)
    try:
        yield redis
    finally:
        await redis.close()


@contextlib.asynccontextmanager
async def _open_store(
    url: str, settings: Settings, metering: Metering | None
) -> AsyncIterator[PostgresStore]:
    """The store, where memories are found by meaning if they can be, swept of what nobody plays with."""
    store = PostgresStore.at(
        url,
        settings.limits.stories_per_player,
        settings.database.of_a_process(settings.workers),
        metering.on_connection if metering else None,
    )
    finding = asyncio.create_task(_find_by_meaning(store, settings.embeddings), name="embedder")
    longest = max(settings.recording.keep_days, settings.shadow.keep_days)
    retention = settings.retention.outlasting(longest)
    sweeping = asyncio.create_task(keep_sweeping(store.engine, retention), name="retention")
    try:
        yield store
    finally:
        finding.cancel()
        sweeping.cancel()
        await store.close()


@contextlib.asynccontextmanager
async def _open_narrator(
    settings: Settings,
    room: EngineRoom | None,
    worlds: Mapping[str, LoadedWorld],
    metering: Metering | None,
) -> AsyncIterator[tuple[Standby, Minds]]:
    """The understudy, whom a model joins where there is an engine."""
    helped = helpline(settings.country, settings.helpline)
    standby, minds = Standby(Understudy(helped)), Minds()
    joining: asyncio.Task[None] | None = None
    if room is not None:
        joining = asyncio.create_task(
            _join(standby, minds, room, settings, worlds, helped, metering), name="model narrator"
        )
    try:
        yield standby, minds
    finally:
        if joining is not None:
            joining.cancel()


@contextlib.asynccontextmanager
async def _open_tracer(settings: Settings) -> AsyncIterator[Tracer | None]:
    """Closed in a thread, since what was traced last is sent then."""
    tracing = contextlib.ExitStack()
    try:
        yield tracing.enter_context(open_tracer(settings.traces, code_version()))
    finally:
        await asyncio.to_thread(tracing.close)


@contextlib.asynccontextmanager
async def _open_recordings(
    settings: Settings, store: Store
) -> AsyncIterator[tuple[Recordings | None, Consents]]:
    """What is recorded, and who allows it; what was recorded is kept within its limits in any case."""
    options, folder = settings.recording, settings.recordings_folder()
    # A recording is of one edition of a world; in the workshop it changes under the story.
    enabled = options.enabled and not settings.workshop
    recordings = Recordings(folder, options.max_mb * MEGABYTE, options.reasoning) if enabled else None
    consents = Consents(store, options, folder, recordings)
    running = asyncio.create_task(consents.run(), name="consents")
    try:
        yield recordings, consents
    finally:
        running.cancel()
        if recordings is not None:
            await asyncio.to_thread(recordings.close)


@contextlib.asynccontextmanager
async def _answer_exports(
    settings: Settings, store: PostgresStore, recordings: Recordings | None, consents: Consents
) -> AsyncIterator[Archives]:
    """Players' exports, and this host's part in those that are made elsewhere."""

    async def flush() -> None:
        if recordings is not None:
            await recordings.flush()

    folders = {"recordings": settings.recordings_folder(), "shadow": settings.shadow_folder()}
    exports = PlayerExports(store.engine)
    files = FilesForExports(exports, folders, consents.eraser.host, flush)
    async with background_task(files.run(), "players' exports"):
        yield Archives(exports, files.answer)


async def _find_by_meaning(store: PostgresStore, setting: str) -> None:
    """Memories are found by likeness too, from when the model of embeddings is loaded; by words at all times."""
    from npcs.embeddings import EmbeddingsUnavailable, open_embedder

    try:
        embedder = await asyncio.to_thread(open_embedder, setting)
        await asyncio.to_thread(embedder.embed, ["loaded"])
    except EmbeddingsUnavailable as error:
        log.info("characters find their memories by words alone: %s", error)
    else:
        store.embedder = embedder
        log.info("characters find their memories by meaning, with %s", embedder.name)


async def _join(
    standby: Standby,
    minds: Minds,
    room: EngineRoom,
    settings: Settings,
    worlds: Mapping[str, LoadedWorld],
    helped: str,
    metering: Metering | None = None,
) -> None:
    """The model narrates from its first real generation on."""
    from gamemaster.narration.critic.live import make_ready
    from inference.chat_template import ChatFormatError

    await room.ready()
    try:
        meter = metering.engine if metering is not None else None
        narrator = await asyncio.to_thread(
            model_narrator, room, settings.prompt, helped, settings.narrator, meter
        )
        if metering is not None:
            pace, gauge = narrator.source.pace, metering.meters.gauge("engine_speed_tokens_per_second")
            metering.sampler.level(gauge, lambda: pace.tokens_per_s or 0.0)
        played = [loaded.world for loaded in worlds.values()]
        for why in await asyncio.to_thread(narrator.transcripts.unfit, played):
            log.error("the understudy narrates: %s", why)
        # The engine is called ready by now: whoever acts first is narrated to by the model, its head read or not.
        standby.hand_over(narrator)
        minds.muser = narrator.source.muser()
        # Side by side: a small machine takes long over a head, and whoever acts meanwhile waits for neither.
        made = [asyncio.to_thread(make, world) for world in played for make in (make_ready, play_to_nobody)]
        await asyncio.gather(*made, _warm(narrator, played))
        leave_out_what_is_loaded()
    except ChatFormatError as error:
        room.fail(f"the model {room.model.name} cannot narrate: {error}")
    except Exception as error:  # nobody awaits this task: a fault of ours must not pass unseen either
        log.exception("the model's narrator cannot be made")
        room.fail(f"the model's narrator cannot be made: {error}")


async def _warm(narrator: ModelNarrator, worlds: list[World]) -> None:
    """The heads of the worlds, as far as that is wanted. A model server has room for one."""
    source = narrator.source
    if not narrator.warms or source.settings.course == ModelCourse.READ:
        return
    started = time.monotonic()
    wanted = worlds if source.exact else worlds[:1]
    count, took = await narrator.warmer.warm_heads(wanted), time.monotonic() - started
    log.info("the model has read the heads of %d of %d worlds, in %.1f s", count, len(worlds), took)


def tokens_of(settings: Settings) -> Tokens:
    """Raises what `signing_secret` raises."""
    before = settings.secret_before.get_secret_value() if settings.secret_before is not None else None
    return Tokens(settings.signing_secret().get_secret_value(), before, settings.tokens)


def hosts_of(settings: Settings) -> frozenset[str] | None:
    """The names by which the service may be called; None: any. A page of the internet can have its own name lead to
    this machine, so that a service that listens here alone must not answer to it."""
    named = frozenset(host.lower() for host in settings.hosts)
    if is_loopback(settings.host):
        origins = (urlsplit(origin).hostname for origin in settings.origins)
        return LOOPBACK | named | {name for name in origins if name is not None}
    return named or None


def budget_of(options: NarratorOptions) -> Budget:
    """A turn's own deadlines: the understudy can still take over when the model's have passed."""
    return Budget(options.adjudicate_s + UNDERSTUDY_S, 2 * options.narrate_s)


def model_narrator(
    room: EngineRoom,
    prompts: PromptSettings | None = None,
    helped: str = ANYWHERE,
    options: NarratorOptions | None = None,
    meter: EngineMeter | None = None,
) -> ModelNarrator:
    """The narrator for an engine that is ready, whose requests are measured if there is a meter. Reads the tokenizer's
    files. Raises ChatFormatError."""
    from gamemaster.narration.model.chat_source import ChatSettings, ChatSource
    from gamemaster.narration.model.model_narrator import ModelNarrator
    from gamemaster.narration.model.text_source import ModelSettings
    from gamemaster.narration.model.token_source import TokenSource
    from inference.chat_template import derive
    from inference.output.reasoning_budget import BudgetedEngine
    from inference.remote.client import ChatEngine
    from inference.remote.discovery import is_near

    prompts, options = prompts or PromptSettings(), options or NarratorOptions()
    shared: dict[str, Any] = options.model_dump(
        include={"course", "adjudicate_s", "narrate_s", "first_words_s", "aftermath_s", "critic_turns"}
    )
    if isinstance(room.engine, ChatEngine):
        own = options.model_dump(include={"retry_s", "rest_s", "reasoning_tokens"})
        near = options.warm and is_near(room.engine.server.url)
        chat_engine = room.engine if meter is None else MeteredChat(room.engine, meter)
        source = ChatSource(chat_engine, ChatSettings(**shared, **own, warm=near), prompts)
        return ModelNarrator(source, Understudy(helped), warms=near)
    chat = derive(room.model.tokenizer(), room.engine.info)
    if room.model.folder is None:
        shared["critic_turns"] = 0  # the scripted engine is no model: it tells the same in each turn
    engine = room.engine if meter is None else MeteredEngine(room.engine, meter)
    tokens = TokenSource(BudgetedEngine(engine), chat, ModelSettings(**shared), prompts)
    return ModelNarrator(tokens, Understudy(helped), warms=options.warm)


@contextlib.asynccontextmanager
async def open_worker_desk(settings: Settings) -> AsyncIterator[Desk]:
    """The desk of one worker process of several; an engine, if any, is hosted by the process that started it, which
    has also named the Triton."""
    model = await asyncio.to_thread(model_of, settings)
    with metering(settings.metrics, names_of_worlds(settings)) as found:
        async with (
            engine_room(settings, model, log.info) as room,
            voice_room(settings, log.info, found.meter_voice if found is not None else None) as voice,
            open_desk(settings, room, voice, found) as desk,
        ):
            watch_engine(found, room)
            yield desk


def names_of_worlds(settings: Settings) -> list[str]:
    """The ids that worlds here may have, by their folders."""
    own = settings.world_folder
    return [*list_worlds(settings.worlds_dirs), *([own.name] if own is not None else [])]


def from_environment() -> FastAPI:
    """For `uvicorn --factory gamemaster.bootstrap:from_environment`, one in each worker process."""
    stop_with_parent()
    settings = load_settings()
    set_up_logging(settings.log_level, settings.log_format)
    return create_app(lambda: open_worker_desk(settings))
