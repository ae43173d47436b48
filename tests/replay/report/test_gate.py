"""The gate: limits, baselines, what is missing, and thresholds that cannot be used."""

from __future__ import annotations

from collections import Counter

import pytest

from gamemaster.replay.compare.compare import metrics_of
from gamemaster.replay.report.gate import Gate, Thresholds, data_of, gate, lines_of
from gamemaster.replay.report.thresholds import DEFAULT, ThresholdsError, parse_thresholds, read_thresholds
from gamemaster.replay.run import Run, RunSession, Violation
from tests.runkit import driven_run, generate_run


def check_gate(run: Run, yaml: str, baseline: Run | None = None) -> Gate:
    return gate(run, baseline, parse_thresholds(yaml, "t.yaml"))


def failures(found: Gate) -> list[str]:
    return [check.metric for check in found.checks if not check.passed]


def good(turns: int = 60) -> Run:
    return generate_run(turns, faults=0.0)


def test_a_good_run_passes_what_is_asked_by_default_against_itself() -> None:
    run = good()
    found = gate(run, run, read_thresholds())
    assert (found.problems, failures(found)) == ((), [])
    assert found.is_passed
    assert next(lines_of(found)).startswith("PASSED")


def test_a_driven_run_passes_too_and_one_that_lost_a_turn_does_not() -> None:
    run = driven_run(missed=())
    assert gate(run, run, read_thresholds()).is_passed
    run.metrics["lost"] = 1.0
    run.turns[5].missed = ["committed"]
    found = gate(run, driven_run(missed=()), read_thresholds())
    assert failures(found) == ["lost"]
    lost = next(check for check in found.checks if check.metric == "lost")
    assert [cause.turn for cause in lost.causes] == ["s6t1"]


def test_a_failed_limit_names_the_first_turns_that_it_comes_of() -> None:
    run = good()
    for at in (7, 9, 20, 30):
        run.turns[at].violations = [
            Violation(kind="canon", text="The door stands open.", why="the door is shut")
        ]
    run.metrics = metrics_of(run.turns)
    found = gate(run, good(), read_thresholds())
    assert failures(found) == ["violations_canon"]
    told = "\n".join(lines_of(found))
    assert "contradicts the state [violations_canon] 4: at most 0" in told
    assert "s1t8" in told
    assert "s3t1" not in told, "the first three are enough"
    assert "the door is shut: “The door stands open.”" in told


def test_limits_against_the_baseline() -> None:
    run, before = good(), good()
    run.metrics.update(cached_share=0.40, goodput=5.0, length_ratio=1.5, violations=1.0)
    before.metrics.update(cached_share=0.50, goodput=10.0, length_ratio=1.0, violations=0.0)
    asked = """
regenerate:
  cached_share: {min_ratio: 0.75}
  goodput: {min_ratio: 0.75}
  length_ratio: {max_change: 0.4, max_ratio: 1.6}
  violations: {max_ratio: 2}
"""
    found = check_gate(run, asked, before)
    by_rule = {(check.metric, check.rule): check.passed for check in found.checks}
    assert by_rule == {
        ("cached_share", "min_ratio"): True,
        ("goodput", "min_ratio"): False,
        ("length_ratio", "max_change"): False,
        ("length_ratio", "max_ratio"): True,
        ("violations", "max_ratio"): False,  # none before: any is endlessly more
    }
    assert data_of(found)["checks"][4]["measured"] is None, "JSON has no infinity"


@pytest.mark.parametrize("value", [None, "gone"])
def test_a_figure_that_is_missing_fails_unless_it_is_optional(value: str | None) -> None:
    run = good()
    if value is None:
        run.metrics["cached_share"] = None
    else:
        del run.metrics["cached_share"]
    found = check_gate(run, "regenerate: {cached_share: {min: 0.5}}")
    assert not found.is_passed
    assert "does not know this figure" in found.checks[0].why
    assert check_gate(run, "regenerate: {cached_share: {min: 0.5, optional: true}}").is_passed


def test_without_a_baseline_only_an_optional_relative_limit_passes() -> None:
    found = check_gate(good(), "regenerate: {cached_share: {min_ratio: 0.9, optional: true}}")
    assert found.is_passed
    assert found.checks[0].why == "no baseline, which is optional"
    found = check_gate(good(), "regenerate: {cached_share: {min_ratio: 0.9}}")
    assert not found.is_passed
    assert "--baseline" in found.checks[0].why


def test_failures_come_first_and_a_missing_baseline_is_no_turns_fault() -> None:
    limits = "regenerate: {violations: {max: 0}, ruling_agreement_share: {min_ratio: 0.9}}"
    run = good()
    run.turns[2].differs = ["ruling"]
    found = check_gate(run, limits)
    assert [line.split()[0] for line in lines_of(found)] == ["FAILED:", "FAIL", "pass"]


def test_too_few_turns_are_no_verdict() -> None:
    run = good(8)
    found = gate(run, run, read_thresholds())
    assert not found.is_passed
    assert "8 turns are too few for a verdict: 20 are needed" in found.problems[0]


def test_turns_without_an_answer_count_as_faults() -> None:
    run = good()
    run.turns[3].now, run.turns[3].error = None, "EngineLost: it died"
    found = gate(run, good(), read_thresholds())
    assert failures(found) == ["unanswered"]
    assert "EngineLost" in "\n".join(lines_of(found))


def test_runs_that_cannot_be_compared_are_no_verdict() -> None:
    run = good()
    other = good()
    other.sessions = [*other.sessions[1:], RunSession(id="f" * 32)]
    assert "other recordings" in gate(run, other, read_thresholds()).problems[0]
    assert (
        "a drive run and this is a regenerate run" in gate(run, driven_run(), read_thresholds()).problems[0]
    )
    many = driven_run(players=40)
    assert any(
        "40 players here and 20" in problem
        for problem in gate(many, driven_run(), read_thresholds()).problems
    )


def test_runs_under_other_loads_are_no_verdict() -> None:
    run, other = driven_run(), driven_run()
    run.metrics["speed"], other.metrics["speed"] = 4.0, 1.0
    assert gate(run, other, read_thresholds()).problems == (
        "--speed 4 here and 1 in the baseline: drive both alike",
    )
    other.metrics["speed"], other.metrics["ended_early"] = 4.0, 1.0
    assert "the baseline was ended early" in gate(run, other, read_thresholds()).problems[0]


def test_a_kind_that_nothing_is_asked_of_does_not_pass() -> None:
    found = check_gate(driven_run(), "regenerate: {violations: {max: 0}}")
    assert not found.is_passed
    assert "say nothing of drive runs" in found.problems[0]


def test_shadow_runs_are_held_to_what_is_asked_of_regenerated_ones() -> None:
    run = good().model_copy(update={"kind": "shadow"})
    assert gate(run, run, read_thresholds()).is_passed
    assert read_thresholds().of("shadow") == read_thresholds().of("regenerate")


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("regenrate: {}", ["t.yaml:1: the file has no 'regenrate'; did you mean 'regenerate'? allowed are min_turns"]),
        ("regenerate:\n  violatoins: {max: 0}", ["t.yaml:2: regenerate has no 'violatoins'; did you mean"]),
        ("drive:\n  lost:\n    mx: 0", ["t.yaml:3: drive.lost has no 'mx'", "t.yaml:3: drive.lost sets no limit"]),
        ("drive:\n  lost: {max: none}", ["t.yaml:2: drive.lost.max = 'none': a number", "sets no limit"]),
        ("drive:\n  lost: {max: .nan}", ["a number is allowed", "sets no limit"]),
        ("drive:\n  lost: {max: -1}", ["no figure of a run is below 0"]),
        ("drive:\n  lost: 0", ["t.yaml:2: drive.lost is a mapping"]),
        ("drive:\n  lost: {max: 0, optional: maybe}", ["true and false are allowed"]),
        ("drive:\n  lost: {max: 1, min: 2}", ["min 2 is above max 1: nothing can pass"]),
        ("drive:\n  lost: {max: 1}\n  lost: {max: 2}", ["t.yaml:3: drive has 'lost' twice"]),
        ("regenerate:\n  judge_mean: {min: 5}", ["t.yaml:2: regenerate.judge_mean: a judge's score can"]),
        ("min_turns: 0", ["min_turns = 0: a whole number"]),
        ("drive: [", ["t.yaml:1: this is no YAML"]),
        ("- 1", ["the file is a mapping"]),
        ("", ["t.yaml: it is empty"]),
    ],
)  # fmt: skip
def test_thresholds_that_cannot_be_used_say_where_and_what_is_allowed(text: str, faults: list[str]) -> None:
    with pytest.raises(ThresholdsError) as error:
        parse_thresholds(text, "t.yaml")
    said = error.value.faults
    assert len(said) == len(faults), said
    for expected, fault in zip(faults, said, strict=True):
        assert expected in fault


def test_what_is_asked_by_default_asks_every_kind_once_and_no_judge() -> None:
    asked = read_thresholds()
    assert isinstance(asked, Thresholds)
    assert set(asked.by_kind) == {"regenerate", "drive", "verify"}
    for thresholds in asked.by_kind.values():
        assert set(Counter(threshold.metric for threshold in thresholds).values()) == {1}
    assert "judge" not in "".join(t.metric for part in asked.by_kind.values() for t in part)
    assert DEFAULT.read_text(encoding="utf-8").startswith("# ")


def test_recordings_that_diverge_at_once_are_not_called_too_few() -> None:
    run = Run(
        kind="verify", title="", started="2026-11-21T07:15:00+00:00", seconds=1.0,
        metrics={"turns": 0.0, "diverged": 2.0, "failed": 0.0},
    )  # fmt: skip
    found = gate(run, None, read_thresholds())
    assert (found.is_passed, found.problems) == (False, ())
    run.metrics["diverged"] = 0.0
    assert "too few" in gate(run, None, read_thresholds()).problems[0]
