"""Turns that differ alike make groups; runs make series with trends."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from gamemaster.cli.main import app
from gamemaster.replay.report.groups import exchange, groups_of
from gamemaster.replay.report.history import history_lines, history_of, trend
from gamemaster.replay.report.page_data import index_of
from gamemaster.replay.run import Run
from tests.runkit import generate_run, run_of_pairs


def test_turns_that_differ_by_the_same_words_are_a_group() -> None:
    run = run_of_pairs(
        ("Nobody begins to count.", "No one begins to count."), ("And so on.", "And so forth."),
        ("Then: Nobody came.", "Then: No one came."), ("Alone.", "Lonely."),
    )  # fmt: skip
    names, groups = groups_of(run.turns)
    assert names == ["text: “Nobody” → “No one”"]
    assert groups == [0, -1, 0, -1]
    index = index_of(run, None)
    assert (index["groups"], index["group"]) == (names, groups)


def test_a_group_is_named_by_few_words() -> None:
    assert exchange("a b c d", "a x d") == "“b c” → “x”"
    assert exchange("a", "a b c d e f g h i") == "“” → “b c d e f g …”"
    assert exchange("a a", "a") == "“a” → “”"


# ---- history ----


def run_on(day: int, violations: float, **changes: object) -> Run:
    run = generate_run(20, faults=0.0)
    run.metrics["violations"] = violations
    return run.model_copy(update={"started": f"2026-11-{day:02}T07:00:00+00:00", **changes})


def test_runs_over_the_same_recordings_are_a_series_with_trends() -> None:
    other = run_on(4, 9.0, sessions=[])
    series = history_of([("c", run_on(3, 4.0)), ("a", run_on(1, 0.0)), ("o", other), ("b", run_on(2, 2.0))])
    assert [[entry.name for entry in entries] for entries in series] == [["a", "b", "c"], ["o"]]
    told = "\n".join(history_lines(series))
    assert "regenerate over 4 recordings, 3 runs" in told
    assert "violations 4 (+100 %!)" in told
    assert "▁▅█  violations: 0 → 4" in told


def test_a_trend_of_one_value_is_flat() -> None:
    assert trend([3.0, 3.0]) == "▁▁"


def test_the_command_lists_a_folder_and_says_what_is_wrong(tmp_path: Path) -> None:
    for day in (1, 2):
        (tmp_path / f"day{day}.json").write_text(run_on(day, float(day)).model_dump_json())
    (tmp_path / "other.json").write_text("{}")
    shown = CliRunner().invoke(app, ["replay", "history", str(tmp_path)])
    assert shown.exit_code == 0, shown.output
    assert "day1" in shown.stdout
    data = json.loads(CliRunner().invoke(app, ["replay", "history", str(tmp_path), "--json"]).stdout)
    assert [run["worse"] for run in data[0]["runs"]] == [[], ["violations"]]
    assert CliRunner().invoke(app, ["replay", "history", str(tmp_path / "other.json")]).exit_code == 1


def test_a_gate_without_a_baseline_says_how_to_make_one(tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    path.write_text(run_on(1, 0.0).model_dump_json())
    found = CliRunner().invoke(app, ["replay", "gate", str(path)])
    assert "gamemaster replay regenerate RECORDINGS --out good.json" in found.output
    assert "--baseline good.json" in found.output


@pytest.mark.parametrize("kind", ["rejected", "checks"])
def test_what_was_decided_names_a_group_before_what_was_told(kind: str) -> None:
    run = run_of_pairs(("One.", "Two."), ("Three.", "Four."))
    for turn in run.turns:
        assert turn.now is not None
        setattr(turn.now, kind, ["the door is barred"])
    names, _ = groups_of(run.turns)
    assert names == ["text: “” → “the door is barred”"]
