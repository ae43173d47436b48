"""What a process does every few seconds for as long as it lives, whether the database is there or not."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable

from gamemaster.storage.store import StoreError


async def keep_doing(
    work: Callable[[], Awaitable[object]],
    pause_s: float,
    what: str,
    log: logging.Logger,
    *,
    first_pause_s: float = 0.0,
) -> None:
    """Do `work` with pauses between, until cancelled; nothing that it raises ends this.

    While it raises StoreError, that is a line of the log once, and another when it is over; any other fault is a line
    with its trace each time. `what` begins these lines.
    """
    away_since: float | None = None
    await asyncio.sleep(first_pause_s)
    while True:
        try:
            await work()
        except StoreError as error:
            if away_since is None:
                away_since = time.monotonic()
                log.warning("%s: not just now: %s", what, error)
        except Exception:
            log.exception("%s: this failed, and is tried again in %g s", what, pause_s)
        else:
            if away_since is not None:
                log.warning("%s: the database is back, after %.0f s", what, time.monotonic() - away_since)
                away_since = None
        await asyncio.sleep(pause_s)
