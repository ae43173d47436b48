"""Sentences are measured below the cache: what the server made, how fast, and how it ended."""

from __future__ import annotations

from contextlib import aclosing

import pytest
from prometheus_client import CollectorRegistry, generate_latest

from gamemaster.metrics.meters import Meters
from gamemaster.metrics.samples import Samples, read_samples
from gamemaster.metrics.voice_meter import MeteredSynthesizer
from tests.speechkit import FakeSynthesizer
from voice.synthesizer import Voice, VoiceUnavailable


class Bench:
    def __init__(self, fake: FakeSynthesizer) -> None:
        self.registry = CollectorRegistry()
        self.synthesizer = MeteredSynthesizer(fake, Meters(registry=self.registry))

    @property
    def samples(self) -> Samples:
        return read_samples(generate_latest(self.registry).decode())


async def test_a_whole_sentence_is_measured() -> None:
    bench = Bench(FakeSynthesizer())
    chunks = [chunk async for chunk in bench.synthesizer.speak("One two three.", Voice())]
    assert len(chunks) == 3
    samples = bench.samples
    assert samples.total("voice_inferences_total", ending="complete") == 1
    assert samples.total("voice_audio_seconds_total") == pytest.approx(0.3)
    assert samples.total("voice_realtime_ratio_count") == 1
    assert samples.total("voice_first_audio_seconds_count") == 1
    assert (await bench.synthesizer.health()).ready


async def test_a_failure_and_a_listener_who_leaves_are_told_apart() -> None:
    failing = Bench(FakeSynthesizer(fail_at_word=1))
    with pytest.raises(VoiceUnavailable):
        [chunk async for chunk in failing.synthesizer.speak("One two.", Voice())]
    assert failing.samples.total("voice_inferences_total", ending="failed") == 1
    left = Bench(FakeSynthesizer())
    async with aclosing(left.synthesizer.speak("One two.", Voice())) as chunks:
        await anext(chunks)
    assert left.samples.total("voice_inferences_total", ending="left") == 1
    assert left.samples.total("voice_realtime_ratio_count") == 0, "of whole sentences alone"
