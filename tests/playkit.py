"""Stories in play without a server: the store in memory, a Redis that is away, and windows that read their outbox."""

import json
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from gamemaster.config import Limits
from gamemaster.narration.standby import Standby
from gamemaster.play.cadence import INSTANT
from gamemaster.play.context import Desk, LoadedWorld
from gamemaster.play.opening import begin
from gamemaster.play.story_events import StoryEvent
from gamemaster.play.turn import Budget
from gamemaster.protocol.auth_tokens import Tokens
from gamemaster.protocol.outbox import Outbox
from gamemaster.storage.frame_log import FrameLog
from gamemaster.storage.leases import Leases
from gamemaster.storage.memory_store import MemoryStore
from gamemaster.storage.rate_limit import RateLimit
from gamemaster.storage.redis_client import RedisLink
from gamemaster.storage.store import StoredStory
from tests.integration.service import SECRET, WORLD, Puppet

NOWHERE = "redis://127.0.0.1:1"  # where nothing listens: the play goes on without Redis
Frame = dict[str, Any]


@asynccontextmanager
async def desk_in_memory(narrator: Any = None, **changes: Any) -> AsyncIterator[Desk]:
    """All that stories are played with, without a server."""
    link = RedisLink(NOWHERE)
    limits = changes.pop("limits", Limits(acts_per_minute=6000))
    desk = Desk(
        worker="test",
        store=MemoryStore(),
        frames=FrameLog(link),
        leases=Leases(link),
        redis=link,
        acts=RateLimit(link, limits.acts_per_minute),
        newcomers=RateLimit(link, limits.new_players_per_minute, name="newcomers"),
        tokens=Tokens(SECRET),
        worlds={"hut": LoadedWorld(WORLD, "hash-1")},
        narrator=Standby(narrator or Puppet()),
        limits=limits,
        cadence=INSTANT,
        budget=Budget(5, 5),
    )
    try:
        yield replace(desk, **changes)
    finally:
        await link.close()


async def new_story(desk: Desk, player: str | None = None, act_id: str = "new-story") -> StoredStory:
    """A story in the hut, of a new player if none is named."""
    player = player or await desk.store.create_player()
    return await desk.store.create_story(player, "hut", "hash-1", begin(WORLD, 7), act_id, title="The Hut")


@dataclass(eq=False)
class Window:
    """A client's end of an outbox."""

    outbox: Outbox = field(default_factory=lambda: Outbox(256))
    frames: list[Frame] = field(default_factory=list)

    async def until(self, *types: str) -> list[Frame]:
        """The frames up to the first of one of these types, which comes last; all together with those of its entry."""
        found: list[Frame] = []
        while not any(frame["type"] in types for frame in found):
            entry = await self.outbox.next()
            assert entry is not None, f"closed: {self.outbox.closing}"
            found += [json.loads(frame) for frame in entry]
        self.frames += found
        return found

    async def last(self, kind: str) -> Frame:
        """The next frame of a type."""
        return (await self.until(kind))[-1]


@dataclass(eq=False)
class Watcher:
    """Observes a story, and keeps its events."""

    events: list[StoryEvent] = field(default_factory=list)

    def observe(self, event: StoryEvent) -> None:
        self.events.append(event)

    @property
    def names(self) -> list[str]:
        return names(self.events)


def names(events: Iterable[object]) -> list[str]:
    """The events' classes, with runs of the same as one."""
    found: list[str] = []
    for event in events:
        if not found or found[-1] != type(event).__name__:
            found.append(type(event).__name__)
    return found
