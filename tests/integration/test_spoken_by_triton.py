"""Spoken turns through a real Triton, over the real socket: whole, exact, for many at once, and through its death."""

from __future__ import annotations

import array
import asyncio
import itertools
import os
import shutil
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import av
import pytest
from av.audio.codeccontext import AudioCodecContext

from gamemaster.hosting.voice import TritonRoom, own_triton
from gamemaster.narration.scene import Scene
from gamemaster.play.context import LoadedWorld
from gamemaster.protocol.audio_frames import AudioFrame
from gamemaster.rules.proposal import Ruling
from gamemaster.rules.state import Span, StoryState
from gamemaster.speech.voices import Patience, Voices
from tests.conftest import make_data_dir
from tests.integration.listener import Listener, audio, listening, of_type
from tests.integration.service import WORLD, Puppet, Service, ids, running
from voice.triton.machine import TritonUnavailable
from voice.triton_client import TritonSynthesizer
from worlds.schema import Voice

SPOKEN_WORLD = WORLD.model_copy(update={"narrator": Voice(name="en-gb", rate=1.2)})
SAID = (
    "The rope costs $29.50, says Dr. Hild — and it is worth every penny.",
    "You count the coins twice. It does not help!",
)


class Teller(Puppet):
    """Tells what was asked for, and `(A notice.)`, which is read."""

    async def narrate(self, scene: Scene, ruling: Ruling, after: StoryState) -> AsyncIterator[Span]:
        for text in SAID:
            yield Span(kind="narration", text=text)
        yield Span(kind="notice", text="(A notice.)")


@asynccontextmanager
async def triton_service(migrated_url: str, redis_url: str, triton_url: str) -> AsyncIterator[Service]:
    synthesizer = TritonSynthesizer(triton_url)
    room = TritonRoom(synthesizer, progress="")
    worlds = {"hut": LoadedWorld(SPOKEN_WORLD, "hash-1")}
    try:
        async with (
            Voices(room, patience=Patience(watch_s=0.05, rest_s=0.1)) as voices,
            running(migrated_url, redis_url, Teller(), voices=voices, worlds=worlds) as service,
        ):
            yield service
    finally:
        await synthesizer.close()


def samples_of(frames: list[AudioFrame], pre_skip: int) -> array.array[int]:
    """An utterance as it is heard."""
    samples: array.array[int] = array.array("h")
    if frames[0].codec == "pcm16":
        for frame in frames:
            assert frame.sample_offset == len(samples)
            samples.frombytes(frame.payload)
        return samples
    context: AudioCodecContext = av.CodecContext.create("libopus", "r")
    context.sample_rate, context.layout = 48_000, "mono"
    plain = av.AudioResampler(format="s16", layout="mono", rate=48_000)
    for frame in frames[:-1]:
        assert frame.sample_offset == max(0, len(samples) - pre_skip)
        for decoded in context.decode(av.Packet(frame.payload)):
            decoded.pts = None
            for each in plain.resample(decoded):
                samples.frombytes(bytes(each.planes[0])[: each.samples * 2])
    return samples[pre_skip:][: frames[-1].sample_offset]


def check_utterances(frames: list[dict[str, Any]]) -> list[float]:
    """Each is whole, in order and not silent, and its words lie in it; their lengths in seconds."""
    lengths = []
    for number, said in enumerate(of_type(frames, "utterance")):
        mine = audio(frames, number)
        heard = samples_of(mine, said["pre_skip"])
        assert said["utterance"] == number
        assert (mine[-1].last, mine[-1].failed, len(heard)) == (True, False, mine[-1].sample_offset)
        loud = sum(sample * sample for sample in heard) / len(heard)
        assert loud > 100**2
        timings = [
            word
            for each in of_type(frames, "timing")
            if each["utterance"] == number
            for word in each["words"]
        ]
        assert timings
        assert all(a[0] <= b[0] for a, b in itertools.pairwise(timings))
        assert all(said["start"] <= start < end <= said["end"] for _, start, end in timings)
        assert all(sample <= len(heard) for sample, _, _ in timings)
        lengths.append(len(heard) / said["sample_rate"])
    return lengths


async def test_a_turn_in_each_codec(migrated_url: str, redis_url: str, triton_url: str) -> None:
    lengths = {}
    async with triton_service(migrated_url, redis_url, triton_url) as service:
        for codec in ("pcm16", "opus"):
            async with listening(service, codec) as client:
                await client.begin()
                frames = await client.whole_turn("buy rope")
                lengths[codec] = check_utterances(frames)
                texts = [
                    SAID[said["span"]][said["start"] : said["end"]] for said in of_type(frames, "utterance")
                ]
                assert " ".join(texts) == " ".join(SAID)
                assert of_type(frames, "commit")[0]["reason"] == "complete"
    assert lengths["pcm16"] == pytest.approx(lengths["opus"], rel=0.05)
    assert 4 < sum(lengths["opus"]) < 15


async def test_an_interruption_at_any_word(migrated_url: str, redis_url: str, triton_url: str) -> None:
    async with triton_service(migrated_url, redis_url, triton_url) as service:
        for codec, word in (("opus", 2), ("pcm16", 4)):
            async with listening(service, codec, plays=False) as client:
                await client.begin()
                await client.send(type="act", id=next(ids), text="buy rope")
                frames = await client.until("utterance")
                while not any(frame.last for frame in audio(frames)):
                    frames.append(await client.receive())
                first = of_type(frames, "utterance")[0]["utterance"]
                words = [
                    each
                    for timing in of_type(frames, "timing")
                    if timing["utterance"] == first
                    for each in timing["words"]
                ]
                heard = {"turn": 1, "utterance": first, "samples": words[word][0]}
                await client.send(type="interrupt", heard=heard)
                commit = (await client.until("commit"))[-1]
                (record,) = await service.desk.store.turns(client.story, client.player, limit=1)
                (span,) = record.spans
                assert commit["kept"] == {"span": 0, "chars": len(span.text)}
                assert SAID[0].startswith(span.text)
                assert words[word - 1][2] <= len(span.text) <= words[word][1]


async def test_many_stories_at_once(migrated_url: str, redis_url: str, triton_url: str) -> None:
    async def hear(service: Service) -> list[float]:
        async with listening(service, "opus") as client:
            await client.begin()
            return check_utterances(await client.whole_turn("buy rope"))

    async with triton_service(migrated_url, redis_url, triton_url) as service:
        found = await asyncio.gather(*(hear(service) for _ in range(12)))
    assert {len(lengths) for lengths in found} == {len(found[0])}


@pytest.mark.slow
async def test_triton_is_killed_in_mid_turn_and_comes_back(migrated_url: str, redis_url: str) -> None:
    folder = make_data_dir()
    try:
        async with (
            own_triton(folder, lambda message: None) as server,
            triton_service(migrated_url, redis_url, server.url) as service,
            listening(service, "pcm16", plays=False) as client,
        ):
            assert server.process is not None
            await kill_and_hear(service, client, server.process.pid)
    except TritonUnavailable as error:
        pytest.skip(f"WITHOUT THE REAL TRITON: {error}")
    finally:
        shutil.rmtree(folder)


async def kill_and_hear(service: Service, client: Listener, tether: int) -> None:
    """The tether's only child is the server, which is killed while a turn is being heard."""
    children = await asyncio.to_thread(Path(f"/proc/{tether}/task/{tether}/children").read_text)
    await client.begin()
    await client.send(type="act", id=next(ids), text="buy rope")
    await client.until("audio")
    os.kill(int(children), signal.SIGKILL)
    client.plays = True
    await client.report_played(1, 1, 0)
    frames = await client.until("commit")
    assert frames[-1]["reason"] == "complete"
    (record,) = await service.desk.store.turns(client.story, client.player, limit=1)
    assert [span.text for span in record.spans] == [*SAID, "(A notice.)"]
    seen = [frame["state"] for frame in of_type(client.frames, "voice")]
    while seen[-1] != "on" or "degraded" not in seen:
        seen.append((await client.until("voice", timeout=40))[-1]["state"])
    assert seen == ["on", "degraded", "on"] or seen == ["unavailable", "on", "degraded", "on"]
    check_utterances(await client.whole_turn("buy rope"))
