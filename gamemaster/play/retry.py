"""Goes on trying while a server that is needed is away, and says so once."""

from __future__ import annotations

import asyncio
import itertools
import logging
from collections.abc import AsyncIterator, Callable, Coroutine
from dataclasses import dataclass
from typing import Any

from inference.backoff import Backoff

log = logging.getLogger(__name__)


@dataclass
class Patience:
    """Goes on trying, with a back-off from `first_s` up to `most_s` seconds. `told` is set once it was said: at the
    first failure, or when the first try takes longer than `notice_s` seconds."""

    notice_s: float = 2.5
    first_s: float = 0.2
    most_s: float = 3.0
    told: bool = False

    async def keep_trying(
        self, do: Callable[[], Coroutine[Any, Any, None]], away: type[Exception]
    ) -> AsyncIterator[Exception]:
        """Do it until it succeeds. What is not `away` is raised; the first that is, in this object's life, is yielded,
        so that the caller can say that it takes longer.
        """
        backoff = Backoff(self.first_s, self.most_s)
        for attempt in itertools.count(1):
            doing = asyncio.create_task(do())
            try:
                if not self.told:
                    await asyncio.wait({doing}, timeout=self.notice_s)
                    if not doing.done():
                        self.told = True
                        yield TimeoutError(f"no answer within {self.notice_s:g} s")
                await doing
            except away as error:
                level = logging.WARNING if attempt == 1 else logging.DEBUG
                log.log(level, "a turn waits (try %d): %s", attempt, error)
                missed = error
            else:
                return
            finally:
                doing.cancel()
            if not self.told:
                self.told = True
                yield missed
            await asyncio.sleep(backoff.next_s())
