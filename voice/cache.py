"""A synthesizer that keeps what it has spoken: authored lines repeat, and then need no server, and no time.

The same request by several at once is synthesised once, and each hears all of it as it is made. The synthesis is
cancelled when the last of them has left.
"""

from __future__ import annotations

import asyncio
import functools
import logging
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from dataclasses import dataclass, field
from pathlib import Path

from voice.disk_cache import Kept, SpeechFiles, key_of
from voice.synthesizer import Chunk, Health, Synthesizer, Voice

MAX_BYTES = 256 * 1024 * 1024  # some 1,500 sentences
LONGEST_KEPT = (
    1_000  # characters; no authored line is longer, and all of an utterance is held in memory to be kept
)

log = logging.getLogger(__name__)


@dataclass(eq=False)
class _Flight:
    """A synthesis that is going on, and what it has brought so far."""

    chunks: list[Chunk] = field(default_factory=list)
    ended: bool = False
    error: Exception | None = None
    news: asyncio.Event = field(default_factory=asyncio.Event)
    listeners: int = 0

    def tell(self) -> None:
        """Wake all that wait; those who wait from now on wait for the next news."""
        news, self.news = self.news, asyncio.Event()
        news.set()


class CachedSynthesizer:
    """A Synthesizer over another. `folder` None keeps nothing, and passes all on.

    `stamp` is anything else that changes the sound, such as a digest of the voices' files: entries made with another
    one are not used. What was spoken while the server had other models is made again.
    """

    def __init__(
        self, inner: Synthesizer, folder: Path | None, max_bytes: int = MAX_BYTES, *, stamp: str = ""
    ) -> None:
        self._inner = inner
        self._files = SpeechFiles(folder, max_bytes) if folder is not None and max_bytes > 0 else None
        self._stamp = stamp
        self._flights: dict[str, _Flight] = {}
        self._tasks: dict[_Flight, asyncio.Task[None]] = {}
        self._complained = False
        self.hits = self.misses = 0

    async def speak(
        self, text: str, voice: Voice, *, seed: int = 0, deadline_s: float = 10.0
    ) -> AsyncGenerator[Chunk, None]:
        """See `Synthesizer`. A sentence that is kept comes with the chunks and words that it first had."""
        make = functools.partial(self._inner.speak, text, voice, seed=seed, deadline_s=deadline_s)
        if self._files is None or len(text) > LONGEST_KEPT:
            chunks = make()
        else:
            key = key_of((self._stamp, text, voice.name, voice.fallback, voice.rate, voice.pitch, seed))
            kept = None if key in self._flights else await self._read_kept(self._files, key)
            if kept is not None:
                self.hits += 1
                for chunk in kept.chunks:
                    yield chunk
                return
            chunks = self._share(self._files, key, make)
        async with aclosing(chunks):
            async for chunk in chunks:
                yield chunk

    async def health(self) -> Health:
        return await self._inner.health()

    async def close(self) -> None:
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._inner.close()

    async def _read_kept(self, files: SpeechFiles, key: str) -> Kept | None:
        kept = await asyncio.to_thread(files.read, key)
        if kept is None:
            return None
        health = await self._inner.health()
        return kept if not health.ready or health.models == kept.models else None

    async def _share(
        self, files: SpeechFiles, key: str, make: Callable[[], AsyncGenerator[Chunk, None]]
    ) -> AsyncGenerator[Chunk, None]:
        """The chunks of the flight under `key`, from its first on; one begins if there is none."""
        flight = self._flights.get(key)
        if flight is None:
            self.misses += 1
            flight = self._flights[key] = _Flight()
            self._tasks[flight] = asyncio.create_task(self._fly(files, key, flight, make()))
        else:
            self.hits += 1
        flight.listeners += 1
        at = 0
        try:
            while True:
                while at < len(flight.chunks):
                    at += 1
                    yield flight.chunks[at - 1]
                if flight.error is not None:
                    raise flight.error
                if flight.ended:
                    return
                await flight.news.wait()
        finally:
            flight.listeners -= 1
            if not flight.listeners and not flight.ended:
                self._end(key, flight)
                self._tasks[flight].cancel()

    async def _fly(
        self, files: SpeechFiles, key: str, flight: _Flight, made: AsyncGenerator[Chunk, None]
    ) -> None:
        try:
            async with aclosing(made):
                async for chunk in made:
                    flight.chunks.append(chunk)
                    flight.tell()
            self._end(key, flight)
            await self._keep(files, key, tuple(flight.chunks))
        except Exception as error:
            flight.error = error  # for those who listen
        finally:
            self._end(key, flight)
            del self._tasks[flight]

    def _end(self, key: str, flight: _Flight) -> None:
        """Whoever asks from now on begins another."""
        if self._flights.get(key) is flight:
            del self._flights[key]
        flight.ended = True
        flight.tell()

    async def _keep(self, files: SpeechFiles, key: str, chunks: tuple[Chunk, ...]) -> None:
        health = await self._inner.health()
        if not chunks or not health.ready:
            return
        try:
            await asyncio.to_thread(files.write, key, Kept(chunks, health.models))
        except OSError as error:
            if not self._complained:
                log.warning("speech is not kept in %s: %s", files.folder, error.strerror or error)
            self._complained = True
        else:
            self._complained = False
