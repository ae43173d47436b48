"""A run as the report's page reads it: an index of all turns in columns, and the turns themselves in chunks. Pure.

The page shows its list, filters and sorts from the index; it unpacks a chunk when one of its turns is looked at.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from gamemaster.replay.report.baseline import answer_digest
from gamemaster.replay.report.diff import Matched, TwoRuns
from gamemaster.replay.report.groups import groups_of
from gamemaster.replay.report.series import series_of
from gamemaster.replay.report.turn_labels import badness
from gamemaster.replay.run import Run, RunTurn, Side, Violation

CHUNK = 200  # turns; some 400 kB as JSON, which a browser unpacks in a few milliseconds
WORDS = 100  # characters of what the player said, in the list
NAME = 60


def index_of(run: Run, two: TwoRuns | None) -> dict[str, Any]:
    """What the list, the filters and the charts need of all turns. `kinds`, `missed`: those of each turn, by name."""
    turns = run.turns
    matched = two.turns if two is not None else {}
    names, groups = groups_of(turns)
    return {
        "kind": run.kind,
        "chunk": CHUNK,
        "compared": two is not None,
        "sessions": [
            {"name": (session.file or session.id)[:NAME], "world": session.world, "note": session.note}
            for session in run.sessions
        ],
        "series": series_of(run),
        "session": [turn.session for turn in turns],
        "turn": [turn.turn for turn in turns],
        "words": [turn.words[:WORDS] for turn in turns],
        "bad": [badness(turn) for turn in turns],
        "differs": [turn.differs for turn in turns],
        "branched": [int(turn.branched) for turn in turns],
        "kinds": [[v.kind for v in turn.violations if v.side == "now"] for turn in turns],
        "missed": [turn.missed for turn in turns],
        "error": [int(turn.error is not None) for turn in turns],
        "understudy": [int(_by_understudy(turn)) for turn in turns],
        "first": [_visible(turn.now) for turn in turns],
        "slower": [_slower(turn) for turn in turns],
        "length": [_length(turn) for turn in turns],
        "judge": [turn.judge.score if turn.judge else None for turn in turns],
        "new": [len(matched[i].new) if i in matched else 0 for i in range(len(turns))],
        "groups": names,
        "group": groups,
        "gone": [len(matched[i].gone) if i in matched else 0 for i in range(len(turns))],
    }


def chunks_of(run: Run, two: TwoRuns | None) -> Iterator[list[dict[str, object]]]:
    matched = two.turns if two is not None else {}
    for start in range(0, len(run.turns), CHUNK):
        yield [
            _whole(turn, matched.get(start + at)) for at, turn in enumerate(run.turns[start : start + CHUNK])
        ]


def _whole(turn: RunTurn, match: Matched | None) -> dict[str, object]:
    data = turn.model_dump(exclude_defaults=True, exclude={"session", "turn"})
    if turn.now is not None:
        data["answer"] = answer_digest(turn.now)
    if match is not None:
        data["other"] = match.turn.now.model_dump(exclude_defaults=True) if match.turn.now else None
        data["new"] = _plain(match.new)
        data["gone"] = _plain(match.gone)
    return data


def _plain(violations: Sequence[Violation]) -> list[dict[str, object]]:
    return [violation.model_dump() for violation in violations]


def _by_understudy(turn: RunTurn) -> bool:
    """Whether the model had no part in it, or not the whole."""
    return turn.now is not None and "understudy" in turn.now.narrator


def _visible(side: Side | None) -> float | None:
    return side.ms.get("first_visible") if side else None


def _slower(turn: RunTurn) -> float | None:
    then, now = _visible(turn.then), _visible(turn.now)
    return round(now - then, 1) if then is not None and now is not None else None


def _length(turn: RunTurn) -> float | None:
    if turn.then is None or turn.now is None or not turn.then.text:
        return None
    return round(len(turn.now.text) / len(turn.then.text), 3)
