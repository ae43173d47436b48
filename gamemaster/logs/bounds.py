"""Keeps a log readable when one message comes again and again: what a stranger can cause must not fill a disk."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass

BURST = 20  # of one message, in WINDOW_S seconds
WINDOW_S = 60.0
MOST_KINDS = 1_000  # messages that are told apart


@dataclass(slots=True)
class Repetition:
    """Of one message: since when it is counted, and how often it came."""

    since: float
    count: int = 0


class FloodFilter(logging.Filter):
    """Passes each message BURST times a minute. The next one that passes says how many were left out.

    A message is told apart by its logger and its text before the arguments are in it.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._seen: dict[tuple[str, str], Repetition] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        now, key = self._clock(), (record.name, str(record.msg))
        if len(self._seen) >= MOST_KINDS:
            self._seen.clear()
        seen = self._seen.setdefault(key, Repetition(now))
        if now - seen.since >= WINDOW_S:
            left_out, seen.since, seen.count = seen.count - BURST, now, 0
            if left_out > 0:
                record.msg = (
                    f"{record.getMessage()} (and {left_out} more of this kind since it was last said)"
                )
                record.args = ()
        seen.count += 1
        return seen.count <= BURST
