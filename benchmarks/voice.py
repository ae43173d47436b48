"""How soon and how fast stories are spoken, through the real Triton, side by side in one run.

    python -m benchmarks.voice [--quick] [--parts abc] [--streams 1 10 100] [--rounds N] [--url HOST:PORT] [--json]

a. Streams that all begin at the same moment, each with texts of its own: read with the bare `tritonclient`
   (`bare_*`), then with our client (`client_*`: normalisation, timings led back, deadlines, falling back).
b. The same through everything: `gamemaster serve` in a process of its own, and players on real WebSockets who take
   PCM16, act at the same moment, and say at once that they have played what they got, so that nothing waits for a
   loudspeaker (`service_*`). Beside it the bare client speaks the same sentences, one after the other, as many
   streams at once (`service_bare_*`). Then players who hear it in real time (`played_*`). First audio is counted
   from the first text of the turn, before which the turn is ruled. Players and server share the cores.
c. Inter-token latency (99th percentile) of text with the voice off and on, of a scripted engine at 165 tokens a second
   a stream, for 8 players who hear it in real time, in Opus.

`real-time factor` is per stream: the time from asking to the last audio over how long that sounds. An underrun is a
moment when a listener who plays from the first audio on would have run dry. `bare_ratio` is the median real-time
factor of our client over that of the bare one at the greatest load; `service_ratio` that of the service, from the
first audio on.

No text is spoken twice by one way, and nothing is cached (GM_VOICE_CACHE_MB=0). Warmed: one sentence by each way.
Listeners and clients share the machine with the server. A machine without the local Triton is told so.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import os
import random
import statistics
import tempfile
import time
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Iterator
from contextlib import aclosing, asynccontextmanager
from pathlib import Path
from typing import Any

from benchmarks.measuring import Figures, options_parser, result
from benchmarks.streaming.listening import Heard, figures
from benchmarks.streaming.spoken_service import through_service, token_gaps
from benchmarks.streaming.streams import Stream
from gamemaster.hosting.voice import own_triton
from voice.synthesizer import Voice
from voice.triton.machine import TritonUnavailable
from voice.triton_client import TritonSynthesizer

MODEL = "speech_espeak"
RATE = 22_050
WORDS_OF_A_TEXT = 17  # some 5.6 s of speech
NOUNS = "lamp sea bell stair rope door gale wreck boat keeper tower stone gull fire hand log storm window rock".split()
VERBS = (
    "turns waits breaks rises falls sings moves stands burns calls drifts holds looks lies goes rings".split()
)
LINKS = "and but while because until as where".split()
Speak = Callable[[str], AsyncGenerator[float, None]]


def texts(seed: int) -> Iterator[str]:
    """Sentences without end, no two alike, of one length, in words that need no normalisation."""
    dice = random.Random(seed)
    while True:
        words: list[str] = []
        while len(words) < WORDS_OF_A_TEXT:
            words += ["the", dice.choice(NOUNS), dice.choice(VERBS), dice.choice(LINKS)]
        yield " ".join([words[0].capitalize(), *words[1:WORDS_OF_A_TEXT]]) + "."


# ---- the two clients ----


class Bare:
    """The least that speaks: one request a stream with `tritonclient.grpc.aio`, and the samples counted."""

    def __init__(self, url: str) -> None:
        import tritonclient.grpc.aio as grpc

        self._grpc = grpc
        self._client = grpc.InferenceServerClient(url)

    def _request(self, text: str, voice: Voice) -> AsyncIterator[dict[str, object]]:
        import numpy

        values = [
            ("TEXT", "BYTES", numpy.array([text.encode()], numpy.object_)),
            ("VOICE", "BYTES", numpy.array([voice.name.encode()], numpy.object_)),
            ("RATE", "FP32", numpy.array([voice.rate], numpy.float32)),
            ("PITCH", "FP32", numpy.array([voice.pitch], numpy.float32)),
        ]
        inputs = []
        for name, kind, value in values:
            inputs.append(self._grpc.InferInput(name, [1], kind))
            inputs[-1].set_data_from_numpy(value)

        async def once() -> AsyncIterator[dict[str, object]]:
            yield {"model_name": MODEL, "inputs": inputs}

        return once()

    async def _audio(self, text: str, voice: Voice) -> AsyncGenerator[Any, None]:
        async for response, error in self._client.stream_infer(self._request(text, voice)):
            if error is not None:
                raise SystemExit(f"Triton refused: {error}")
            audio = response.as_numpy("AUDIO")
            if audio is not None and len(audio):
                yield audio

    async def speak(self, text: str) -> AsyncGenerator[float, None]:
        """Seconds of each chunk."""
        async with aclosing(self._audio(text, Voice())) as chunks:
            async for audio in chunks:
                yield len(audio) / RATE

    async def whole(self, text: str, voice: Voice) -> bytes:
        """All of it as PCM16."""
        return b"".join([audio.tobytes() async for audio in self._audio(text, voice)])

    async def close(self) -> None:
        await self._client.close()


class Ours:
    """The client that the service uses."""

    def __init__(self, url: str, connections: int = 1) -> None:
        self._client = TritonSynthesizer(url, connections=connections)

    async def speak(self, text: str) -> AsyncGenerator[float, None]:
        async with aclosing(self._client.speak(text, Voice(), deadline_s=60.0)) as chunks:
            async for chunk in chunks:
                yield chunk.seconds

    async def close(self) -> None:
        await self._client.close()


async def listen(speak: Speak, *said: str) -> Heard:
    """One stream: these texts, one after the other."""
    heard = Heard(time.perf_counter())
    for text in said:
        async with aclosing(speak(text)) as chunks:
            async for seconds in chunks:
                heard.take(time.perf_counter(), seconds)
    return heard


async def together(speak: Speak, said: list[list[str]]) -> list[Heard]:
    return list(await asyncio.gather(*(listen(speak, *stream) for stream in said)))


# ---- a: the clients alone ----


async def part_a(url: str, loads: list[int], rounds: int) -> Figures:
    """Each load so many times, the two ways taking turns at being first; every stream of every round is counted."""
    found: Figures = {}
    bare, ours = Bare(url), Ours(url)
    source = texts(1)
    ways: list[tuple[str, Speak]] = [("bare", bare.speak), ("client", ours.speak)]
    try:
        for _, speak in ways:
            await listen(speak, next(source))
        for load in loads:
            heard: dict[str, list[Heard]] = {name: [] for name, _ in ways}
            for number in range(max(rounds, 20 // load)):
                said = [[text] for text in itertools.islice(source, load)]
                for name, speak in ways if number % 2 == 0 else ways[::-1]:
                    heard[name] += await together(speak, said)
            for name, streams in heard.items():
                found |= {f"{name}_{key}": value for key, value in figures(streams, str(load)).items()}
    finally:
        await bare.close()
        await ours.close()
    return found


# ---- b: the whole service ----


async def part_b(url: str, loads: list[int], rounds: int) -> Figures:
    """The same sentences by the service and by the bare client; then by the service to people who hear them."""
    found: Figures = {}
    bare = Bare(url)
    try:
        async with through_service(url) as perform:
            await perform(1)
            for load in loads:
                served: list[Heard] = []
                alone: list[Heard] = []
                for _ in range(max(rounds, 10 // load)):
                    performed = await perform(load)
                    served += [_from_text(heard, told) for heard, told, _ in performed]
                    alone += await together(bare.speak, [said for _, _, said in performed])
                for name, streams in (("service", served), ("service_bare", alone)):
                    found |= {f"{name}_{key}": value for key, value in figures(streams, str(load)).items()}
                found[f"service_ratio_{load}"] = after_first(served) / after_first(alone)
                heard = [_from_text(heard, told) for heard, told, _ in await perform(load, paced=True)]
                found |= {
                    f"played_{key}": value
                    for key, value in figures(heard, str(load)).items()
                    if "rtf" not in key
                }
    finally:
        await bare.close()
    return found


def _from_text(heard: Heard, told: Stream) -> Heard:
    """Counted from when the first of the text was told."""
    return Heard(told.arrivals[0][0], heard.arrivals)


def after_first(streams: list[Heard]) -> float:
    """The median of the real-time factors, counted from the first audio on."""
    return statistics.median(
        (stream.arrivals[-1][0] - stream.arrivals[0][0]) / sum(seconds for _, seconds in stream.arrivals[1:])
        for stream in streams
    )


# ---- all of it ----


@asynccontextmanager
async def triton_at(url: str | None) -> AsyncIterator[str]:
    """The server that is named, or one of our own. Raises SystemExit where there can be none."""
    if url is not None:
        yield url
        return
    with tempfile.TemporaryDirectory(prefix="gm-benchmark-") as folder:
        try:
            async with own_triton(Path(folder), lambda message: print(message, flush=True)) as server:
                yield server.url
        except TritonUnavailable as error:
            raise SystemExit(f"there is no Triton to measure: {error}") from None


async def measure(parts: str, url: str | None, loads: list[int], rounds: int) -> Figures:
    found: Figures = {}
    jobs: dict[str, Callable[[str], Awaitable[Figures]]] = {
        "a": lambda at: part_a(at, loads, rounds),
        "b": lambda at: part_b(at, loads, rounds),
        "c": lambda at: token_gaps(at, 8, rounds),
    }
    async with triton_at(url) as at:
        for part in parts:
            print(f"part {part} ...", flush=True)
            found |= await jobs[part](at)
    return found | summary(found, loads)


def summary(found: Figures, loads: list[int]) -> Figures:
    """The figures that the goals are about, under the names that they have there."""
    told: Figures = {}
    most = max(loads)
    if f"client_rtf_p50_{most}" in found:
        told["bare_ratio"] = found[f"client_rtf_p50_{most}"] / found[f"bare_rtf_p50_{most}"]
        told |= {f"rtf_worst_{load}": found[f"client_rtf_worst_{load}"] for load in loads}
        told |= {f"first_audio_p95_{load}_ms": found[f"client_first_audio_p95_{load}_ms"] for load in loads}
        told["underruns"] = sum(found[f"client_underruns_{load}"] for load in loads)
    if f"service_ratio_{most}" in found:
        told["service_ratio"] = found[f"service_ratio_{most}"]
    return told


def main() -> None:
    parser = options_parser(__doc__, quick="one round, 1 and 10 streams")
    parser.add_argument("--parts", default="abc", help="which parts to run")
    parser.add_argument("--streams", type=int, nargs="+", help="how many at once (default 1 10 100)")
    parser.add_argument("--rounds", type=int, help="of each load, all of them counted (default 3)")
    parser.add_argument("--url", help="a Triton that runs; else one of our own is started")
    parser.add_argument("--json", action="store_true", help="print the figures as one line of JSON, the last")
    given = parser.parse_args()
    loads = given.streams or ([1, 10] if given.quick else [1, 10, 100])
    before = {"cores": len(os.sched_getaffinity(0)), "load_before": os.getloadavg()[0]}
    found = before | asyncio.run(
        measure(given.parts, given.url, loads, given.rounds or (1 if given.quick else 3))
    )
    if given.json:
        print(json.dumps(found))
    else:
        result("voice", found)


if __name__ == "__main__":
    main()
