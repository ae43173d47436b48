"""What the sessions are played on: a real service with both worlds, who narrates, and players with a person's pace."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection

from gamemaster.admission.options import Limits
from gamemaster.bootstrap import load_worlds
from gamemaster.memory.reflection import Minds
from gamemaster.narration.model.chat_source import ChatSource
from gamemaster.narration.model.model_narrator import ModelNarrator
from gamemaster.narration.model.token_source import TokenSource
from gamemaster.narration.narrator import Narrator
from gamemaster.narration.prompts.settings import PromptSettings
from gamemaster.play.cadence import Cadence
from gamemaster.play.consent import Consents
from gamemaster.play.turn import Budget
from gamemaster.protocol.client import connect
from gamemaster.protocol.messages import CONSENT_TEXT
from gamemaster.recording.options import RecordingOptions
from gamemaster.recording.recorder import Recordings
from gamemaster.storage.postgres_store import PostgresStore
from gamemaster.version import code_version
from inference.chat_template import derive
from inference.output.reasoning_budget import BudgetedEngine
from inference.remote.client import ChatEngine, ChatServer
from tests.integration.listener import Listener, of_type
from tests.integration.service import Service, running, text_of
from tests.recordings.oracle import ForeseenNarrator, Oracle, OracleEngine
from tests.recordings.oracle_server import MODEL, OracleServer, serving
from tests.worldkit import ROOT

Frames = list[dict[str, Any]]
LONG_NIGHT, LIGHTHOUSE = "long_night", "lighthouse"
PATIENCE_S = 60.0
TEXT_SPEED = 700.0


@dataclass
class Stage:
    """Servers to play on, and the folder that this scenario's recordings go to.

    `haste` divides the seconds that players take to read and to write.
    """

    database_url: str
    redis_url: str
    folder: Path
    haste: float = 1.0

    @contextlib.asynccontextmanager
    async def service(self, narrator: Narrator, **changes: Any) -> AsyncIterator[Service]:
        """A service whose players are asked, and recorded if they agree; its recordings are whole when it is closed."""
        worlds, broken = load_worlds([ROOT / "worlds"])
        assert not broken, broken
        recordings = Recordings(self.folder)
        store = PostgresStore.at(self.database_url)
        consents = Consents(store, RecordingOptions(), self.folder, recordings)
        minds = Minds(narrator.source.muser() if isinstance(narrator, ModelNarrator) else None)
        asking = asyncio.create_task(consents.run())
        fixed: dict[str, Any] = {
            "worlds": worlds,
            "cadence": Cadence(TEXT_SPEED),
            "limits": Limits(acts_per_minute=60),
            "budget": Budget(),
            "version": code_version(),
            "minds": minds,
            "recordings": recordings,
            "consents": consents,
        }
        try:
            async with running(self.database_url, self.redis_url, narrator, **(fixed | changes)) as service:
                yield service
        finally:
            asking.cancel()
            await store.close()
            await asyncio.to_thread(recordings.close)

    @contextlib.asynccontextmanager
    async def player(
        self, service: Service, token: str | None = None, *codecs: str, agrees: bool = True
    ) -> AsyncIterator[Player]:
        """Somebody at a window of theirs, who agrees to being recorded, unless they have answered before."""
        async with connect(service.url) as socket:
            player = Player(socket, bool(codecs), self.haste)
            welcome = await player.hello(token, codecs)
            if agrees and not welcome["recording"]["asked"]:
                await player.agree()
            while codecs and not any(frame.get("state") == "on" for frame in of_type(player.frames, "voice")):
                await player.voice()
            yield player


_windows = itertools.count(1)


class Player(Listener):
    """A person at the page: reads what came, types, and goes on."""

    def __init__(self, socket: ClientConnection, hears: bool, haste: float) -> None:
        super().__init__(socket, plays=True, hears=hears)
        self.haste, self.window, self.asked = haste, next(_windows), 0

    def next_id(self) -> str:
        self.asked += 1
        return f"window-{self.window:03d}-{self.asked:03d}"

    async def until(self, *types: str, timeout: float = PATIENCE_S) -> Frames:
        return await super().until(*types, timeout=timeout)

    async def agree(self) -> None:
        await self.send(type="consent", record=True, text=CONSENT_TEXT)
        answer = (await self.until("consent"))[-1]
        assert answer["allowed"], answer

    async def pause(self, seconds: float) -> None:
        await asyncio.sleep(seconds / self.haste)

    async def read_and_type(self, words: str) -> None:
        """As long as a quick reader takes for what is on the page since the last turn, and a quick typist for this."""
        seen = text_of(
            list(itertools.takewhile(lambda frame: frame["type"] != "accepted", reversed(self.frames)))
        )
        await self.pause(0.6 + min(len(seen), 900) / 300 + min(len(words), 60) / 20)

    async def begin(self, world: str = LIGHTHOUSE, seed: int = 7) -> dict[str, Any]:
        await self.send(type="new_story", id=self.next_id(), world=world, seed=seed)
        story = (await self.until("story"))[-1]
        self.story = story["story"]
        if self.hears:
            await self.until("spoken")
        return story

    async def play(self, *acts: str, **more: Any) -> Frames:
        """Turn after turn, each to its end; the last one's frames. Every act must be played."""
        frames: Frames = []
        for words in acts:
            await self.read_and_type(words)
            frames = await self.act(words, **more)
            assert frames[-1]["type"] == "commit", frames[-1]
        return frames

    async def act(self, text: str, act_id: str | None = None, **more: Any) -> Frames:
        await self.send(type="act", id=act_id or self.next_id(), text=text, **more)
        frames = await self.until("commit", "error")
        while self.hears and frames[-1]["type"] == "commit" and not of_type(frames, "spoken"):
            frames.append(await self.receive())
        return sorted(frames, key=lambda frame: frame["type"] == "commit")

    async def act_refused(self, text: str) -> str:
        """Acts, and is told why not: the code of the error."""
        await self.read_and_type(text)
        answer = await self.act(text)
        assert answer[-1]["type"] == "error", answer[-1]
        return str(answer[-1]["code"])

    async def ask(self, kind: str, answer: str, **fields: Any) -> Frames:
        """Something other than an act; the frames up to its answer."""
        await self.pause(1.5)
        await self.send(type=kind, id=self.next_id(), **fields)
        return await self.until(answer)

    async def back(self, story: str, frames: Frames | None = None) -> dict[str, Any]:
        """Opens a story; `frames` are what was seen of it before the line broke."""
        last = next((f for f in reversed(frames or []) if f.get("offset") is not None), {})
        await self.send(type="open", story=story, epoch=last.get("epoch"), offset=last.get("offset"))
        self.story = story
        return (await self.until("story", "resumed"))[-1]


# ---- who narrates ----


def by_tokens(engine: OracleEngine, prompts: PromptSettings | None = None) -> ForeseenNarrator:
    """The model's narrator over an engine of ours."""
    chat = derive(engine.tokenizer, engine.info)
    source = TokenSource(BudgetedEngine(engine), chat, prompts=prompts or PromptSettings())
    return ForeseenNarrator(source, oracle=engine.oracle)


@contextlib.asynccontextmanager
async def by_messages(server: OracleServer | None = None) -> AsyncIterator[ForeseenNarrator]:
    """The model's narrator over a model server."""
    async with serving(server or OracleServer(Oracle())) as listening:
        engine = ChatEngine(ChatServer(listening.url, MODEL))
        try:
            yield ForeseenNarrator(ChatSource(engine), oracle=listening.oracle)
        finally:
            await engine.close()
