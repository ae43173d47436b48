"""The figures of a run with their names, units and good direction, then and now, as people read them. Pure."""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from gamemaster.replay.percentile import percentile
from gamemaster.replay.run import Run, Side

Good = Literal["more", "less", "one", ""]  # one: the nearer to 1, the better; "": neither


@dataclass(frozen=True)
class Metric:
    label: str
    good: Good = ""


# By the names of `gamemaster.replay.run`. Those that are missing here are called by their names, and neither is better.
METRICS: dict[str, Metric] = {
    "goodput": Metric("goodput: turns a second that met every objective", "more"),
    "good_share": Metric("turns that met every objective", "more"),
    "lost": Metric("turns lost", "less"),
    "doubled": Metric("turns doubled", "less"),
    "invalid": Metric("turns invalid by the protocol", "less"),
    "diverged": Metric("recordings that diverged", "less"),
    "failed": Metric("recordings that could not be played", "less"),
    "violations": Metric("violations", "less"),
    "violations_canon": Metric("contradicts the state", "less"),
    "violations_from_nowhere": Metric("things or people from nowhere", "less"),
    "violations_dead_speaks": Metric("the dead speak", "less"),
    "violations_wrong_speaker": Metric("wrong speaker", "less"),
    "violations_secret": Metric("secrets leaked", "less"),
    "violations_markup": Metric("reasoning or markup in the prose", "less"),
    "violations_repetition": Metric("repetition", "less"),
    "violations_language": Metric("another language", "less"),
    "violations_length": Metric("nothing told, or far too much", "less"),
    "violations_refusal": Metric("refusals", "less"),
    "violations_puppet": Metric("decides or speaks for the player", "less"),
    "violations_rut": Metric("begins as the turns before it", "less"),
    "violations_leap": Metric("time that nobody asked for", "less"),
    "expectations_unmet": Metric("expectations that turns do not meet", "less"),
    "unanswered": Metric("turns without an answer", "less"),  # counted by the gate
    "ruling_agreement_share": Metric("rulings as recorded", "more"),
    "same_as_baseline_share": Metric("turns that came out as in the baseline", "more"),
    "branched_share": Metric("turns that branched", "less"),
    "prompt_same_share": Metric("prompts as recorded"),
    "understudy_share": Metric("turns that the model did not tell whole", "less"),
    "length_ratio": Metric("length of the prose, now to then", "one"),
    "vocabulary_drift": Metric("drift of the vocabulary (0 the same, 1 nothing in common)", "less"),
    "judge_mean": Metric("the judge's mean score, of 10", "more"),
    "first_visible_p50_ms": Metric("first text, median", "less"),
    "first_visible_p95_ms": Metric("first text, 95th percentile", "less"),
    "first_visible_p99_ms": Metric("first text, 99th percentile", "less"),
    "acknowledged_p50_ms": Metric("acknowledged, median", "less"),
    "acknowledged_p95_ms": Metric("acknowledged, 95th percentile", "less"),
    "gap_p50_ms": Metric("between two texts, median", "less"),
    "gap_p99_ms": Metric("between two texts, 99th percentile", "less"),
    "first_audio_p95_ms": Metric("first sound, 95th percentile", "less"),
    "rtf_worst": Metric("real-time factor of the slowest speech", "less"),
    "underruns": Metric("speech ran dry", "less"),
    "cached_share": Metric("prompt tokens in the cache", "more"),
    "accept_length": Metric("tokens accepted a step", "more"),
    "prompt_tokens": Metric("prompt tokens"),
    "completion_tokens": Metric("written tokens"),
    "reasoning_tokens": Metric("reasoning tokens"),
    "players": Metric("players"),
    "speed": Metric("recorded pauses divided by"),
    "slow_share": Metric("players who read slowly"),
    "drop_share": Metric("turns with a broken connection"),
    "ended_early": Metric("ended early (1: by Ctrl-C)"),
    "sessions": Metric("recordings"),
    "seconds": Metric("seconds"),
    "turns": Metric("turns"),
    "lines": Metric("lines of the recordings"),
    "committed": Metric("turns committed"),
    "reconnections": Metric("reconnections"),
    "return_p50_ms": Metric("back after a restart, median", "less"),
    "return_worst_ms": Metric("back after a restart, longest", "less"),
    "interruptions": Metric("interruptions"),
    "errors": Metric("errors", "less"),
}  # fmt: skip
_BETWEEN = frozenset({"vocabulary_drift"})  # from 0 to 1: what changed is told as the difference
NO_DECIMALS = 1000  # from here on a figure is told in whole numbers
SECONDS_FROM_MS = 10_000
NOTICED = 0.005  # a relative change; less would be told as 0 %
NEARER = 0.05  # what is best at 1 is neither better nor worse for so little more or less of distance from it
NOTHING = ("0", "0.00")  # as told: no figure can be so many times more than it


@dataclass(frozen=True)
class Figure:
    """A figure of a run beside what it was before: at the time of the recording, or in another run."""

    name: str
    label: str
    good: Good
    before: float | None
    now: float | None

    @property
    def change(self) -> float | None:
        """Relative to before; None where either is not known, or it was nothing and is no longer."""
        if self.before is None or self.now is None:
            return None
        if self.before == self.now or with_unit(self.name, self.before) == with_unit(self.name, self.now):
            return 0.0
        return (
            (self.now - self.before) / abs(self.before)
            if with_unit(self.name, self.before) not in NOTHING
            else None
        )

    @property
    def direction(self) -> Literal["better", "worse", "same", "other"]:
        """Which way it went; `other` where neither way is better, or one of the two is not known."""
        if self.before is None or self.now is None or not self.good:
            return "other"
        target = abs if self.good != "one" else lambda value: abs(value - 1)
        before, now = target(self.before), target(self.now)
        if self.change == 0 or (self.good == "one" and abs(now - before) < NEARER):
            return "same"
        return "better" if (now > before) == (self.good == "more") else "worse"


def label_of(name: str) -> str:
    return METRICS[name].label if name in METRICS else name.replace("_", " ")


def good_of(name: str) -> Good:
    return METRICS[name].good if name in METRICS else ""


def with_unit(name: str, value: float | None) -> str:
    """A figure with its unit, which is the end of its name: `93.2 %`, `840 ms`, `1.07 ×`, `1,204`."""
    if value is None:
        return "not known"
    if name.endswith("_share"):
        return f"{value * 100:.1f} %"
    if name.endswith("_ms"):
        return f"{value:,.0f} ms" if abs(value) < SECONDS_FROM_MS else f"{value / 1000:,.1f} s"
    if name.endswith(("_s", "seconds")):
        return f"{value:,.1f} s"
    if name.endswith("_ratio"):
        return f"{value:.2f} ×"
    if value == int(value) or abs(value) >= NO_DECIMALS:
        return f"{value:,.0f}"
    return f"{value:.2f}"


def change_told(figure: Figure) -> str:
    """How much it changed: `+12 %`; shares in points of a hundred; empty where nothing can be said."""
    if figure.before is None or figure.now is None:
        return ""
    if figure.change == 0:
        return "the same"
    if figure.name.endswith("_share"):
        return f"{(figure.now - figure.before) * 100:+.1f} points"
    change = figure.change
    if change is None or figure.name in _BETWEEN:
        difference = figure.now - figure.before
        return f"{'+' if difference > 0 else '-'}{with_unit(figure.name, abs(difference))}"
    return f"{change * 100:+,.0f} %"


def figures_of(run: Run, before: Mapping[str, float | None] | None = None) -> list[Figure]:
    """Every known figure in the order of `METRICS`, then others. `before`: as `then_of`, or another run's metrics."""
    earlier = then_of(run) if before is None else before
    names = [name for name in METRICS if name in run.metrics or name in earlier]
    names += sorted(name for name in {*run.metrics, *earlier} if name not in METRICS)
    figures = [
        Figure(name, label_of(name), good_of(name), earlier.get(name), run.metrics.get(name))
        for name in names
    ]
    return [figure for figure in figures if figure.now is not None or figure.before is not None]


def then_of(run: Run) -> dict[str, float | None]:
    """What the same figures were when it was recorded, as far as the turns' `then` sides tell."""
    sides = [turn.then for turn in run.turns if turn.then is not None]
    if not sides:
        return {}
    found: dict[str, float | None] = {}
    if any(turn.now is not None for turn in run.turns):
        kinds = [v.kind for turn in run.turns for v in turn.violations if v.side == "then"]
        found["violations"] = float(len(kinds))
        for name in run.metrics:
            if name.startswith("violations_"):
                found[name] = float(kinds.count(name.removeprefix("violations_")))
    visible = [side.ms["first_visible"] for side in sides if "first_visible" in side.ms]
    for percent in (50, 95, 99):
        found[f"first_visible_p{percent}_ms"] = percentile(visible, percent / 100)
    tokens = {
        kind: _sum(sides, lambda side, kind=kind: side.tokens.get(kind)) for kind in ("prompt", "cached")
    }
    if tokens["prompt"] and tokens["cached"] is not None:
        found["cached_share"] = tokens["cached"] / tokens["prompt"]
    for kind in ("prompt", "completion", "reasoning"):
        found[f"{kind}_tokens"] = _sum(sides, lambda side, kind=kind: side.tokens.get(kind))
    lengths = [side.accept_length for side in sides if side.accept_length is not None]
    found["accept_length"] = statistics.fmean(lengths) if lengths else None
    return {name: value for name, value in found.items() if value is not None and name in run.metrics}


def _sum(sides: Iterable[Side], read: Callable[..., int | None]) -> float | None:
    values = [value for side in sides if (value := read(side)) is not None]
    return float(sum(values)) if values else None


# What nobody would call a change of the run's outcome: how much was asked.
_AMOUNTS = frozenset(
    {
        "turns", "players", "seconds", "sessions", "lines", "committed", "prompt_tokens",
        "speed", "slow_share", "drop_share", "ended_early",
    }
)  # fmt: skip


def most_changed(figures: Iterable[Figure], most: int = 3) -> list[Figure]:
    """The figures that changed most, relative to what they were; first those that were none and are some now.

    Violations are left out: they are told of by themselves; and tokens, where the narrator of one side has none.
    """

    def weight(figure: Figure) -> float:
        change = figure.change
        return abs(change) if change is not None else math.inf

    moved = [
        figure
        for figure in figures
        if figure.before is not None and figure.now is not None and weight(figure) >= NOTICED
    ]
    told_apart = (
        f
        for f in moved
        if f.name not in _AMOUNTS
        and not f.name.startswith("violations")
        and not (f.name.endswith("_tokens") and 0 in (f.before, f.now))
    )
    return sorted(told_apart, key=weight, reverse=True)[:most]
