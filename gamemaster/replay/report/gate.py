"""The gate: a run held to thresholds, some of them against the run before it. Pure.

What fails it: a limit that is passed, a figure that is missing where a limit asks for it, too few turns, a run that
cannot be compared with its baseline. A gate that cannot look does not open.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import Any

from gamemaster.replay.report.baseline import SAME_SHARE, otherwise, same_share
from gamemaster.replay.report.figures import label_of, with_unit
from gamemaster.replay.report.gate_causes import Cause, causes_of
from gamemaster.replay.report.latency import is_latency, is_slower
from gamemaster.replay.run import Run

ABSOLUTE = ("max", "min")
RELATIVE = ("max_ratio", "min_ratio", "max_change")
LIMITS = (*ABSOLUTE, *RELATIVE)
SESSIONS_SHOWN = 3
NO_BASELINE = "it needs a baseline: --baseline FILE.json, a run over the same recordings that was good"
# What a driven service was asked for, by the metrics that tell it.
LOAD = {
    "players": "{} players", "speed": "--speed {}", "slow_share": "{} slow readers",
    "drop_share": "{} of connections broken",
}  # fmt: skip
RULES = {
    "max": "at most", "min": "at least", "max_ratio": "at most", "min_ratio": "at least",
    "max_change": "changes by at most",
}  # fmt: skip


@dataclass(frozen=True)
class Threshold:
    """What is asked of one metric. `limits` by their names, of `LIMITS`."""

    metric: str
    limits: Mapping[str, float]
    optional: bool = False
    why: str = ""


@dataclass(frozen=True)
class Thresholds:
    """By kind of run. `min_turns`: fewer give no verdict."""

    min_turns: int = 20
    by_kind: Mapping[str, tuple[Threshold, ...]] = field(default_factory=dict)

    def of(self, kind: str) -> tuple[Threshold, ...] | None:
        """Those for a kind of run; None: the file says nothing of it."""
        found = self.by_kind.get(kind)
        return self.by_kind.get("regenerate") if found is None and kind == "shadow" else found


@dataclass(frozen=True)
class Check:
    """One limit. `value` and `baseline` are the metric's; `measured` is what the limit is held against."""

    metric: str
    rule: str
    limit: float
    value: float | None
    baseline: float | None
    measured: float | None
    passed: bool
    why: str
    causes: tuple[Cause, ...] = ()


@dataclass(frozen=True)
class Gate:
    """`problems`: what keeps it shut whatever the figures are."""

    problems: tuple[str, ...]
    checks: tuple[Check, ...]

    @property
    def is_passed(self) -> bool:
        return not self.problems and bool(self.checks) and all(check.passed for check in self.checks)


def gate(run: Run, baseline: Run | None, thresholds: Thresholds, accepted: Collection[str] = ()) -> Gate:
    """`baseline`: the run before; without one a relative limit can only pass if it is optional. `accepted`: digests of
    answers that may be other than the baseline's (`gamemaster.replay.report.baseline`)."""
    asked = thresholds.of(run.kind)
    if not asked:
        return Gate((f"the thresholds say nothing of {run.kind} runs: add a section `{run.kind}:`",), ())
    problems = [*_too_few(run, thresholds), *(_incomparable(run, baseline) if baseline is not None else ())]
    compared = _Compared(run, baseline, accepted)
    checks = [
        _check(compared, threshold, rule, limit)
        for threshold in asked
        for rule, limit in threshold.limits.items()
    ]
    return Gate(tuple(problems), tuple(checks))


def values_of(run: Run) -> dict[str, float | None]:
    """The run's metrics, and what is counted here."""
    if run.kind not in ("regenerate", "shadow"):
        return dict(run.metrics)
    return {"unanswered": float(sum(turn.now is None for turn in run.turns)), **run.metrics}


def _too_few(run: Run, thresholds: Thresholds) -> Iterator[str]:
    turns = run.metrics.get("turns")
    if run.kind == "verify" and run.metrics.get("diverged"):
        return  # turns are counted up to the first difference, and the verdict is that there is one
    needed = 1 if run.kind == "verify" else thresholds.min_turns
    if turns is None or turns < needed:
        yield (
            f"{turns or 0:.0f} turns are too few for a verdict: {needed} are needed (min_turns). Give it more"
        )


def _incomparable(run: Run, baseline: Run) -> Iterator[str]:
    if run.kind != baseline.kind:
        yield f"the baseline is a {baseline.kind} run and this is a {run.kind} run: they cannot be compared"
        return
    here, there = _recordings_played(run), _recordings_played(baseline)
    if here != there:
        parts = [
            f"{text}: {_some(sorted(found))}"
            for text, found in (("missing here", there - here), ("not in it", here - there))
            if found
        ]
        yield f"the baseline is of other recordings ({'; '.join(parts)}): take a new one, or run over the same"
    yield from _otherwise_driven(run, baseline)


def _otherwise_driven(run: Run, baseline: Run) -> Iterator[str]:
    """Under another load the figures of a service say nothing of a change to it. A run that does not know a part of
    its load was made before runs kept it."""
    for name, what in LOAD.items():
        here, there = run.metrics.get(name), baseline.metrics.get(name)
        if here != there and (name == "players" or None not in (here, there)):
            other = with_unit(name, there)
            yield f"{what.format(with_unit(name, here))} here and {other} in the baseline: drive both alike"
    for one, which in ((run, "this run"), (baseline, "the baseline")):
        if one.metrics.get("ended_early"):
            yield f"{which} was ended early, by Ctrl-C: drive it to its end"


def _recordings_played(run: Run) -> set[str]:
    """The recordings that were played. Players of a driven run begin stories of their own, with ids of their own."""
    return {session.file if run.kind == "drive" else session.id for session in run.sessions}


def _some(names: list[str]) -> str:
    rest = len(names) - SESSIONS_SHOWN
    return ", ".join(names[:SESSIONS_SHOWN]) + (f" and {rest} more" if rest > 0 else "")


@dataclass(frozen=True)
class _Compared:
    """A run beside the one before it, with their figures."""

    run: Run
    baseline: Run | None
    accepted: Collection[str] = ()

    @cached_property
    def values(self) -> dict[str, float | None]:
        same = same_share(self.run, self.baseline, self.accepted) if self.baseline is not None else None
        return {**values_of(self.run), SAME_SHARE: same}

    @cached_property
    def before(self) -> dict[str, float | None]:
        return values_of(self.baseline) if self.baseline is not None else {}

    def causes(self, metric: str, rule: str) -> tuple[Cause, ...]:
        if metric == SAME_SHARE and self.baseline is not None:
            return otherwise(self.run, self.baseline, self.accepted)
        return causes_of(self.run, metric, rule)


def _check(compared: _Compared, threshold: Threshold, rule: str, limit: float) -> Check:
    metric, given = threshold.metric, compared.baseline is not None
    value, earlier = compared.values.get(metric), compared.before.get(metric)
    measured, why = _held_value(rule, value, earlier, given, threshold.optional)
    if measured is None:
        passed = threshold.optional
        why = f"{why}, which is optional" if passed else why
    else:
        passed = measured >= limit if rule.startswith("min") else measured <= limit
        if not passed and _is_noise(compared, metric, rule, limit):
            passed, why = True, "slower, but not by more than the noise of so many turns"
    # No turn is at fault where there was nothing to compare with.
    causes = () if passed or measured is None else compared.causes(metric, rule)
    return Check(metric, rule, limit, value, earlier, measured, passed, why or threshold.why, causes)


def _is_noise(compared: _Compared, metric: str, rule: str, limit: float) -> bool:
    """Whether a time is above its limit, and might be so by chance."""
    if not is_latency(metric) or rule not in ("max", "max_ratio"):
        return False
    baseline = compared.baseline if rule == "max_ratio" else None
    return is_slower(compared.run, baseline, metric, limit) is False


def _held_value(
    rule: str, value: float | None, earlier: float | None, given: bool, optional: bool
) -> tuple[float | None, str]:
    """What the limit is held against, or None and why there is nothing. `given`: there is a baseline."""
    if value is None:
        return None, "the run does not know this figure"
    if rule not in RELATIVE:
        return value, ""
    if not given:
        return None, "no baseline" if optional else NO_BASELINE
    if earlier is None:
        return None, "the baseline does not know this figure"
    if rule == "max_change":
        return abs(value - earlier), ""
    if earlier == 0:
        # Nothing is as much as nothing; something is endlessly more.
        return (1.0 if value == 0 else float("inf")), ""
    return value / earlier, ""


def lines_of(found: Gate) -> Iterator[str]:
    """The gate for people: every limit, those that are not kept first, with the turns that they come of."""
    failed = sum(not check.passed for check in found.checks)
    counted = f"{len(found.checks) - failed} of {len(found.checks)} limits are kept"
    yield f"{'PASSED' if found.is_passed else 'FAILED'}: {counted}" + (
        "" if not found.problems else "; no verdict:"
    )
    yield from (f"  {problem}" for problem in found.problems)
    for check in sorted(found.checks, key=lambda check: check.passed):
        yield f"  {'pass' if check.passed else 'FAIL'}  {sentence(check)}"
        yield from (f"          {cause.turn} {cause.what}" for cause in check.causes)


def sentence(check: Check) -> str:
    """`rulings as recorded 12.0 %: at least 60.0 %`."""
    relative = check.rule in RELATIVE
    limit = f"{check.limit:g} ×" if check.rule.endswith("_ratio") else with_unit(check.metric, check.limit)
    baseline = (
        f" (baseline {with_unit(check.metric, check.baseline)})"
        if relative and check.baseline is not None
        else ""
    )
    of_it = " the baseline" if check.rule.endswith("_ratio") else ""
    why = f" ({check.why})" if check.why else ""
    name = f"{label_of(check.metric)} [{check.metric}]"
    return f"{name} {with_unit(check.metric, check.value)}: {RULES[check.rule]} {limit}{of_it}{baseline}{why}"


def data_of(found: Gate) -> dict[str, Any]:
    """The gate for programs."""
    return {
        "passed": found.is_passed,
        "problems": list(found.problems),
        "checks": [_finite(asdict(check)) for check in found.checks],
    }


def _finite(data: dict[str, Any]) -> dict[str, Any]:
    """JSON knows no infinity."""
    return {key: None if value == float("inf") else value for key, value in data.items()}
