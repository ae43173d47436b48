"""Latency and drift over the course of a run, in a few dozen steps that a chart can show. Pure."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from gamemaster.replay.compare.compare import divergence, words_in
from gamemaster.replay.percentile import percentile
from gamemaster.replay.run import Run, RunTurn, Side

MOST_STEPS = 40


@dataclass(frozen=True)
class Step:
    """Some turns that belong together. Times in ms, shares of 1; None: not known of them."""

    label: str
    turns: int
    then_p50: float | None
    then_p95: float | None
    now_p50: float | None
    now_p95: float | None
    length_ratio: float | None
    drift: float | None
    otherwise: float | None  # share of rulings that are not as recorded
    violations: float  # a hundred turns
    missed: float  # share of turns that missed an objective
    first: int  # index of the first turn, so that a click leads to it


def series_of(run: Run) -> dict[str, Any]:
    """`axis` says what the steps run along: seconds of a driven run, the turn's number in its story else."""
    driven = run.kind == "drive"
    place: Callable[[RunTurn], float] = (lambda t: t.at_s or 0.0) if driven else (lambda t: float(t.turn))
    placed = [(place(turn), index, turn) for index, turn in enumerate(run.turns)]
    if not placed:
        return {"axis": "", "steps": []}
    width = _width(max(at for at, _, _ in placed) + (0 if driven else 1), whole=not driven)
    groups: dict[int, list[tuple[int, RunTurn]]] = {}
    for at, index, turn in placed:
        groups.setdefault(int((at if driven else at - 1) // width), []).append((index, turn))
    steps = [_step(_label(step, width, driven), group) for step, group in sorted(groups.items())]
    return {
        "axis": "second of the run" if driven else "turn of the story",
        "steps": [asdict(step) for step in steps],
    }


def _width(end: float, *, whole: bool) -> float:
    """Of a step: 1, 2 or 5 times a power of ten, so that there are at most `MOST_STEPS`."""
    least = max(end / MOST_STEPS, 1.0 if whole else 1e-3)
    power = 10.0 ** math.floor(math.log10(least))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= least * 0.999)


def _label(step: int, width: float, driven: bool) -> str:
    if driven:
        return f"{step * width:g}"
    first, last = step * int(width) + 1, (step + 1) * int(width)
    return f"{first}" if first == last else f"{first}–{last}"


def _step(label: str, group: Sequence[tuple[int, RunTurn]]) -> Step:
    turns = [turn for _, turn in group]
    then = [turn.then for turn in turns if turn.then is not None]
    now = [turn.now for turn in turns if turn.now is not None]
    both = [(turn.then, turn.now) for turn in turns if turn.then is not None and turn.now is not None]
    ruled = [turn for turn in turns if turn.then is not None and turn.now is not None]
    lengths = sum(len(one.text) for one, _ in both), sum(len(other.text) for _, other in both)
    violations = sum(v.side == "now" for turn in turns for v in turn.violations)
    return Step(
        label=label,
        turns=len(turns),
        then_p50=_visible(then, 0.5),
        then_p95=_visible(then, 0.95),
        now_p50=_visible(now, 0.5),
        now_p95=_visible(now, 0.95),
        length_ratio=_round(lengths[1] / lengths[0]) if lengths[0] else None,
        drift=_round(
            divergence(*(words_in(side.text for side in sides) for sides in zip(*both, strict=True)))
        )
        if both
        else None,
        otherwise=_round(sum("ruling" in turn.differs for turn in ruled) / len(ruled)) if ruled else None,
        violations=round(violations * 100 / len(turns), 2),
        missed=round(sum(bool(turn.missed) for turn in turns) / len(turns), 4),
        first=group[0][0],
    )


def _visible(sides: Sequence[Side], share: float) -> float | None:
    return percentile((side.ms["first_visible"] for side in sides if "first_visible" in side.ms), share)


def _round(value: float | None) -> float | None:
    return round(value, 4) if value is not None else None
