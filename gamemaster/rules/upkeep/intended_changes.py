"""Changes of prose or prompts that were meant, each by a name: sessions that were recorded before them stay valid.

Where words change on purpose, both stand in the code until the recordings are made anew:

    did = "broke" if BROKE_A_PROMISE.is_in_effect else "broken"

Players always get the new words. A recording keeps the names that were in effect when it was made; `replay verify`
plays it with those alone, and says which came since, so that everything else in it is still compared byte for byte.
Once no recording is older than a change, its name and its old words go.
"""

from __future__ import annotations

import contextlib
from collections.abc import Collection, Iterator
from contextvars import ContextVar
from dataclasses import dataclass

_in_effect: ContextVar[frozenset[str] | None] = ContextVar(
    "intended changes in effect", default=None
)  # None: all


@dataclass(frozen=True)
class IntendedChange:
    """`since`: the day from which it is in effect, as 2026-11-22. `what` says what is otherwise, for people."""

    name: str
    since: str
    what: str

    @property
    def is_in_effect(self) -> bool:
        """Always, but in a session that was recorded before it and is played again."""
        known = _in_effect.get()
        return known is None or self.name in known


BROKE_A_PROMISE = IntendedChange(
    "broke_a_promise", "2026-11-22", '"You broke a promise", where it said "broken"'
)

INTENDED_CHANGES = (BROKE_A_PROMISE,)


def names_of_changes() -> str:
    """All that are in effect now, as a recording's stamp."""
    return " ".join(change.name for change in INTENDED_CHANGES)


def later_than(stamp: str) -> list[IntendedChange]:
    """Those that came after a recording with this stamp."""
    known = stamp.split()
    return [change for change in INTENDED_CHANGES if change.name not in known]


@contextlib.contextmanager
def only_changes(names: Collection[str]) -> Iterator[None]:
    """Within it, and in tasks that begin within it, only these changes are in effect."""
    token = _in_effect.set(frozenset(names))
    try:
        yield
    finally:
        _in_effect.reset(token)
