"""A service in this process for tests: real servers, a real socket, a tiny world, and a narrator told what to do."""

import asyncio
import contextlib
import itertools
import json
import secrets
import socket
from collections.abc import AsyncIterator, Coroutine, Sequence
from dataclasses import dataclass, replace
from typing import Any

import uvicorn
from websockets.asyncio.client import ClientConnection

from gamemaster.admission.options import Limits
from gamemaster.narration.scene import Scene
from gamemaster.narration.standby import Standby
from gamemaster.play.cadence import INSTANT
from gamemaster.play.context import Desk, LoadedWorld
from gamemaster.play.turn import Budget
from gamemaster.protocol.auth_tokens import Tokens
from gamemaster.protocol.client import Conversation, Frame, connect
from gamemaster.rules.proposal import Move, Operation, Outcome, PassTime, Ruling, Take, Use
from gamemaster.rules.state import Span, StoryState
from gamemaster.server.app import create_app
from gamemaster.server.uvicorn_server import Server, listen, uvicorn_options
from gamemaster.storage.postgres_store import PostgresStore
from gamemaster.storage.redis_client import RedisLink
from gamemaster.storage.store import Store
from tests.narratorkit import StatelessNarrator
from worlds.schema import World

GENEROUS = Limits(acts_per_minute=6000, new_players_per_minute=6000)
SECRET = "service-test-secret-" * 3
WORLD = World.model_validate(
    {
        "id": "hut",
        "title": "The Hut",
        "summary": "A hut by the shore.",
        "bible": "Plain.",
        "opening": "You wake in a hut.",
        "player": {"at": "hut", "death": "dead"},
        "needs": {"cold": {"name": "Cold", "per_hour": 12, "levels": [{"reach": 10, "word": "chilly"}]}},
        "skills": {"wits": {"name": "Wits", "start": 2}},
        "locations": {
            "hut": {
                "name": "The Hut",
                "indoors": True,
                "description": "Four walls of turf.",
                "exits": [{"to": "shore", "direction": "north"}],
            },
            "shore": {
                "name": "The Shore",
                "description": "Grey stones.",
                "exits": [{"to": "hut", "direction": "south"}],
            },
        },
        "items": {"knife": {"name": "whalebone knife", "description": "Sharp.", "at": "hut"}},
        "endings": {
            "dead": {"title": "Dead", "when": {"wounds": ">= 99"}, "text": "You die.", "defeat": True},
            "away": {"title": "Away", "when": {"set": "gone"}, "text": "You are gone.", "priority": 1},
        },
        "rules": {
            "leave": {"verbs": "leave", "effects": {"set": "gone"}, "text": "You leave."},
        },
    }
)


@dataclass
class Puppet(StatelessNarrator):
    """A narrator for tests. `go north`, `go south` and `take` do so; whatever is said is told, in `spans` spans.

    `gate` holds back each span after the first until it is set; `fails` raises where it says.
    """

    name: str = "puppet"
    spans: int = 2
    text: str = "You {words}, and the wind answers ({n})."
    gate: asyncio.Event | None = None
    fails: str = ""
    ends: bool = False

    async def adjudicate(self, scene: Scene) -> Outcome:
        if self.fails == "adjudicate":
            raise RuntimeError("the puppet's strings are cut")
        operations: dict[str, tuple[Operation, ...]] = {
            "go north": (Move(to="shore"),),
            "go south": (Move(to="hut"),),
            "take": (Take(item="knife"),),
        }
        if self.ends:
            return Outcome(changes=(Use(rule="leave"),))
        changes = operations.get(scene.words, (PassTime(minutes=5),))
        return Outcome(changes=changes, suggestions=("go north",))

    async def narrate(self, scene: Scene, ruling: Ruling, after: StoryState) -> AsyncIterator[Span]:
        for n in range(self.spans):
            if n and self.gate is not None:
                await self.gate.wait()
            if n and self.fails == "narrate":
                raise RuntimeError("the puppet's strings are cut")
            yield Span(kind="narration", text=self.text.format(words=scene.words, n=n), keys=[f"{n:012x}"])


@dataclass
class Service:
    """A running service and what it works with."""

    desk: Desk
    port: int
    puppet: Puppet

    @property
    def url(self) -> str:
        return f"ws://127.0.0.1:{self.port}/ws"

    @property
    def http(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def client(
        self, token: str | None = None, **options: Any
    ) -> "contextlib.AbstractAsyncContextManager[Client]":
        """A client that has said hello."""
        return client_on(self.port, token, **options)


@contextlib.asynccontextmanager
async def client_on(port: int, token: str | None = None, **options: Any) -> AsyncIterator["Client"]:
    """A client that has said hello to the service on a port of this machine."""
    async with connect(f"ws://127.0.0.1:{port}/ws", **options) as socket:
        client = Client(socket)
        await client.hello(token)
        yield client


ids = (f"act-{n:06d}-{secrets.token_hex(3)}" for n in itertools.count())


class Client(Conversation):
    """A client that remembers what it was told."""

    def __init__(self, socket: ClientConnection) -> None:
        self.frames: list[Frame] = []
        super().__init__(socket, self.frames.append)
        self.token = self.player = self.story = ""

    async def hello(self, token: str | None = None, audio: Sequence[str] | None = None) -> Frame:
        welcome = await super().hello(token, audio)
        self.token, self.player = welcome["token"], welcome["player"]
        return welcome

    async def send(self, **message: Any) -> None:
        """Also what no honest client would say, such as a number of a hundred digits."""
        await self.socket.send(json.dumps(message))

    async def receive(self, timeout: float = 10) -> Frame:
        async with asyncio.timeout(timeout):
            return await super().receive()

    async def until(self, *types: str, timeout: float = 10) -> list[Frame]:
        """Each frame must come in time."""
        found = [await self.receive(timeout)]
        while found[-1]["type"] not in types:
            found.append(await self.receive(timeout))
        return found

    async def silence(self, seconds: float = 0.3) -> None:
        """Nothing must come for a while."""
        with contextlib.suppress(TimeoutError):
            raise AssertionError(f"unexpected: {await self.receive(seconds)}")

    async def begin(self, world: str = "hut", seed: int = 7) -> dict[str, Any]:
        await self.send(type="new_story", id=next(ids), world=world, seed=seed)
        story = await self.answer()
        assert story["type"] == "story", story
        self.story = story["story"]
        return story

    async def open(self, story: str, epoch: int | None = None, offset: int | None = None) -> dict[str, Any]:
        await self.send(type="open", story=story, epoch=epoch, offset=offset)
        self.story = story
        return await self.answer(20)

    async def answer(self, timeout: float = 10) -> Frame:
        """What comes next, but for a place in line: on busy cores whoever asks is told that others are served first."""
        while (frame := await self.receive(timeout))["type"] == "waiting":
            pass
        return frame

    async def act(self, text: str, act_id: str | None = None, **more: Any) -> list[dict[str, Any]]:
        """Plays a turn; its frames up to the commit or an error."""
        await self.send(type="act", id=act_id or next(ids), text=text, **more)
        return await self.until("commit", "error")


def text_of(frames: list[dict[str, Any]]) -> str:
    return "".join(frame["text"] for frame in frames if frame["type"] == "text")


def kinds(frames: list[dict[str, Any]]) -> list[str]:
    """The types, with runs of `text` as one."""
    return [kind for kind, _ in itertools.groupby(frame["type"] for frame in frames)]


@contextlib.asynccontextmanager
async def desk_with(
    store: Store, redis_url: str, narrator: Any, limits: Limits, /, **changes: Any
) -> AsyncIterator[Desk]:
    """All that stories are played with in tests, closed at the end."""
    link = RedisLink(redis_url)
    desk = Desk(
        worker=f"test-{secrets.token_hex(4)}",
        store=store,
        redis=link,
        tokens=Tokens(SECRET),
        worlds={"hut": LoadedWorld(WORLD, "hash-1")},
        narrator=Standby(narrator),
        limits=limits,
        cadence=INSTANT,
        budget=Budget(5, 10),
    )
    try:
        yield replace(desk, **changes)
    finally:
        await store.close()
        await link.close()


def desk_on(
    database_url: str, redis_url: str, puppet: Any, limits: Limits = GENEROUS, **changes: Any
) -> contextlib.AbstractAsyncContextManager[Desk]:
    """On real servers."""
    store = PostgresStore.at(database_url, limits.stories_per_player)
    return desk_with(store, redis_url, puppet, limits, **changes)


@contextlib.asynccontextmanager
async def running(
    database_url: str, redis_url: str, puppet: Any = None, **changes: Any
) -> AsyncIterator[Service]:
    """A service on a free port; it is stopped as on SIGTERM."""
    puppet = puppet or Puppet()
    async with desk_on(database_url, redis_url, puppet, **changes) as desk:
        bound = listen("127.0.0.1", 0)
        server = Server(uvicorn.Config(create_app(lambda: contextlib.nullcontext(desk)), **options(desk)))
        serving = asyncio.create_task(server.serve(sockets=[bound]))
        while not server.started:
            assert not serving.done(), serving.exception()
            await asyncio.sleep(0.01)
        try:
            yield Service(desk, bound.getsockname()[1], puppet)
        finally:
            server.should_exit = True
            await serving


def options(desk: Desk) -> dict[str, Any]:
    return uvicorn_options(desk.limits.max_message_bytes, "warning")


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@contextlib.asynccontextmanager
async def at_work(*jobs: Coroutine[Any, Any, None]) -> AsyncIterator[None]:
    """Has the jobs done beside what is tested, until that ends."""
    work = [asyncio.create_task(job) for job in jobs]
    try:
        yield
    finally:
        for task in work:
            task.cancel()
        await asyncio.gather(*work, return_exceptions=True)
