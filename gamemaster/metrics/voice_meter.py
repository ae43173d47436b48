"""A synthesizer with its sentences measured: it wraps the speech server's client, below the cache."""

from __future__ import annotations

import time
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing

from gamemaster.metrics.meters import Meters
from voice.synthesizer import Chunk, Health, Synthesizer, Voice, VoiceError


class MeteredSynthesizer:
    """Implements `voice.synthesizer.Synthesizer` by another one."""

    def __init__(
        self, inner: Synthesizer, meters: Meters, clock: Callable[[], float] = time.perf_counter
    ) -> None:
        self._inner, self._clock = inner, clock
        self._endings = {
            ending: meters.counter("voice_inferences_total", ending=ending)
            for ending in ("complete", "failed", "left")
        }
        self._first = meters.histogram("voice_first_audio_seconds")
        self._ratio = meters.histogram("voice_realtime_ratio")
        self._audio = meters.counter("voice_audio_seconds_total")

    async def speak(
        self, text: str, voice: Voice, *, seed: int = 0, deadline_s: float = 10.0
    ) -> AsyncGenerator[Chunk, None]:
        """See `Synthesizer`. The real-time factor is of whole sentences alone, the time of who listens included."""
        started, audio_s, ending = self._clock(), 0.0, "left"
        try:
            async with aclosing(self._inner.speak(text, voice, seed=seed, deadline_s=deadline_s)) as chunks:
                async for chunk in chunks:
                    if not audio_s:
                        self._first.observe(self._clock() - started)
                    audio_s += chunk.samples / chunk.sample_rate
                    yield chunk
            ending = "complete"
            if audio_s:
                self._ratio.observe((self._clock() - started) / audio_s)
        except VoiceError:
            ending = "failed"
            raise
        finally:
            self._endings[ending].inc()
            self._audio.inc(audio_s)

    async def health(self) -> Health:
        return await self._inner.health()

    async def close(self) -> None:
        await self._inner.close()
