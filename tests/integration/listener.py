"""A client that hears: it keeps audio frames beside the others, and plays them, or not, as a test wants."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from typing import Any

from websockets.asyncio.client import ClientConnection

from gamemaster.protocol.audio_frames import AudioFrame
from gamemaster.protocol.client import Frame, connect
from tests.integration.service import Client, Service


class Listener(Client):
    """`plays`: each utterance is heard to its end as soon as it has come."""

    def __init__(self, socket: ClientConnection, plays: bool = True, hears: bool = False) -> None:
        super().__init__(socket)
        self.plays, self.hears = plays, hears

    async def receive(self, timeout: float = 10) -> Frame:
        """The next frame; an audio frame as `{"type": "audio", "audio": AudioFrame}`."""
        frame = await super().receive(timeout)
        if frame["type"] == "audio" and self.plays and frame["audio"].last:
            await self.report_played(frame["audio"].turn, frame["audio"].utterance + 1, 0)
        return frame

    async def begin(self, world: str = "hut", seed: int = 7) -> dict[str, Any]:
        """A new story, whose opening is spoken if anything is: it is heard to its end, or passed over."""
        story = await super().begin(world, seed)
        if self.hears:
            frames = await self.until("spoken")
            assert {frame["turn"] for frame in of_type(frames, "utterance")} <= {0}
            if not self.plays:
                await self.report_played(0, frames[-1]["utterances"], 0)
        return story

    async def report_played(self, turn: int, utterance: int, samples: int) -> None:
        await self.send(type="played", turn=turn, utterance=utterance, samples=samples)

    async def voice(self) -> dict[str, Any]:
        """The next word about the voice."""
        return (await self.until("voice"))[-1]

    async def whole_turn(self, text: str, **more: Any) -> list[dict[str, Any]]:
        """Act, and hear it all: up to both the commit and the end of the audio."""
        frames = await self.act(text, **more)
        while frames[-1]["type"] != "error" and not any(frame["type"] == "spoken" for frame in frames):
            frames.append(await self.receive())
        return frames


def audio(frames: list[dict[str, Any]], utterance: int | None = None) -> list[AudioFrame]:
    return [
        frame["audio"]
        for frame in frames
        if frame["type"] == "audio" and utterance in (None, frame["audio"].utterance)
    ]


def of_type(frames: list[dict[str, Any]], kind: str) -> list[dict[str, Any]]:
    return [frame for frame in frames if frame["type"] == kind]


@contextlib.asynccontextmanager
async def listening(
    service: Service, *codecs: str, token: str | None = None, plays: bool = True, **options: Any
) -> AsyncIterator[Listener]:
    """A client that has said hello, and been told that there is a voice."""
    async with connect(service.url, **options) as socket:
        client = Listener(socket, plays=plays, hears=bool(codecs))
        await client.hello(token, codecs)
        while codecs and (await client.voice())["state"] != "on":
            pass
        yield client
