"""Where the shadow's candidate comes from: an engine of its own, or the background lane of the one that narrates."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from gamemaster.config.settings import Settings
from gamemaster.hosting.background_task import background_task
from gamemaster.hosting.engine import EngineRoom, engine_room, find_model
from gamemaster.narration.narrator import Narrator
from gamemaster.narration.prompts.settings import PromptSettings
from gamemaster.play.consent import Consents
from gamemaster.recording.recorder import Recordings
from gamemaster.replay.shadow.files import forget as forget_shadow
from gamemaster.replay.shadow.shadow import Shadow, keep_within_age
from gamemaster.storage.store import TurnReader
from gamemaster.version import code_version
from inference.background import BackgroundEngine
from inference.remote.client import ChatEngine

log = logging.getLogger(__name__)
NarratorOf = Callable[[EngineRoom, PromptSettings], Narrator]


@contextlib.asynccontextmanager
async def shadow_room(
    settings: Settings,
    store: TurnReader,
    recordings: Recordings | None,
    consents: Consents,
    room: EngineRoom | None,
    narrator_of: NarratorOf,
) -> AsyncIterator[Shadow | None]:
    """The candidate that answers beside the play; None without one. What it kept is deleted in any case: of a player
    who wants that, and what is old.

    `room` has the engine of those who narrate, `narrator_of` makes the narrator for an engine. Raises ModelError for a
    candidate that cannot be run.
    """
    options, folder = settings.shadow, settings.shadow_folder()
    consents.eraser.beside = partial(forget_shadow, folder)
    if not options.share or recordings is None:
        async with _kept_within_age(folder, options.keep_days):
            yield None
        return
    async with _candidates_room(settings, room) as own:
        if own is None:
            log.error(
                "there is no shadow: neither GM_SHADOW__MODEL nor GM_MODEL names a model that can answer here"
            )
            async with _kept_within_age(folder, options.keep_days):
                yield None
            return
        shadow = Shadow(
            folder, options.share, store, recordings.is_allowed, code_version(), options.keep_days
        )
        consents.eraser.beside = shadow.forget
        prompts = PromptSettings.model_validate({**settings.prompt.model_dump(), **options.prompt})
        tasks = [
            asyncio.create_task(shadow.run(), name="shadow"),
            asyncio.create_task(_join(shadow, own, prompts, narrator_of), name="shadow's narrator"),
        ]
        try:
            yield shadow
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks)
            if any(vars(shadow.counts).values()):
                log.info("the shadow answered %(answered)d turns, dropped %(dropped)d, failed %(failed)d",
                         vars(shadow.counts))  # fmt: skip


@contextlib.asynccontextmanager
async def _candidates_room(settings: Settings, room: EngineRoom | None) -> AsyncIterator[EngineRoom | None]:
    """The candidate's own engine, or the one that narrates, of which it has the background lane."""
    named = settings.shadow.model
    if named is None:
        yield room
        return
    apart = {"model": named, "data_dir": settings.data_dir / "shadow-engine"}
    own = settings.model_copy(update=apart)
    model = await asyncio.to_thread(find_model, own, log.info)
    if model is not None and not model.is_elsewhere and settings.engine.socket is not None:
        log.error(
            "of several workers each would load the shadow's model %s; name a model server's URL", named
        )
        yield None
        return
    async with engine_room(own, model, log.info) as found:
        yield found


@contextlib.asynccontextmanager
async def _kept_within_age(folder: Path, keep_days: int) -> AsyncIterator[None]:
    """Without a shadow: what an earlier one kept still grows old."""
    async with background_task(keep_within_age(folder, keep_days), "retention of the shadow"):
        yield


async def _join(shadow: Shadow, room: EngineRoom, prompts: PromptSettings, narrator_of: NarratorOf) -> None:
    """The candidate answers from its first real generation on."""
    await room.ready()
    behind = (
        room if isinstance(room.engine, ChatEngine) else replace(room, engine=BackgroundEngine(room.engine))
    )
    try:
        shadow.candidate = await asyncio.to_thread(narrator_of, behind, prompts)
    except (
        Exception
    ):  # nobody awaits this task: without a candidate nothing is shadowed, and the play goes on
        log.exception("the shadow's narrator cannot be made")
