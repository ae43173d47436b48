"""What a character forgets, so that a story of a thousand turns recalls as fast as one of ten."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import NamedTuple

from npcs.memory import DEATH, DEBT, PROMISE

MAX_LIVE = 1000  # memories that one character keeps
SPARE = 10  # one in so many is forgotten at once beyond that, so that it need not be done every turn
KEPT_FOR_EVER = (PROMISE, DEBT, DEATH)


class Trace(NamedTuple):
    """What forgetting needs to know of a memory."""

    id: str
    turn: int
    importance: int
    about: str | None


def is_kept_for_ever(about: str | None) -> bool:
    """Promises, debts and deaths are never forgotten."""
    return about is not None and about.partition(":")[0] in KEPT_FOR_EVER


def to_forget(traces: Iterable[Trace], covered: Collection[str], keep: int) -> list[str]:
    """The identifiers to forget so that `keep` remain; fewer if too many may never go.

    First goes what a belief already covers, then the least important, then the oldest.
    """
    every = list(traces)
    may_go = [trace for trace in every if not is_kept_for_ever(trace.about)]
    may_go.sort(key=lambda trace: (trace.id not in covered, trace.importance, trace.turn, trace.id))
    return [trace.id for trace in may_go[: max(0, len(every) - keep)]]
