"""Which turns a failed limit comes of: the first at fault, or the ones farthest out. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from gamemaster.replay.report.figures import with_unit
from gamemaster.replay.report.turn_labels import branching_told, rulings_told, short, turn_name, words_of
from gamemaster.replay.run import Run, RunTurn

MOST = 3
_TEXT = 90  # characters of the words at fault
_LATER = {"lost": "committed", "invalid": "valid", "underruns": "underruns"}
_MS = {
    "first_visible": "first_visible",
    "acknowledged": "acknowledged",
    "gap": "gap_p99",
    "first_audio": "first_audio",
}


@dataclass(frozen=True)
class Cause:
    """`turn` as the report links to it: s2t14."""

    turn: str
    what: str


def causes_of(run: Run, metric: str, rule: str) -> tuple[Cause, ...]:
    """At most `MOST` turns; none for a figure that no turn has a part in."""
    high = rule.startswith("max")
    if metric.startswith("violations"):
        found = _violations(run, metric.removeprefix("violations").lstrip("_"))
    elif metric in _SAID:
        found = (
            Cause(turn_name(t), f"{words_of(t)}: {what}") for t in run.turns if (what := _SAID[metric](t))
        )
    elif metric in ("good_share", "goodput") or metric in _LATER:
        missed = _LATER.get(metric)
        found = (
            Cause(turn_name(t), f"{words_of(t)}: missed {', '.join(t.missed)}")
            for t in run.turns
            if (missed in t.missed if missed else t.missed)
        )
    elif (measure := _measure(metric)) is not None:
        found = _farthest(run, metric, measure, high)
    else:
        found = iter(())
    return tuple(cause for _, cause in zip(range(MOST), found, strict=False))


def _violations(run: Run, kind: str) -> Iterator[Cause]:
    for turn in run.turns:
        for violation in turn.violations:
            if violation.side == "now" and kind in ("", violation.kind):
                said = short(violation.text, _TEXT)
                yield Cause(turn_name(turn), f"{words_of(turn)}: {violation.why}: “{said}”")


_SAID: dict[str, Callable[[RunTurn], str | None]] = {
    "unanswered": lambda turn: (turn.error or "no answer") if turn.now is None else None,
    "ruling_agreement_share": lambda turn: (
        rulings_told(turn) if turn.now and "ruling" in turn.differs else None
    ),
    "expectations_unmet": lambda turn: "; ".join(turn.unmet) or None,
    "branched_share": lambda turn: branching_told(turn) if turn.branched else None,
    "prompt_same_share": lambda turn: "another prompt" if "prompt" in turn.differs else None,
    "understudy_share": lambda turn: (
        turn.now.narrator if turn.now and turn.now.understudy_stepped_in else None
    ),
    "diverged": lambda turn: ", ".join(turn.differs) or None,
}


def _measure(metric: str) -> Callable[[RunTurn], float | None] | None:
    """What a metric that is a mean or a percentile looks at in each turn."""
    if metric.endswith("_ms"):
        named = next((key for name, key in _MS.items() if metric.startswith(name)), "")
        return lambda turn: turn.now.ms.get(named) if turn.now else None
    return _OF_TURN.get(metric)


def _length(turn: RunTurn) -> float | None:
    return len(turn.now.text) / len(turn.then.text) if turn.now and turn.then and turn.then.text else None


def _cached_share(turn: RunTurn) -> float | None:
    tokens = turn.now.tokens if turn.now else {}
    return tokens.get("cached", 0) / tokens["prompt"] if tokens.get("prompt") else None


_OF_TURN: dict[str, Callable[[RunTurn], float | None]] = {
    "length_ratio": _length,
    "cached_share": _cached_share,
    "accept_length": lambda turn: turn.now.accept_length if turn.now else None,
}


def _farthest(
    run: Run, metric: str, measure: Callable[[RunTurn], float | None], high: bool
) -> Iterator[Cause]:
    known = [(value, turn) for turn in run.turns if (value := measure(turn)) is not None]
    for value, turn in sorted(known, key=lambda pair: pair[0], reverse=high):
        yield Cause(turn_name(turn), f"{words_of(turn)}: {with_unit(metric, value)}")
