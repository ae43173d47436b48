"""A run beside its baseline: what came out otherwise, what was accepted, and what is only noise."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gamemaster.replay.report.baseline import answer_digest, same_share
from gamemaster.replay.report.gate import Gate, gate, lines_of
from gamemaster.replay.report.latency import interval, is_slower
from gamemaster.replay.report.render import compared_summary
from gamemaster.replay.report.reviews import ReviewError, accepted_in
from gamemaster.replay.report.thresholds import parse_thresholds, read_thresholds
from gamemaster.replay.run import Run
from tests.runkit import generate_run


def without_chance(turns: int = 40) -> Run:
    run = generate_run(turns, faults=0.0)
    run.stamps["now"]["narrator"] = "understudy"
    return run


def hold(run: Run, baseline: Run, accepted: frozenset[str] = frozenset()) -> Gate:
    asked = parse_thresholds("regenerate: {same_as_baseline_share: {min: 1, optional: true}}", "t.yaml")
    return gate(run, baseline, asked, accepted)


def test_one_word_that_is_another_fails_the_gate_and_is_named() -> None:
    run = without_chance()
    assert hold(run, without_chance()).is_passed
    assert run.turns[7].now is not None
    run.turns[7].now.spans[0].text += " Or so."
    found = hold(run, without_chance())
    assert not found.is_passed
    (check,) = found.checks
    assert [cause.turn for cause in check.causes] == ["s1t8"]
    assert "other text: “" in check.causes[0].what
    assert "Or so.”" in check.causes[0].what
    told = compared_summary(run, without_chance())
    assert "1 turn came out otherwise than there\n      s1t8 " in told
    accepted = frozenset({answer_digest(run.turns[7].now)})
    assert hold(run, without_chance(), accepted).is_passed


def test_of_a_narrator_that_chance_has_a_part_in_nothing_is_said() -> None:
    run = generate_run(40, faults=0.0)
    assert same_share(run, run) is None
    assert hold(run, generate_run(40, seed=2, faults=0.0)).is_passed


def test_reviews_are_read_and_a_bad_file_is_named(tmp_path: Path) -> None:
    path = tmp_path / "reviews.json"
    reviews = [
        {"turn": "s1t1", "answer": "aa", "verdict": "accepted", "comment": "better"},
        {"turn": "s1t2", "answer": "bb", "verdict": "rejected"},
    ]
    path.write_text(json.dumps({"reviews": reviews}))
    assert accepted_in(path) == {"aa"}
    path.write_text('{"reviews": [{"turn": "s1t1", "answer": "aa", "verdict": "fine"}]}')
    with pytest.raises(ReviewError, match=r"holds no reviews: reviews\.0\.verdict"):
        accepted_in(path)
    with pytest.raises(ReviewError, match="No such file"):
        accepted_in(tmp_path / "none.json")


# ---- times ----


def run_at(first_visible: float, turns: int = 200) -> Run:
    """Turns whose first text came after so many milliseconds, more or less."""
    run = generate_run(turns, faults=0.0)
    for at, turn in enumerate(run.turns):
        assert turn.now is not None
        turn.now.ms["first_visible"] = first_visible * (0.8 + 0.4 * (at % 10) / 10)
    run.metrics["first_visible_p95_ms"] = first_visible * 1.16
    return run


@pytest.mark.parametrize(
    ("now", "before", "turns", "passes"),
    [(600, 600, 200, True), (2000, 600, 200, False), (23, 6, 200, True), (2000, 600, 20, True)],
    ids=["the same", "slower", "nobody would notice", "too few turns to tell"],
)
def test_a_time_fails_only_where_noise_cannot_explain_it(
    now: float, before: float, turns: int, passes: bool
) -> None:
    run, baseline = run_at(now, turns), run_at(before, turns)
    found = gate(run, baseline, read_thresholds())
    (check,) = [check for check in found.checks if check.metric == "first_visible_p95_ms"]
    assert check.passed is passes
    assert passes or is_slower(run, baseline, "first_visible_p95_ms", 1.5)
    if check.passed and now / before > 2:
        assert "noise" in "\n".join(lines_of(found))


def test_an_interval_holds_its_quantile_and_is_open_where_there_are_too_few_values() -> None:
    values = [float(n) for n in range(1000)]
    low, high = interval(values, 0.95)
    assert low < 950 < high < 1000
    assert interval(values[:5], 0.95)[1] == float("inf")
