"""Runs one after the other: what each came to, and which way its figures go. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from gamemaster.replay.report.figures import Figure, change_told, good_of, label_of, with_unit
from gamemaster.replay.run import Run

# What a line has of each kind of run, where the run knows it.
SHOWN = {
    "verify": ("turns", "diverged", "failed"),
    "regenerate": ("turns", "violations", "expectations_unmet", "ruling_agreement_share", "branched_share",
                   "length_ratio", "first_visible_p95_ms"),
    "shadow": ("turns", "violations", "ruling_agreement_share", "first_visible_p95_ms"),
    "drive": ("turns", "goodput", "good_share", "lost", "doubled", "acknowledged_p95_ms", "first_visible_p95_ms"),
}  # fmt: skip
BARS = "▁▂▃▄▅▆▇█"


@dataclass(frozen=True)
class Entry:
    """A run among others of its kind over the same recordings. `figures` compare it with the one before."""

    name: str
    run: Run
    figures: tuple[Figure, ...]


def history_of(named: Sequence[tuple[str, Run]]) -> list[list[Entry]]:
    """The runs in series: of one kind, over the same recordings, the oldest first; the longest series first."""
    series: dict[tuple[str, frozenset[str]], list[tuple[str, Run]]] = {}
    for name, run in sorted(named, key=lambda pair: pair[1].started):
        series.setdefault((run.kind, _recordings(run)), []).append((name, run))
    found = [_entries(runs) for runs in series.values()]
    return sorted(found, key=len, reverse=True)


def _recordings(run: Run) -> frozenset[str]:
    return frozenset(session.file or session.id for session in run.sessions)


def _entries(runs: Sequence[tuple[str, Run]]) -> list[Entry]:
    entries: list[Entry] = []
    for at, (name, run) in enumerate(runs):
        before = runs[at - 1][1].metrics if at else {}
        figures = tuple(
            Figure(metric, label_of(metric), good_of(metric), before.get(metric), run.metrics.get(metric))
            for metric in SHOWN[run.kind]
            if run.metrics.get(metric) is not None
        )
        entries.append(Entry(name, run, figures))
    return entries


def history_lines(series: Sequence[Sequence[Entry]]) -> Iterator[str]:
    """For people: each run on a line, then each figure's trend."""
    for entries in series:
        first = entries[0].run
        yield f"{first.kind} over {len(first.sessions)} recordings, {len(entries)} runs"
        for entry in entries:
            code = entry.run.stamps.get("now", {}).get("code", "")
            told = ", ".join(_words_for(figure) for figure in entry.figures)
            yield f"  {entry.run.started[:16]}  {entry.name}  {code}  {told}"
        for metric in SHOWN[first.kind] if len(entries) > 1 else ():
            values = [value for entry in entries if (value := entry.run.metrics.get(metric)) is not None]
            if len(set(values)) > 1:
                last = with_unit(metric, values[-1])
                yield f"    {trend(values)}  {label_of(metric)}: {with_unit(metric, values[0])} → {last}"


def _words_for(figure: Figure) -> str:
    worse = "!" if figure.direction == "worse" else ""
    change = change_told(figure)
    moved = f" ({change}{worse})" if change not in ("", "the same") else ""
    return f"{figure.name} {with_unit(figure.name, figure.now)}{moved}"


def trend(values: Sequence[float]) -> str:
    """A line of bars, from the least to the most of them."""
    least, most = min(values), max(values)
    span = (most - least) or 1.0
    return "".join(BARS[round((value - least) / span * (len(BARS) - 1))] for value in values)


def as_data(series: Sequence[Sequence[Entry]]) -> list[dict[str, Any]]:
    """For programs."""
    return [
        {
            "kind": entries[0].run.kind,
            "recordings": len(entries[0].run.sessions),
            "runs": [
                {
                    "name": entry.name,
                    "started": entry.run.started,
                    "stamps": entry.run.stamps.get("now", {}),
                    "metrics": {figure.name: figure.now for figure in entry.figures},
                    "worse": [figure.name for figure in entry.figures if figure.direction == "worse"],
                }
                for entry in entries
            ],
        }
        for entries in series
    ]
