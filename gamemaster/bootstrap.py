"""The composition root: the only place where what the service works with is made."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import secrets
import socket
from collections.abc import AsyncIterator, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from fastapi import FastAPI

from gamemaster.config import Settings, load_settings
from gamemaster.errors import UserError
from gamemaster.hosting.engine import EngineRoom, engine_room
from gamemaster.hosting.models import model_of
from gamemaster.hosting.voice import voice_room
from gamemaster.language.wording.helplines import ANYWHERE, helpline
from gamemaster.memory.reflection import Minds
from gamemaster.narration.prompts.settings import PromptSettings
from gamemaster.narration.standby import Standby
from gamemaster.narration.understudy.understudy import Understudy
from gamemaster.play.cadence import Cadence
from gamemaster.play.consent import Consents
from gamemaster.play.context import Desk, LoadedWorld
from gamemaster.play.turn import Budget
from gamemaster.protocol.auth_tokens import Tokens
from gamemaster.recording.recorder import MEGABYTE, Recordings
from gamemaster.replay.shadow.candidate import shadow_room
from gamemaster.server.app import create_app
from gamemaster.server.logging_setup import set_up_logging
from gamemaster.server.uvicorn_server import stop_with_parent
from gamemaster.speech.voices import VoiceRoom, Voices
from gamemaster.storage.frame_log import FrameLog
from gamemaster.storage.leases import Leases
from gamemaster.storage.postgres_store import PostgresStore
from gamemaster.storage.rate_limit import RateLimit
from gamemaster.storage.redis_client import RedisLink
from gamemaster.storage.store import Store
from gamemaster.version import code_version
from worlds.loader import WorldErrors, list_worlds, load_world, world_hash

if TYPE_CHECKING:
    from gamemaster.narration.model.model_narrator import ModelNarrator

log = logging.getLogger(__name__)


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


def load_worlds(folders: Iterable[Path]) -> tuple[dict[str, LoadedWorld], dict[str, str]]:
    """The worlds that can be played, and for each of the others all that is wrong with it."""
    loaded: dict[str, LoadedWorld] = {}
    broken: dict[str, str] = {}
    for name, folder in list_worlds(folders).items():
        try:
            loaded[name] = LoadedWorld(load_world(folder), world_hash(folder))
        except WorldErrors as error:
            broken[name] = str(error)
    return loaded, broken


@contextlib.asynccontextmanager
async def open_desk(
    settings: Settings, room: EngineRoom | None = None, voice: VoiceRoom | None = None
) -> AsyncIterator[Desk]:
    """Everything that stories are played with; closed when the context ends. `room` has the engine, if there is one,
    and `voice` the speech server.

    The servers need not answer yet. Raises `MissingURLError`, `NoWorldsError`, and SecretFileError for the secret.
    """
    if settings.database_url is None:
        raise MissingURLError("GM_DATABASE_URL")
    if settings.redis_url is None:
        raise MissingURLError("GM_REDIS_URL")
    worlds, broken = await asyncio.to_thread(load_worlds, settings.worlds_dirs)
    for text in broken.values():
        log.error("%s", text)
    if not worlds:
        raise NoWorldsError(settings.worlds_dirs, broken)
    limits = settings.limits
    redis = RedisLink(settings.redis_url.get_secret_value())
    store = PostgresStore.at(settings.database_url.get_secret_value(), limits.stories_per_player)
    finding = asyncio.create_task(_find_by_meaning(store, settings.embeddings), name="embedder")
    helped = helpline(settings.country, settings.helpline)
    standby = Standby(Understudy(helped))
    minds = Minds()
    joining: asyncio.Task[None] | None = None
    if room is not None:
        joining = asyncio.create_task(
            _join(standby, minds, room, settings.prompt, worlds, helped), name="model narrator"
        )
    voices: contextlib.AbstractAsyncContextManager[Voices | None] = contextlib.nullcontext()
    if voice is not None:
        voices = Voices(voice, streams=limits.voice_streams, per_player=limits.audio_per_player)
    try:
        async with (
            voices as spoken,
            _open_recordings(settings, store) as (recordings, consents),
            shadow_room(settings, store, recordings, consents, room, model_narrator) as shadow,
        ):
            yield Desk(
                worker=f"{socket.gethostname()}-{os.getpid()}-{secrets.token_hex(4)}",
                store=store,
                frames=FrameLog(redis, limits.frame_log),
                leases=Leases(redis),
                redis=redis,
                acts=RateLimit(redis, limits.acts_per_minute),
                newcomers=RateLimit(redis, limits.new_players_per_minute, name="newcomers"),
                tokens=Tokens(settings.signing_secret().get_secret_value()),
                worlds=worlds,
                narrator=standby,
                limits=limits,
                cadence=Cadence(chars_per_second=settings.text_speed),
                budget=Budget(),
                broken_worlds=broken,
                origins=frozenset(settings.origins),
                version=code_version(),
                designer=settings.designer,
                minds=minds,
                engine=room.status if room is not None else None,
                voices=spoken,
                recordings=recordings,
                consents=consents,
                shadow=shadow,
            )
    finally:
        finding.cancel()
        if joining is not None:
            joining.cancel()
        await store.close()
        await redis.close()


@contextlib.asynccontextmanager
async def _open_recordings(
    settings: Settings, store: Store
) -> AsyncIterator[tuple[Recordings | None, Consents]]:
    """What is recorded, and who allows it; what was recorded is kept within its limits in any case."""
    options, folder = settings.recording, settings.recordings_folder()
    recordings = Recordings(folder, options.max_mb * MEGABYTE, options.reasoning) if options.enabled else None
    consents = Consents(store, options, folder, recordings)
    running = asyncio.create_task(consents.run(), name="consents")
    try:
        yield recordings, consents
    finally:
        running.cancel()
        if recordings is not None:
            await asyncio.to_thread(recordings.close)


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
    prompts: PromptSettings,
    worlds: Mapping[str, LoadedWorld],
    helped: str,
) -> None:
    """The model narrates from its first real generation on."""
    from inference.chat_template import ChatFormatError

    await room.ready()
    try:
        narrator = await asyncio.to_thread(model_narrator, room, prompts, helped)
        played = [loaded.world for loaded in worlds.values()]
        for why in await asyncio.to_thread(narrator.transcripts.unfit, played):
            log.error("the understudy narrates: %s", why)
        standby.hand_over(narrator)
        minds.muser = narrator.source.muser()
    except ChatFormatError as error:
        room.fail(f"the model {room.model.name} cannot narrate: {error}")
    except Exception as error:  # nobody awaits this task: a fault of ours must not pass unseen either
        log.exception("the model's narrator cannot be made")
        room.fail(f"the model's narrator cannot be made: {error}")


def model_narrator(
    room: EngineRoom, prompts: PromptSettings | None = None, helped: str = ANYWHERE
) -> ModelNarrator:
    """The narrator for an engine that is ready. Reads the tokenizer's files. Raises ChatFormatError."""
    from gamemaster.narration.model.chat_source import ChatSource
    from gamemaster.narration.model.model_narrator import ModelNarrator
    from gamemaster.narration.model.token_source import TokenSource
    from inference.chat_template import derive
    from inference.output.reasoning_budget import BudgetedEngine
    from inference.remote.client import ChatEngine

    prompts = prompts or PromptSettings()
    if isinstance(room.engine, ChatEngine):
        return ModelNarrator(ChatSource(room.engine, prompts=prompts), Understudy(helped))
    chat = derive(room.model.tokenizer(), room.engine.info)
    return ModelNarrator(TokenSource(BudgetedEngine(room.engine), chat, prompts=prompts), Understudy(helped))


@contextlib.asynccontextmanager
async def open_worker_desk(settings: Settings) -> AsyncIterator[Desk]:
    """The desk of one worker process of several; an engine, if any, is hosted by the process that started it, which
    has also named the Triton."""
    model = await asyncio.to_thread(model_of, settings)
    async with (
        engine_room(settings, model, log.info) as room,
        voice_room(settings, log.info) as voice,
        open_desk(settings, room, voice) as desk,
    ):
        yield desk


def from_environment() -> FastAPI:
    """For `uvicorn --factory gamemaster.bootstrap:from_environment`, one in each worker process."""
    stop_with_parent()
    settings = load_settings()
    set_up_logging(settings.log_level)
    return create_app(lambda: open_worker_desk(settings))
