"""Speech from a Triton server: which model and voice, how many streams at once, what to do when it fails.

Nothing is asked for twice once it was heard: a stream that breaks after its first chunk raises, for its listener to
decide; before that it is tried once more. While the server is away, requests fail at once, and one task asks every
second whether it is back.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
import re
import time
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from typing import Any

from voice.normalize import Spoken, normalise
from voice.sentences import MAX_CHARS, SentenceSplitter
from voice.synthesizer import (
    DEFAULT_VOICE,
    Chunk,
    Health,
    UnknownVoice,
    Voice,
    VoiceDeadline,
    VoiceError,
    VoiceUnavailable,
    WordTiming,
)
from voice.triton_grpc import Answer, Wanted, call, connect, hung_up, ready_models

MODELS = ("speech_neural", "speech_espeak")  # the first that has a voice speaks it
STREAMS = 128  # as many as the models synthesise at once; more would wait there, unseen
LONGEST_TEXT = 100_000  # characters; some two hours of speech
WHOLE_CHARS = 1_000  # a longer text is asked for sentence by sentence: the models have limits of their own
RETRY_AFTER_S = 0.25
CHECK_WITHIN_S = 5.0
CHECK_EVERY_S = 1.0  # while the server is away
STALE_S = 15.0  # after which `health` asks again
_UNKNOWN_KEPT = 1_000  # voices that a model does not have, remembered so as not to ask again
_LANGUAGE = re.compile(r"([a-z]{2}|[a-z]{3}(?=[-_]))(?![a-z0-9])", re.IGNORECASE)


log = logging.getLogger(__name__)


def language_of(voice: str) -> str:
    """The language that a voice's name begins with (`fr`, `en-gb+f3`, `de_DE-thorsten-low`), else English."""
    found = _LANGUAGE.match(voice)
    return found[1].lower() if found else "en"


class TritonSynthesizer:
    """A Synthesizer of the models in one Triton server. Make it anywhere; use it in one event loop.

    `url`: host and port of the server's gRPC. `connections`: HTTP/2 connections that streams are spread over; one
    carries a hundred streams as well as two, four or eight do (`benchmarks.voice`).
    """

    def __init__(
        self,
        url: str,
        *,
        models: tuple[str, ...] = MODELS,
        connections: int = 1,
        streams: int = STREAMS,
    ) -> None:
        self.url = url
        self._models = models
        self._count = connections
        self._clients: list[Any] = []
        self._turn = itertools.count()
        self._streams = asyncio.Semaphore(streams)
        self._limit = streams
        self._health = Health(False, (), "not asked yet")
        self._checked = float("-inf")  # on the monotonic clock
        self._unknown: set[tuple[str, str]] = set()
        self._asking = asyncio.Lock()
        self._watch: asyncio.Task[None] | None = None
        self._closed = False

    async def speak(
        self, text: str, voice: Voice, *, seed: int = 0, deadline_s: float = 10.0
    ) -> AsyncGenerator[Chunk, None]:
        """See `Synthesizer`. Raises VoiceError, too, for a text over the limit, or one that the model refuses."""
        if len(text) > LONGEST_TEXT:
            raise VoiceError(
                f"a text of {len(text)} characters is over the limit of {LONGEST_TEXT}; speak it in parts"
            )
        said = 0  # samples
        for start, part in _parts(text):
            timings = _Timings(start, said)
            async with aclosing(self._utterance(part, voice, seed, deadline_s, said > 0)) as answers:
                async for spoken, answer in answers:
                    words = timings.of(spoken, answer.words)
                    yield Chunk(answer.pcm, answer.sample_rate, said, words)
                    said += len(answer.pcm) // 2

    async def health(self) -> Health:
        """As last seen, but not more than fifteen seconds ago."""
        if self._watch is None and time.monotonic() - self._checked > STALE_S:
            await self._check()
        return self._health

    async def close(self) -> None:
        self._closed = True
        if self._watch is not None:
            self._watch.cancel()
            await asyncio.wait([self._watch])
        await hung_up()
        clients, self._clients = self._clients, []
        for client in clients:
            await client.close()

    # ---- one utterance ----

    async def _utterance(
        self, text: str, voice: Voice, seed: int, deadline_s: float, heard: bool
    ) -> AsyncGenerator[tuple[Spoken, Answer], None]:
        """A text's audio, tried once more where nothing was heard. `heard`: something of it was, before this part."""
        async with self._place(deadline_s):
            retried = False
            while True:
                try:
                    async with aclosing(self._first_that_can(text, voice, seed, deadline_s)) as answers:
                        async for answer in answers:
                            heard = True
                            yield answer
                    return
                except VoiceUnavailable as error:
                    if heard or retried or not self._health.ready:
                        self._lose(str(error))
                        raise
                    retried = True
                await asyncio.sleep(RETRY_AFTER_S)

    async def _first_that_can(
        self, text: str, voice: Voice, seed: int, deadline_s: float
    ) -> AsyncGenerator[tuple[Spoken, Answer], None]:
        """The answers of the first voice, in the order of falling back, that a model has."""
        names = dict.fromkeys((voice.name, *voice.fallback, DEFAULT_VOICE))
        for name in names:
            spoken = normalise(text, language_of(name))  # a fifth of a millisecond: a thread would cost more
            if not spoken.text:
                return
            for model in await self._ready():
                if (model, name) in self._unknown:
                    continue
                wanted = Wanted(model, spoken.text, name, voice.rate, voice.pitch, seed)
                try:
                    async with aclosing(call(self._client(), wanted, deadline_s)) as answers:
                        async for answer in answers:
                            yield spoken, answer
                    return
                except UnknownVoice as error:
                    log.warning("falling back: %.160s", error)
                    self._remember_unknown(model, name)
        raise UnknownVoice(f"the server at {self.url} has none of the voices {', '.join(names)}")

    @contextlib.asynccontextmanager
    async def _place(self, deadline_s: float) -> AsyncIterator[None]:
        """One of the streams that there may be at once. Raises VoiceDeadline if none is free in time."""
        try:
            async with asyncio.timeout(deadline_s):
                await self._streams.acquire()
        except TimeoutError:
            raise VoiceDeadline(
                f"all {self._limit} streams were busy for {deadline_s:g} s; allow more, or ask for less"
            ) from None
        try:
            yield
        finally:
            self._streams.release()

    def _client(self) -> Any:
        if not self._clients:
            raise VoiceUnavailable("the synthesizer is closed")
        return self._clients[next(self._turn) % len(self._clients)]

    def _remember_unknown(self, model: str, name: str) -> None:
        if len(self._unknown) >= _UNKNOWN_KEPT:
            self._unknown.clear()
        self._unknown.add((model, name))

    # ---- whether the server is there ----

    async def _ready(self) -> tuple[str, ...]:
        """The models to ask, best first. Raises VoiceUnavailable."""
        if not self._health.ready and self._watch is None:
            await self._check()
        if not self._health.ready:
            raise VoiceUnavailable(self._health.message)
        return self._health.models

    async def _check(self) -> None:
        async with self._asking:
            if time.monotonic() - self._checked < CHECK_EVERY_S / 2:
                return  # somebody else asked while this one waited
            try:
                models = await self._models_now()
            except VoiceUnavailable as error:
                self._lose(str(error))
            else:
                if models and not self._health.ready:
                    self._unknown.clear()  # the server may have come back with more voices
                message = (
                    "" if models else f"the server at {self.url} serves none of {', '.join(self._models)}"
                )
                self._health = Health(bool(models), models, message)
            self._checked = time.monotonic()

    async def _models_now(self) -> tuple[str, ...]:
        if self._closed:
            raise VoiceUnavailable("the synthesizer is closed")
        if not self._clients:
            self._clients = [await connect(self.url) for _ in range(self._count)]
        return await ready_models(self._clients[0], self._models, CHECK_WITHIN_S)

    def _lose(self, message: str) -> None:
        """Take the server for gone until a task has found it again."""
        self._health = Health(False, (), message)
        if self._watch is None and not self._closed:
            self._watch = asyncio.create_task(self._until_back(), name="speech server watch")

    async def _until_back(self) -> None:
        try:
            while not self._health.ready:
                await asyncio.sleep(CHECK_EVERY_S)
                await self._check()
        finally:
            self._watch = None


class _Timings:
    """Words as a model times them, led back to the text as written. One for each part of an utterance."""

    def __init__(self, start: int, samples: int) -> None:
        self._start, self._samples = start, samples
        self._last = (-1, -1)

    def of(self, spoken: Spoken, words: list[list[int]]) -> tuple[WordTiming, ...]:
        """Each written word once, though several spoken ones may stand for it ("$5" is "five dollars")."""
        found = []
        for sample, first, end in words:
            written = spoken.to_original(first, end)
            if written > self._last:
                self._last = written
                found.append(
                    WordTiming(self._samples + sample, self._start + written[0], self._start + written[1])
                )
        return tuple(found)


def _parts(text: str) -> list[tuple[int, str]]:
    """A long text by its sentences, each with where it begins; any other as it is."""
    if len(text) <= WHOLE_CHARS:
        return [(0, text)]
    splitter = SentenceSplitter(MAX_CHARS, first_clause_chars=0)
    return [(sentence.start, sentence.text) for sentence in (*splitter.feed(text), *splitter.finish())]
