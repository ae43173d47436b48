"""The model that `gamemaster prove` holds to account: asked by messages, with an engine of its own if need be."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import typer

from gamemaster.authoring.proof.engine_messages import EngineByMessages
from gamemaster.authoring.proof.figures import Tally
from gamemaster.authoring.proof.jobs import Progress, Wanted, master_of, play_with
from gamemaster.cli.console import fail
from gamemaster.config.settings import Settings
from gamemaster.hosting.engine import EngineRoom, engine_room, find_model
from inference.chat_template import derive
from inference.remote.client import AsksByMessages, ChatEngine, ChatServer


def play_model(settings: Settings, wanted: Wanted, progress: Progress) -> list[Tally]:
    """The counts of the whole service on a model, and of a bare Game Master on the same. Blocks."""

    async def play() -> list[Tally]:
        async with _model_of(settings) as model:
            name = settings.model or model.server.model
            return await play_with(master_of(model, name), wanted, progress)

    return asyncio.run(play())


@asynccontextmanager
async def _model_of(settings: Settings) -> AsyncIterator[AsksByMessages]:
    """The model, asked by messages, with an engine of its own if need be. Raises ModelError, EngineNotStarted."""

    def echo(text: str) -> None:
        typer.echo(text, err=True)

    found = await asyncio.to_thread(find_model, settings, echo)
    with tempfile.TemporaryDirectory(prefix="gm-prove-") as own:
        apart = settings.model_copy(update={"data_dir": Path(own)})
        async with engine_room(apart, found, echo) as room:
            if room is None:
                fail("name a model: a model server's URL#NAME, or a checkpoint's folder")
            await _until_ready(room)
            if isinstance(room.engine, ChatEngine):
                yield room.engine
                return
            chat = derive(room.model.tokenizer(), room.engine.info)
            yield EngineByMessages(room.engine, chat, ChatServer(room.model.name, room.model.name))


async def _until_ready(room: EngineRoom) -> None:
    """Fails with the reason where the engine cannot start."""
    ready = asyncio.ensure_future(room.ready())
    either: set[asyncio.Future[Any]] = {ready, room.failed}
    done, _ = await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
    if ready not in done:
        ready.cancel()
        fail(f"the model cannot be asked: {room.failed.result()}")
