"""A model server of tests that answers, fails and lies as it is told to, and a story played over it."""

from __future__ import annotations

import asyncio
import itertools
import json
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, cast

from gamemaster.narration.model.chat_source import ChatSettings, ChatSource
from gamemaster.narration.model.model_narrator import ModelNarrator
from gamemaster.narration.prompts.settings import PromptSettings
from gamemaster.play.cadence import INSTANT
from gamemaster.play.opening import begin
from gamemaster.play.pacing import Telling
from gamemaster.play.turn import Given, run_turn
from gamemaster.play.turn_events import TurnCommitted
from gamemaster.rules.state import TurnRecord
from inference.remote.client import ChatEngine, ChatServer
from tests.model_servers import serve_locally
from tests.modelkit import PLAYER, STORY, Shelf, outcome
from tests.worldkit import sample

LOOK = outcome({"op": "look"})
KEY = "sk-very-secret-key"


def event(content: str = "", finish: str | None = None, **delta: str) -> bytes:
    choice = {"index": 0, "delta": {"content": content, **delta}, "finish_reason": finish}
    return f"data: {json.dumps({'choices': [choice]})}\n\n".encode()


@dataclass(frozen=True)
class Reply:
    """What the server answers to one request: text in small pieces, or raw bytes."""

    text: str = ""
    status: str = "200 OK"
    headers: str = "content-type: text/event-stream"
    raw: bytes | None = None
    reasoning: str = ""
    finish: str = "stop"
    breaks_off: bool = False
    hangs: bool = False

    def pieces(self) -> list[bytes]:
        if self.raw is not None:
            return [self.raw]
        parts = [event(reasoning_content=self.reasoning)] if self.reasoning else []
        parts += [event(self.text[at : at + 7]) for at in range(0, len(self.text), 7)]
        return (
            parts
            if self.breaks_off or self.hangs
            else [*parts, event(finish=self.finish), b"data: [DONE]\n\n"]
        )


@dataclass
class ModelServer:
    """One reply a request, in order; when there are no more, 503."""

    replies: Iterable[Reply | str] = ()
    reply_to: Callable[[dict[str, Any]], Reply | str] | None = None  # goes before `replies`
    models: list[str] = field(default_factory=lambda: ["tiny"])
    url: str = ""
    bodies: list[dict[str, Any]] = field(default_factory=list)
    heads: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._replies = iter(self.replies)

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        self.heads.append(head)
        if head.startswith("GET"):
            reply = Reply(raw=json.dumps({"data": [{"id": name} for name in self.models]}).encode())
        else:
            length = int(head.lower().partition("content-length:")[2].partition("\r\n")[0])
            self.bodies.append(json.loads(await reader.readexactly(length)))
            unavailable = Reply(status="503 Service Unavailable", raw=b"")
            found = self.reply_to(self.bodies[-1]) if self.reply_to else next(self._replies, unavailable)
            reply = Reply(found) if isinstance(found, str) else found
        writer.write(f"HTTP/1.1 {reply.status}\r\n{reply.headers}\r\n\r\n".encode())
        for piece in reply.pieces():
            writer.write(piece)
        await writer.drain()
        if reply.hangs:
            await reader.read()
        writer.close()

    def messages(self, request: int) -> list[dict[str, str]]:
        return cast(list[dict[str, str]], self.bodies[request]["messages"])


@asynccontextmanager
async def listening(server: ModelServer) -> AsyncIterator[ModelServer]:
    async with serve_locally(server.answer) as server.url:
        yield server


@dataclass(eq=False)
class Stage:
    """A story played over a model server through `run_turn`."""

    server: ModelServer
    source: ChatSource
    shelf: Shelf = field(default_factory=Shelf)

    def __post_init__(self) -> None:
        self.narrator = ModelNarrator(self.source)
        self.world = sample()
        self.state = begin(self.world, 1)
        self._acts = itertools.count()

    def restart(self, prompts: PromptSettings | None = None) -> None:
        """Another process, which knows nothing of the server yet."""
        old = self.source
        self.source = ChatSource(old.engine, settings=old.settings, prompts=prompts or old.prompts)
        self.narrator = ModelNarrator(self.source)

    async def play(self, words: str = "look around") -> TurnRecord:
        given = Given(
            STORY, self.world, self.state, self.state, f"act-{next(self._acts):08}", words, player=PLAYER
        )
        async for happened in run_turn(given, self.narrator, self.shelf, Telling(INSTANT)):
            if isinstance(happened, TurnCommitted):
                self.state = happened.after
        return self.shelf.records[-1]


@asynccontextmanager
async def playing(*replies: Reply | str, **settings: Any) -> AsyncIterator[Stage]:
    async with listening(ModelServer(replies)) as server:
        engine = ChatEngine(ChatServer(server.url, "tiny", KEY))
        try:
            yield Stage(
                server,
                ChatSource(
                    engine,
                    settings=ChatSettings(
                        **{"retry_s": 0.0, "aftermath_s": 0.0, "first_words_s": 0.0, **settings}
                    ),
                ),
            )
        finally:
            await engine.close()


def by(record: TurnRecord) -> tuple[str, str]:
    assert record.model is not None
    return record.model.adjudicated_by, record.model.told_by


def steps(record: TurnRecord) -> str:
    assert record.model is not None
    return "\n".join(record.model.steps)
