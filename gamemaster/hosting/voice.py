"""Where the voice comes from: a Triton that GM_TRITON_URL names, or the service's own, which joins when it is ready.

Preparing and starting our own takes from seconds to minutes, in the background: the story plays in text meanwhile.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from gamemaster.config.settings import Settings
from gamemaster.hosting.background_task import background_task
from gamemaster.hosting.loop_thread import loop_thread
from gamemaster.hosting.process import SUPERVISOR
from inference.backoff import Backoff
from voice.synthesizer import Synthesizer
from voice.triton.environment import already_prepared
from voice.triton.machine import TritonUnavailable
from voice.triton.server import TritonServer, free_port, local_triton

log = logging.getLogger(__name__)
Say = Callable[[str], None]
Meter = Callable[[Synthesizer], Synthesizer]
MISSING_VARIABLE = "GM_VOICE_MISSING"
NO_VOICE = "the story is told in text, without a voice"
START_AGAIN_S = (0.5, 30.0)  # after a loss: the first pause and the longest


@dataclass(eq=False)
class TritonRoom:
    """A Triton and the client that speaks through it. `changed` is set with every change of `status()`; who waits for
    it clears it."""

    client: Synthesizer | None = None
    server: TritonServer | None = None  # our own, once it has been started
    progress: str = "the voice is being prepared"
    changed: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def synthesizer(self) -> Synthesizer | None:
        """None while there is none: before our own server is ready, and while it is started again."""
        return self.client if self.server is None or self.server.is_ready else None

    def status(self) -> str:
        """`ok…`, or what keeps it from speaking, for people."""
        if self.client is None:
            return self.progress
        if self.server is None or self.server.is_ready:
            return "ok"
        return f"the voice server is {self.server.state}"

    def tell(self, progress: str) -> None:
        self.progress = progress.partition("\n")[0]
        self.changed.set()


@contextlib.asynccontextmanager
async def voice_room(
    settings: Settings, say: Say, meter: Meter | None = None
) -> AsyncIterator[TritonRoom | None]:
    """The voice of this process's stories; None if GM_VOICE is off. Raises nothing: without a voice, there is text.
    `meter` wraps the speech server's client, below the cache."""
    if settings.voice == "off":
        yield None
    elif settings.voice_missing is not None:
        yield TritonRoom(progress=settings.voice_missing)
    elif settings.triton_url is not None:
        client = await _client_of(settings.triton_url, settings, meter)
        try:
            yield TritonRoom(client, progress="")
        finally:
            await client.close()
    else:
        room = TritonRoom()
        async with background_task(_keep(room, settings, None, say, meter), "voice server"):
            yield room


def own_triton(folder: Path, say: Say, **options: Any) -> AbstractAsyncContextManager[TritonServer]:
    """`voice.triton.server.local_triton` under the service's supervisor, with its back-off."""
    return local_triton(folder, say, supervisor=SUPERVISOR, pauses=Backoff(*START_AGAIN_S), **options)


async def _keep(
    room: TritonRoom, settings: Settings, port: int | None, say: Say, meter: Meter | None = None
) -> None:
    """Runs our own server until it is cancelled. Where there can be none, says so once."""

    def progress(text: str) -> None:
        room.tell(text)
        say(text)

    try:
        found = {"models": settings.voice_models, "port": port, "fetch": settings.fetch}
        async with own_triton(settings.data_dir, progress, **found) as server:
            client = await _client_of(server.url, settings, meter)
            try:
                room.client, room.server = client, server
                say(f"the voice is ready ({', '.join(server.models)})")
                room.changed.set()
                while True:
                    await server.changed.wait()
                    server.changed.clear()
                    room.changed.set()
            finally:
                room.client = None
                await client.close()
    except TritonUnavailable as error:
        progress(f"{NO_VOICE}: {error}")
    except Exception as error:  # nobody awaits this task: a fault of ours must not pass unseen
        log.exception("the voice cannot be started")
        progress(f"{NO_VOICE}: {error}")


async def _client_of(url: str, settings: Settings, meter: Meter | None = None) -> Synthesizer:
    """The client, and before it what was spoken before."""
    from voice.cache import CachedSynthesizer
    from voice.triton_client import TritonSynthesizer

    client: Synthesizer = TritonSynthesizer(url)
    if meter is not None:
        client = meter(client)
    if settings.voice_cache_mb == 0:
        return client
    stamp = settings.triton_url
    if stamp is None:
        stamp = await asyncio.to_thread(_models_stamp, settings.voice_models)
    folder = settings.data_dir / "speech"
    return CachedSynthesizer(client, folder, settings.voice_cache_mb * 2**20, stamp=stamp)


def _models_stamp(folder: Path | None) -> str:
    """Another one after the files of a voice have changed: it then sounds otherwise under the same name."""
    files = sorted(folder.glob("*.onnx*")) if folder is not None else []
    return " ".join(f"{file.name} {(seen := file.stat()).st_size} {seen.st_mtime_ns}" for file in files)


async def _missing(settings: Settings) -> str | None:
    """Why there will be no Triton of our own; None where there may be one."""
    if settings.fetch:
        return None
    try:
        await already_prepared(settings.data_dir)
    except TritonUnavailable as error:
        return f"{NO_VOICE}: {error}"
    return None


@contextlib.contextmanager
def voice_for_workers(settings: Settings, say: Say) -> Iterator[None]:
    """Runs our own Triton from a thread, for worker processes that find it by GM_TRITON_URL before it is ready. Where
    there can be none, they are told why."""
    if settings.voice == "off" or settings.triton_url is not None:
        yield
        return
    with ThreadPoolExecutor(1) as pool:  # whoever asks may have a loop of their own
        missing = pool.submit(asyncio.run, _missing(settings)).result()
    if missing is not None:
        say(missing)
        os.environ[MISSING_VARIABLE] = missing.partition("\n")[0]
        try:
            yield
        finally:
            del os.environ[MISSING_VARIABLE]
        return
    port = free_port()
    os.environ["GM_TRITON_URL"] = f"127.0.0.1:{port}"

    async def keep(stop: asyncio.Event) -> None:
        async with background_task(_keep(TritonRoom(), settings, port, say), "voice server"):
            await stop.wait()

    try:
        with loop_thread(keep, "voice host"):
            yield
    finally:
        del os.environ["GM_TRITON_URL"]
