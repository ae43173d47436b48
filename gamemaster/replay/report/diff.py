"""Two runs beside each other: their turns matched, which violations are new and which are gone. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from gamemaster.replay.run import Run, RunTurn, Violation

Key = tuple[
    str, int, int
]  # of a turn: session, number, and how often that number came before (taken back, told again)


@dataclass(frozen=True)
class Matched:
    """The same turn in another run. `new` violations are not in that one; `gone` are only there."""

    turn: RunTurn
    new: tuple[Violation, ...]
    gone: tuple[Violation, ...]


@dataclass(frozen=True)
class TwoRuns:
    """`turns` by their index in the run, those that the other run has too. `only_there`: how many it has more."""

    turns: dict[int, Matched]
    only_there: int

    @property
    def new_count(self) -> int:
        return sum(len(matched.new) for matched in self.turns.values())

    @property
    def gone_count(self) -> int:
        return sum(len(matched.gone) for matched in self.turns.values())


def beside(run: Run, other: Run) -> TwoRuns:
    theirs = dict(zip(keys_of(other), other.turns, strict=True))
    found = {}
    for index, (key, turn) in enumerate(zip(keys_of(run), run.turns, strict=True)):
        match = theirs.get(key)
        if match is not None:
            found[index] = Matched(match, _more(turn, match), _more(match, turn))
    return TwoRuns(found, len(theirs) - len(found))


def keys_of(run: Run) -> list[Key]:
    """What each turn is known by in every run over the same recordings."""
    names = [session.file if run.kind == "drive" else session.id for session in run.sessions]
    seen = Counter[tuple[str, int]]()
    keys = []
    for turn in run.turns:
        name = names[turn.session] if turn.session < len(names) else str(turn.session)
        keys.append((name, turn.turn, seen[name, turn.turn]))
        seen[name, turn.turn] += 1
    return keys


def _more(one: RunTurn, other: RunTurn) -> tuple[Violation, ...]:
    """Violations of `one`'s telling beyond those of the same kind in `other`'s: the words are never the same."""
    left = Counter(violation.kind for violation in _now(other))
    found = []
    for violation in _now(one):
        if left[violation.kind]:
            left[violation.kind] -= 1
        else:
            found.append(violation)
    return tuple(found)


def _now(turn: RunTurn) -> Iterable[Violation]:
    return (violation for violation in turn.violations if violation.side == "now")
