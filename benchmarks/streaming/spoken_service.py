"""Spoken stories through the whole service, as their listeners get them over real WebSockets."""

from __future__ import annotations

import asyncio
import itertools
import json
import os
import secrets
import statistics
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any, Protocol

from websockets.asyncio.client import ClientConnection

from benchmarks.engine import count, script
from benchmarks.measuring import Figures, percentile, scratch_servers
from benchmarks.streaming.listening import Heard
from benchmarks.streaming.streams import Run, Stream
from benchmarks.turns import service
from gamemaster.protocol.audio_frames import AudioFrame, unpack
from gamemaster.protocol.client import connect
from gamemaster.storage.migrate import migrate
from voice.codecs import OPUS_FRAME_MS

Performed = tuple[Heard, Stream, list[str]]  # audio, text, and the sentences that were spoken


class Perform(Protocol):
    """Lets so many players act at one moment; `paced`: who hear it in real time."""

    def __call__(self, number: int, *, paced: bool = False) -> Awaitable[list[Performed]]: ...


WORLD = "long_night"
VOICE_START_S = 60.0
REPORT_EVERY_S = 0.25  # as the page does
APART_S = 3.0  # listeners whose text is measured begin within a turn's length, evenly apart


class Loudspeaker:
    """Plays what comes from its first frame on, in real time, as a page does; all of it at once if not `paced`."""

    def __init__(self, paced: bool) -> None:
        self._paced = paced
        self._pieces: list[tuple[float, AudioFrame]] = []  # when its playing begins
        self._until = 0.0

    def take(self, now: float, audio: AudioFrame) -> float:
        """Its seconds."""
        opus_s = int(OPUS_FRAME_MS) / 1000
        seconds = len(audio.payload) / 2 / audio.sample_rate if audio.codec == "pcm16" else opus_s
        if audio.last:
            seconds = 0.0
        begins = max(now, self._until)
        self._until = begins + seconds
        self._pieces.append((begins if self._paced else now, audio))
        return seconds

    def report(self, now: float) -> dict[str, int] | None:
        """What `played` says of this moment; None if nothing was played since the last report."""
        played = 0
        while played < len(self._pieces) and self._pieces[played][0] <= now:
            played += 1
        if not played:
            return None
        audio = self._pieces[played - 1][1]
        del self._pieces[:played]
        utterance, samples = audio.utterance + audio.last, 0 if audio.last else audio.sample_offset
        return {"turn": audio.turn, "utterance": utterance, "samples": samples}


class SpokenPlayer:
    """A player who hears what is told, if `codec` is one: in real time if `paced`, else as soon as it comes."""

    def __init__(self, socket: ClientConnection, codec: str | None, paced: bool) -> None:
        self.socket, self.codec = socket, codec
        self.speaker = Loudspeaker(paced)
        self.turns = 0

    async def say(self, **message: Any) -> None:
        await self.socket.send(json.dumps(message))

    async def begin(self, seed: int) -> None:
        """A story, with its opening heard."""
        await self.say(type="hello", audio=[self.codec] if self.codec else [])
        await self.until("welcome")
        if self.codec:
            async with asyncio.timeout(VOICE_START_S):
                while (await self.until("voice"))["state"] != "on":
                    pass
        await self.say(type="new_story", id=secrets.token_hex(8), world=WORLD, seed=seed)
        await self.until("story")
        if self.codec:
            await self.until("spoken")

    async def until(self, kind: str) -> dict[str, Any]:
        while True:
            frame = await self.receive()
            if frame["type"] == kind:
                return frame

    async def receive(self) -> dict[str, Any]:
        """The next frame; of an audio frame, its seconds."""
        raw = await self.socket.recv()
        if isinstance(raw, bytes):
            audio = unpack(raw)
            if audio.failed:
                raise SystemExit("the service could not speak, or left audio out")
            seconds = self.speaker.take(time.perf_counter(), audio)
            if audio.last:
                await self.report()
            return {"type": "audio", "seconds": seconds}
        frame: dict[str, Any] = json.loads(raw)
        if frame["type"] == "error":
            raise SystemExit(f"the service refused: {frame['code']}: {frame['message']}")
        return frame

    async def report(self) -> None:
        played = self.speaker.report(time.perf_counter())
        if played is not None:
            await self.say(type="played", **played)

    async def keep_reporting(self) -> None:
        while True:
            await asyncio.sleep(REPORT_EVERY_S)
            await self.report()

    async def act(self, expected: str | None = None) -> Performed:
        """A turn: its audio, its text, and the sentences that were spoken.

        `expected`: once this was told, no more is heard, so that the turn ends with its text.
        """
        self.turns += 1
        heard = Heard(time.perf_counter())
        told = Stream(heard.begun)
        spans: dict[int, str] = {}
        said: list[tuple[int, int, int]] = []
        missing = {"commit", "spoken"} if self.codec else {"commit"}
        await self.say(type="act", id=secrets.token_hex(8), text=f"look around {self.turns}", instant=True)
        while missing:
            frame = await self.receive()
            now = time.perf_counter()
            match frame["type"]:
                case "audio" if frame["seconds"]:
                    heard.take(now, frame["seconds"])
                case "text":
                    told.take(now, count(frame["text"]))
                    spans[frame["span"]] = spans.get(frame["span"], "") + frame["text"]
                    if self.codec and expected and sum(map(count, spans.values())) >= count(expected):
                        expected = None
                        missing.discard("spoken")
                        await self.say(type="voice", audio=[])
                case "utterance":
                    said.append((frame["span"], frame["start"], frame["end"]))
            missing.discard(frame["type"])
        told.ended = time.perf_counter()
        return heard, told, [spans[span][start:end] for span, start, end in said]


@asynccontextmanager
async def players(
    url: str, number: int, codec: str | None, *, paced: bool = False
) -> AsyncIterator[list[SpokenPlayer]]:
    """So many, each with a story of their own, of which they have heard the opening."""
    reports: list[asyncio.Task[None]] = []
    async with AsyncExitStack() as stack:
        found = []
        for seed in range(number):
            connection = await stack.enter_async_context(connect(url))
            found.append(SpokenPlayer(connection, codec, False))
            await found[-1].begin(seed)
        for player in found:
            player.speaker = Loudspeaker(paced)
            if paced:
                reports.append(asyncio.create_task(player.keep_reporting()))
        yield found
        for report in reports:
            report.cancel()


@asynccontextmanager
async def speaking_service(triton_url: str, *arguments: str) -> AsyncIterator[str]:
    """`gamemaster serve` that speaks through this Triton and keeps no audio; the address of its socket."""
    settings = {"GM_VOICE": "auto", "GM_TRITON_URL": triton_url, "GM_VOICE_CACHE_MB": "0"}
    before = {name: os.environ.get(name) for name in settings}
    os.environ.update(settings)
    try:
        with tempfile.TemporaryDirectory(prefix="gm-benchmark-") as scratch:
            async with scratch_servers(Path(scratch)) as urls:
                await migrate(urls.database_url or "")
                async with service(urls, Path(scratch) / "service", *arguments) as url:
                    yield url
    finally:
        for name, value in before.items():
            os.environ.pop(name)
            if value is not None:
                os.environ[name] = value


@asynccontextmanager
async def through_service(triton_url: str) -> AsyncIterator[Perform]:
    """The function to perform turns with."""
    async with speaking_service(triton_url) as url:

        async def perform(number: int, *, paced: bool = False) -> list[Performed]:
            async with players(url, number, "pcm16", paced=paced) as present:
                return await asyncio.gather(*(player.act() for player in present))

        yield perform


async def token_gaps(triton_url: str, number: int, rounds: int) -> Figures:
    """Inter-token latency of text that is not heard, and of text that is; Opus, as browsers take it."""
    found: dict[str, list[float]] = {"off": [], "on": []}
    with tempfile.TemporaryDirectory(prefix="gm-benchmark-") as scratch:
        file = Path(scratch) / "script.json"
        file.write_text(json.dumps(script()))
        async with (
            speaking_service(triton_url, "--model", f"scripted:{file}") as url,
            players(url, number, None) as silent,
            players(url, number, "opus", paced=True) as spoken,
        ):
            ways = [("off", silent), ("on", spoken)]
            for turn in range(rounds + 1):
                for name, present in ways if turn % 2 else ways[::-1]:
                    gaps = await _text_gaps(present)
                    if turn:  # the first warms
                        found[name].append(gaps)
    off, on = (statistics.median(found[name]) for name in ("off", "on"))
    return {"itl_p99_voice_off_ms": off, "itl_p99_voice_on_ms": on, "itl_voice_ratio": on / off}


async def _text_gaps(present: list[SpokenPlayer]) -> float:
    async def act(place: int, player: SpokenPlayer) -> Stream:
        await asyncio.sleep(place / len(present) * APART_S)
        if player.codec:
            await player.say(type="voice", audio=[player.codec])
            await player.until("voice")
        return (await player.act(script()["content"]))[1]

    told = await asyncio.gather(*itertools.starmap(act, enumerate(present)))
    return percentile(Run([[stream] for stream in told]).token_gaps_ms(), 0.99)
