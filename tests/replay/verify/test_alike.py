"""Recordings that diverge alike are told together, with what to do; and a report of them says the same."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from gamemaster.cli.main import app
from gamemaster.cli.qa.verify import faults_counted
from gamemaster.recording.format import SUFFIX, Recording, read
from gamemaster.replay.report.page_data import index_of
from gamemaster.replay.report.turn_labels import worst_turns
from gamemaster.replay.report.verdict import verdict_of
from gamemaster.replay.run import read_run
from gamemaster.replay.verify.alike import groups_alike, told_alike
from gamemaster.replay.verify.expectations import Unmet
from gamemaster.replay.verify.playback import Divergence
from gamemaster.replay.verify.verdicts import difference_of, run_of, verdict_lines
from gamemaster.replay.verify.verify import Verdict
from tests.worldkit import ROOT

NAME = "understudy-lighthouse-spoken"


@pytest.fixture(scope="module")
def recording() -> Recording:
    return read(ROOT / "tests" / "recordings" / f"{NAME}{SUFFIX}")


def verdict_with(recording: Recording, place: int, then: str, now: str, *, world: str = "") -> Verdict:
    """In what is suggested at the given place of a list."""
    expected, got = (
        {"kind": "frame", "frame": {"type": "state", "suggestions": [""] * place + [text]}}
        for text in (then, now)
    )
    return Verdict(recording, 0, 3, Divergence(1, 4, expected, got, ""), world)


def test_the_same_part_of_other_elements_is_one_group(recording: Recording) -> None:
    verdicts = [
        verdict_with(recording, 0, "Go to the Hall", "Go to the Ice"),
        Verdict(recording, 5, 90),
        verdict_with(recording, 3, "Ask Ulf", "Ask Ivar", world="the world lighthouse is not what it was"),
    ]
    groups = groups_alike(verdicts)
    assert [len(group) for group in groups] == [2]
    assert str(difference_of(verdicts[0])) == "view, frame.suggestions.N: “Hall” → “Ice”"
    told = list(told_alike(verdicts, "this code"))
    assert told[0].startswith("2 × view, frame.suggestions.N: “Hall” → “Ice” (first in ")
    assert told[1] == (
        "Changed since they were recorded: the files of the world lighthouse (1 recording); the program (2 recordings)."
    )
    assert any("replay regenerate" in line for line in told)
    assert any("make recordings" in line for line in told)


def test_nothing_is_told_where_all_is_the_same(recording: Recording) -> None:
    assert not list(told_alike([Verdict(recording, 5, 90)], "this code"))


def test_only_the_words_near_the_difference_are_told(recording: Recording) -> None:
    long = "and so on " * 20_000
    verdict = verdict_with(recording, 0, f"{long}to the hall{long}", f"{long}to the ice{long}")
    assert len(str(difference_of(verdict))) < 200


def test_a_report_names_the_part_and_the_words(recording: Recording) -> None:
    verdicts = [verdict_with(recording, at, "Go to the Hall", "Go to the Ice") for at in range(3)]
    run = run_of(verdicts, {}, "2026-11-22T10:00:00+00:00", 1.0, "now")
    assert verdict_of(run).sentences[1] == "They differ first in 1 part: to read one of each is to read all."
    assert index_of(run, None)["groups"] == ["view, frame.suggestions.N"]
    assert worst_turns(run, 1)[0].difference == "view, frame.suggestions.N: “Hall” → “Ice”"


def test_a_folder_that_diverges_ends_with_what_to_do(tmp_path: Path) -> None:
    """A recording of a world that was edited since, three times: the third is told by a line."""
    recordings = tmp_path / "recordings"
    recordings.mkdir()
    for copy in "abc":
        shutil.copy(ROOT / "tests" / "recordings" / f"{NAME}{SUFFIX}", recordings / f"{copy}{SUFFIX}")
    worlds = tmp_path / "worlds"
    shutil.copytree(ROOT / "worlds" / "lighthouse", worlds / "lighthouse")
    file = worlds / "lighthouse" / "tower.yaml"
    text = file.read_text(encoding="utf-8")
    file.write_text(
        re.sub(r"^( +(?:text: )?The .*) a ", r"\1 one ", text, flags=re.MULTILINE), encoding="utf-8"
    )
    out = tmp_path / "run.json"
    said = CliRunner().invoke(
        app,
        ["replay", "verify", str(recordings), "--out", str(out)],
        env={"GM_WORLDS_DIRS": str(worlds)},
    )
    assert said.exit_code == 1
    lines = said.stdout.splitlines()
    assert sum(line.startswith("DIVERGED") for line in lines) == 3
    assert sum("as those above" in line for line in lines) == 1
    assert any(line.startswith("  3 × ") and "a, b, c" in line for line in lines)
    assert "the files of the world lighthouse (3 recordings)" in said.stdout
    assert "record promote" in lines[-1]
    notes = read_run(out.read_bytes(), "run").notes
    assert notes == [line.strip() for line in lines[-len(notes) :]]


def test_a_world_that_was_edited_without_effect_is_said_to_be_that(recording: Recording) -> None:
    verdict = Verdict(recording, 5, 90, world="the world lighthouse is not what it was: 1 now, 2 then")
    (line,) = verdict_lines(verdict, "now")
    assert line.startswith(
        f"EDITED    {NAME}: all 5 turns came out the same; the world lighthouse is not what it was"
    )
    told = list(told_alike([verdict], "now"))
    assert told[0].startswith("1 × nothing but the world's files (first in ")
    assert not any("replay regenerate" in line for line in told)
    assert "Record anew" in told[-1]


def test_the_last_count_tells_an_edited_world_and_expectations_from_divergences(recording: Recording) -> None:
    edited = Verdict(recording, 5, 90, world="the world lighthouse is not what it was: 1 now, 2 then")
    unmet = Verdict(recording, 5, 90, unmet=(Unmet(1, "moved_to", "moon", "store"),))
    other = verdict_with(recording, 0, "Go to the Hall", "Go to the Ice")
    assert faults_counted([other, edited, unmet]) == "1 diverged, 1 not as expected, 1 of an edited world"
    assert faults_counted([Verdict(recording, 5, 90)]) == "0 diverged"
