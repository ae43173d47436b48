"""Goes on trying while a server that is needed is away, and says so once."""

from __future__ import annotations

import asyncio
import itertools
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass

from inference.backoff import Backoff

log = logging.getLogger(__name__)


@dataclass
class Patience:
    """Goes on trying, with a back-off from `first_s` up to `most_s` seconds. `told` is set once it was said."""

    first_s: float = 0.2
    most_s: float = 3.0
    told: bool = False

    async def keep_trying(
        self, do: Callable[[], Awaitable[None]], away: type[Exception]
    ) -> AsyncIterator[Exception]:
        """Do it until it succeeds. What is not `away` is raised; the first that is, in this object's life, is yielded,
        so that the caller can say that it takes longer.
        """
        backoff = Backoff(self.first_s, self.most_s)
        for attempt in itertools.count(1):
            try:
                await do()
            except away as error:
                log.warning("the database is away (try %d): %s", attempt, error)
                missed = error
            else:
                return
            if not self.told:
                self.told = True
                yield missed
            await asyncio.sleep(backoff.next_s())
