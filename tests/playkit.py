"""Stories in play without a server: the store in memory, a Redis that is away, and windows that read their outbox."""

import json
from collections.abc import Iterable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from typing import Any

from gamemaster.admission.options import Limits
from gamemaster.play.context import Desk
from gamemaster.play.opening import begin
from gamemaster.play.story_events import StoryEvent
from gamemaster.protocol.outbox import Outbox
from gamemaster.storage.memory_store import MemoryStore
from gamemaster.storage.store import StoredStory, StoryStart
from tests.integration.service import GENEROUS, WORLD, Puppet, desk_with

NOWHERE = "redis://127.0.0.1:1"  # where nothing listens: the play goes on without Redis
Frame = dict[str, Any]


def desk_in_memory(
    narrator: Any = None, limits: Limits = GENEROUS, **changes: Any
) -> AbstractAsyncContextManager[Desk]:
    """All that stories are played with, without a server."""
    return desk_with(MemoryStore(), NOWHERE, narrator or Puppet(), limits, **changes)


async def new_story(desk: Desk, player: str | None = None, act_id: str = "new-story") -> StoredStory:
    """A story in the hut, of a new player if none is named."""
    player = player or await desk.store.create_player()
    return await desk.store.create_story(
        player, StoryStart("hut", "hash-1", begin(WORLD, 7), act_id, title="The Hut")
    )


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
