"""What QA writes down beside a recording: held, told where it is not met, and what is wrong with a file."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from gamemaster.bootstrap import load_worlds
from gamemaster.narration.understudy.understudy import Understudy
from gamemaster.recording.format import SUFFIX, read, turns_of
from gamemaster.replay.regenerate.regenerate import regenerate
from gamemaster.replay.verify.expectations import (
    ExpectationError,
    ExpectedTurn,
    path_beside,
    read_expectations,
    unmet_by,
    unmet_in,
)
from gamemaster.replay.verify.verdicts import run_of, verdict_lines
from gamemaster.replay.verify.verify import verify
from tests.worldkit import ROOT

NAME = "understudy-lighthouse-spoken"


@pytest.fixture
def recording(tmp_path: Path) -> Path:
    """A recording of five turns: go in, go up, …"""
    return Path(shutil.copy(ROOT / "tests" / "recordings" / f"{NAME}{SUFFIX}", tmp_path))


def expect(recording: Path, text: str) -> None:
    path_beside(recording).write_text(text, encoding="utf-8")


async def test_verify_holds_what_is_expected_and_a_run_says_what_is_not_met(recording: Path) -> None:
    worlds, _ = load_worlds([ROOT / "worlds"])
    place = turns_of(read(recording))[0].after.place
    expect(recording, f"turns:\n  - {{turn: 1, moved_to: {place}, not_said: [dragon]}}\n")
    assert (await verify(read(recording), worlds)).same
    expect(recording, "turns:\n  - {turn: 1, moved_to: moon, said_by: [tallack], refused: [blocked]}\n")
    verdict = await verify(read(recording), worlds)
    assert not verdict.same
    assert verdict.divergence is None
    told = "\n".join(verdict_lines(verdict, "now"))
    assert told.startswith(f"UNMET     {NAME}")
    assert f"turn 1: moved_to: expected moon, found {place}" in told
    assert "turn 1: refused: expected blocked, found none" in told
    run = run_of([verdict], {}, "2026-11-22", 1.0, "now")
    assert run.metrics["diverged"] == 1
    assert run.turns[0].turn == 1
    assert len(run.turns[0].unmet) == 3


async def test_todays_narrator_is_held_to_it_too(recording: Path) -> None:
    worlds, _ = load_worlds([ROOT / "worlds"])
    expect(recording, "turns:\n  - {turn: 2, said: [a word that nobody said]}\n")
    run = await regenerate([read(recording)], Understudy(), worlds)
    assert run.metrics["expectations_unmet"] == 1
    assert [turn.turn for turn in run.turns if turn.unmet] == [2]


def test_each_kind_of_expectation_can_fail() -> None:
    turns = turns_of(read(ROOT / "tests" / "recordings" / f"understudy-long_night-agreed_late{SUFFIX}"))
    rolled = next(turn for turn in turns if turn.record.ruling.checks)
    check = rolled.record.ruling.checks[0]
    result = {"skill": check.skill, "result": check.result}
    words = rolled.record.spans[0].text[:20]
    met = {"turn": 1, "rolled": result, "said": [words.upper()], "moved_to": rolled.after.place}
    assert not list(unmet_by(ExpectedTurn.model_validate(met), rolled.record, rolled.after))
    for kind, value in (
        ("rolled", {"skill": "juggling"}), ("refused", ["held"]), ("said_by", ["nobody"]), ("said", ["dragon"]),
        ("not_said", [words]), ("moved_to", "moon"),
    ):  # fmt: skip
        expected = ExpectedTurn.model_validate({"turn": 1, kind: value})
        assert [unmet.kind for unmet in unmet_by(expected, rolled.record, rolled.after)] == [kind]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("turns: [{turn: 3, moved: hall}]", r"entry 1 \(turn 3\), moved: .*there are turn, attempt, rolled"),
        ("turns: [{turn: 3, rolled: {result: good}}]", r"entry 1 \(turn 3\), rolled\.result: .*'critical'"),
        ("turns: [{moved_to: hall}]", "entry 1, turn: Field required"),
        ("turns: []", "turns: Tuple should have at least 1 item"),
        ("- 3", "the whole file"),
        ("turns: [{turn: 3, refused: blocked}]", r"entry 1 \(turn 3\), refused"),
        ("turns: {", "cannot be read as YAML"),
    ],
)
def test_a_bad_file_is_told_of_clearly(recording: Path, text: str, says: str) -> None:
    expect(recording, text)
    with pytest.raises(ExpectationError, match=rf"{NAME}\.expect\.yaml[\s\S]*{says}"):
        read_expectations(path_beside(recording))


def test_a_turn_that_is_not_there_is_told_of(recording: Path) -> None:
    expect(recording, "turns: [{turn: 99, moved_to: hall}]")
    found = read(recording)
    with pytest.raises(ExpectationError, match="turn 99 is told 0 times"):
        unmet_in(found, turns_of(found))
