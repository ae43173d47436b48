"""What characters make of a turn once it is over: beliefs and vectors, beside the play and never in its way."""

from __future__ import annotations

import asyncio
import logging

from gamemaster.state import StoryState, TurnRecord
from gamemaster.store import Store, StoreError
from worlds.schema import World

log = logging.getLogger(__name__)


class Afterthoughts:
    """Of one story: one at a time. What is left out while one is going on, the next one sees to."""

    def __init__(self, store: Store, story: str, world: World) -> None:
        self._store, self._story, self._world = store, story, world
        self._task: asyncio.Task[None] | None = None

    def begin(self, record: TurnRecord, after: StoryState) -> None:
        """Reflect on a committed turn of which somebody remembers something."""
        if record.memories and (self._task is None or self._task.done()):
            self._task = asyncio.create_task(self._reflect(after), name=f"afterthoughts of {self._story}")

    async def settle(self) -> None:
        """Wait for the one that is going on."""
        if self._task is not None:
            await asyncio.wait({self._task})

    async def _reflect(self, after: StoryState) -> None:
        try:
            await self._store.reflect(self._story, self._world, after)
        except StoreError as error:
            log.warning("story %s: no afterthoughts on turn %d: %s", self._story, after.turn, error)
        except Exception:  # nobody awaits this task: a fault must not pass unseen, nor touch the play
            log.exception("story %s: afterthoughts on turn %d failed", self._story, after.turn)
