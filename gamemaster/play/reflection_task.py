"""What characters make of a turn once it is over: beliefs and vectors, beside the play and never in its way."""

from __future__ import annotations

import asyncio
import logging

from gamemaster.memory.persistence import Musing
from gamemaster.memory.reflection import Minds
from gamemaster.play.story_events import StoryEvent, TurnFinished, WorldExchanged
from gamemaster.rules.state import StoryState
from gamemaster.storage.store import CharacterMemoryStore, StoreError
from inference.errors import EngineError
from npcs.memory import Memory
from worlds.schema import World

log = logging.getLogger(__name__)


class StoryReflection:
    """Of one story: one at a time. What is left out while one is going on, the next one sees to."""

    def __init__(self, store: CharacterMemoryStore, minds: Minds, story: str, world: World) -> None:
        self._store, self._minds, self._story, self._world = store, minds, story, world
        self._task: asyncio.Task[None] | None = None

    def observe(self, event: StoryEvent) -> None:
        """Reflect on a finished turn of which somebody remembers something."""
        if isinstance(event, WorldExchanged):
            self._world = event.world
        if isinstance(event, TurnFinished) and event.record.memories and not self._is_busy:
            self._task = asyncio.create_task(self._reflect(event.after), name=f"reflection in {self._story}")

    @property
    def _is_busy(self) -> bool:
        return self._task is not None and not self._task.done()

    async def settle(self) -> None:
        """Wait for the one that is going on."""
        if self._task is not None:
            await asyncio.wait({self._task})

    async def close(self) -> None:
        """Give up the one that is going on: who was due to reflect still is, the next time."""
        if self._task is not None:
            self._task.cancel()
        await self.settle()

    async def _reflect(self, after: StoryState) -> None:
        try:
            due = await self._store.musings(self._story, self._world, after)
            beliefs = [belief for musing in due for belief in await self._beliefs(musing)]
            await self._store.believe(self._story, self._world, after, beliefs)
        except StoreError as error:
            log.warning("story %s: no reflection on turn %d: %s", self._story, after.turn, error)
        except Exception:  # nobody awaits this task: a fault must not pass unseen, nor touch the play
            log.exception("story %s: reflection on turn %d failed", self._story, after.turn)

    async def _beliefs(self, musing: Musing) -> list[Memory]:
        """The model's, if there is one and it has any; else what counting comes to."""
        if self._minds.muser is not None:
            try:
                return await self._minds.muser.beliefs(musing.about) or musing.plainly()
            except (EngineError, ValueError) as error:
                log.warning(
                    "story %s: %s reflects without the model: %s", self._story, musing.about.owner, error
                )
        return musing.plainly()
