"""A synthesizer that says each word in a tenth of a second, and does as a test tells it; and what a client hears."""

from __future__ import annotations

import asyncio
import json
import re
import struct
from collections.abc import AsyncGenerator, Iterable
from dataclasses import dataclass, field
from typing import Any

from gamemaster.protocol.audio_frames import AudioFrame, unpack
from gamemaster.protocol.outbox import Outbox
from voice.synthesizer import Chunk, Health, Synthesizer, Voice, VoiceUnavailable, WordTiming

RATE = 22_050
WORD = 2_205  # samples
_WORDS = re.compile(r"[\w’']+")


@dataclass
class FakeSynthesizer:
    """Word n of a sentence is `WORD` samples of the value n + 1. No word: no audio."""

    spoken: list[tuple[str, Voice]] = field(default_factory=list)
    cancelled: list[str] = field(default_factory=list)
    gate: asyncio.Event | None = None  # holds back each word
    fail_at_word: int | None = None  # in every sentence
    down: bool = False
    running: int = 0

    async def speak(
        self, text: str, voice: Voice, *, seed: int = 0, deadline_s: float = 10.0
    ) -> AsyncGenerator[Chunk, None]:
        if seed == 0:  # no trial of the watch
            self.spoken.append((text, voice))
        self.running += 1
        whole = False
        try:
            for n, word in enumerate(_WORDS.finditer(text)):
                if self.gate is not None and seed == 0:
                    await self.gate.wait()
                if self.down or (seed == 0 and n == self.fail_at_word):
                    raise VoiceUnavailable("the fake is down")
                await asyncio.sleep(0)
                timing = WordTiming(n * WORD, word.start(), word.end())
                yield Chunk(struct.pack("<h", n + 1) * WORD, RATE, n * WORD, (timing,))
            whole = True
        finally:
            self.running -= 1
            if not whole and seed == 0:
                self.cancelled.append(text)

    async def health(self) -> Health:
        return Health(not self.down, ("fake",), "the fake is down" if self.down else "")

    async def close(self) -> None:
        self.down = True


@dataclass
class FakeRoom:
    """A room whose synthesizer a test may take away and bring back."""

    synthesizer: Synthesizer | None

    def status(self) -> str:
        return "ok" if self.synthesizer is not None else "the voice is being prepared"


def heard_frames(data: Iterable[str | bytes]) -> list[dict[str, Any] | AudioFrame]:
    return [json.loads(each) if isinstance(each, str) else unpack(each) for each in data]


async def drain(outbox: Outbox) -> list[dict[str, Any] | AudioFrame]:
    """All that is queued now."""
    found: list[str | bytes] = []
    while True:
        try:
            async with asyncio.timeout(0.01):
                found += await outbox.next() or []
        except TimeoutError:
            return heard_frames(found)


def of_type(frames: Iterable[dict[str, Any] | AudioFrame], kind: str) -> list[dict[str, Any]]:
    return [frame for frame in frames if isinstance(frame, dict) and frame["type"] == kind]


def audio(frames: Iterable[dict[str, Any] | AudioFrame], utterance: int | None = None) -> list[AudioFrame]:
    return [
        frame for frame in frames if isinstance(frame, AudioFrame) and utterance in (None, frame.utterance)
    ]
