"""Today's code comes to the same as when the sessions were recorded; a change of one character is caught, and named."""

from __future__ import annotations

import copy
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
import zstandard

from gamemaster.bootstrap import load_worlds
from gamemaster.play.context import LoadedWorld
from gamemaster.recording.format import SUFFIX, Recording, RecordingError, compress_lines, read
from gamemaster.recording.lines import CommitLine, EndLine, SaidLine
from gamemaster.replay.verify.playback import is_of_engine
from gamemaster.replay.verify.verdicts import stage_of, verdict_lines
from gamemaster.replay.verify.verify import Verdict, verify
from tests.worldkit import ROOT

FOLDER = Path(__file__).parent
PATHS = sorted(FOLDER.glob(f"*{SUFFIX}"))
MODEL, UNDERSTUDY = "model-lighthouse-to_an_ending", "understudy-long_night-to_an_ending"
Line = dict[str, Any]


@pytest.fixture(scope="module")
def worlds() -> dict[str, LoadedWorld]:
    loaded, broken = load_worlds([ROOT / "worlds"])
    assert not broken
    return loaded


def read_recording(name: str) -> Recording:
    return read(FOLDER / f"{name}{SUFFIX}")


def verdict_text(verdict: Verdict) -> str:
    return "\n".join(verdict_lines(verdict, "this code"))


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.name.removesuffix(SUFFIX))
async def test_it_comes_out_the_same(path: Path, worlds: dict[str, LoadedWorld]) -> None:
    recording = read(path)
    verdict = await verify(recording, worlds)
    assert verdict.same, (
        f"{verdict_text(verdict)}\nIf that is meant, record anew: python -m tests.recordings.make"
    )
    assert verdict.turns == sum(1 for _ in recording.of(CommitLine)) > 0
    compared = [line for line in recording.lines if line["kind"] not in ("header", "past", "said", "end")]
    beside = [line for line in compared if is_of_engine(line) and line["request"] < 0]
    assert verdict.lines == len(compared) - len(beside)


# ---- one character in what was recorded ----


def line_of(recording: Recording, kind: str, wanted: Callable[[Line], Any]) -> Line:
    """The first such line in the middle of the session or later."""
    later: list[Any] = recording.lines[len(recording.lines) // 2 :]
    return next(line for line in later if line["kind"] == kind and wanted(line))


def another(text: str) -> str:
    """The text with its last letter changed."""
    at = max(n for n, character in enumerate(text) if character.isalpha())
    return f"{text[:at]}{'z' if text[at] != 'z' else 'y'}{text[at + 1 :]}"


def in_a_delta(stage: str) -> Callable[[Recording], Line]:
    """A letter of what the engine wrote in a stage."""

    def spoil(recording: Recording) -> Line:
        asked = line_of(recording, "request", lambda line: line["stage"] == stage)
        line = line_of(
            recording,
            "delta",
            lambda line: line["request"] == asked["request"] and any(map(str.isalpha, line["delta"]["text"])),
        )
        line["delta"]["text"] = another(line["delta"]["text"])
        return asked

    return spoil


def in_words(recording: Recording) -> Line:
    line = line_of(recording, "client", lambda line: line["message"]["type"] == "act")
    line["message"]["text"] = another(line["message"]["text"])
    return line_of(recording, "turn", lambda turn: turn["act_id"] == line["message"]["id"])


def in_a_text(recording: Recording) -> Line:
    line = line_of(
        recording,
        "frame",
        lambda line: line["frame"]["type"] == "text" and any(map(str.isalpha, line["frame"]["text"])),
    )
    line["frame"]["text"] = another(line["frame"]["text"])
    return {"turn": line["frame"]["turn"]}


def in_a_prompt(recording: Recording) -> Line:
    line = line_of(recording, "request", lambda line: line["stage"] == "narration")
    digest = line["prompt"]["digest"]
    line["prompt"]["digest"] = digest[:-1] + ("0" if digest[-1] != "0" else "1")
    return line


def in_a_state(recording: Recording) -> Line:
    line = line_of(recording, "commit", lambda line: True)
    line["state"] = line["state"][:-1] + ("0" if line["state"][-1] != "0" else "1")
    return {"turn": line["record"]["number"]}


def in_a_ruling(recording: Recording) -> Line:
    line = line_of(recording, "ruling", lambda line: line["ruling"]["minutes"] < 9)
    line["ruling"]["minutes"] += 1
    return line


@pytest.mark.parametrize(
    ("name", "spoil", "stage"),
    [
        (MODEL, in_a_delta("narration"), "script"),
        (MODEL, in_a_delta("outcome"), ""),  # wherever it comes out: it may be unreadable now
        (UNDERSTUDY, in_words, "dice"),
        (UNDERSTUDY, in_a_text, "script"),
        (MODEL, in_a_prompt, "prompt"),
        (MODEL, in_a_state, "state"),
        (UNDERSTUDY, in_a_ruling, "referee"),
    ],
    ids=["telling", "outcome", "words", "text", "prompt", "state", "ruling"],
)
async def test_a_character_that_was_changed_in_a_recording_is_found(
    name: str, spoil: Callable[[Recording], Line], stage: str, worlds: dict[str, LoadedWorld]
) -> None:
    recording = read_recording(name)
    spoilt = replace(recording, lines=copy.deepcopy(recording.lines))
    turn = spoil(spoilt)["turn"]
    verdict = await verify(spoilt, worlds)
    assert verdict.divergence is not None
    assert verdict.divergence.turn == turn > 1, verdict_text(verdict)
    assert stage in ("", stage_of(verdict.divergence)), verdict_text(verdict)


async def test_what_was_said_to_one_client_is_compared(worlds: dict[str, LoadedWorld]) -> None:
    """The refusal at the end, and what nobody says any more."""
    recording = read_recording(UNDERSTUDY)
    refusal = next(line for line in recording.of(SaidLine) if line["frame"]["type"] == "error")
    changed = copy.deepcopy(recording.lines)
    other = copy.deepcopy(refusal)
    other["frame"]["message"] += "!"
    changed[recording.lines.index(refusal)] = other
    verdict = await verify(replace(recording, lines=changed), worlds)
    assert verdict.divergence is not None
    assert stage_of(verdict.divergence) == "answer to one client"
    twice = [line for line in recording.lines for _ in range(2 if line is refusal else 1)]
    verdict = await verify(replace(recording, lines=twice), worlds)
    assert verdict.divergence is not None
    assert (verdict.divergence.expected, verdict.divergence.got) == (refusal, None)


async def test_what_was_cut_off_is_verified_up_to_its_last_whole_line(
    tmp_path: Path, worlds: dict[str, LoadedWorld]
) -> None:
    """As a crash leaves it: frames of a quarter of a second, the last of them torn."""
    recording = read_recording(MODEL)
    data = b"".join(
        compress_lines(recording.lines[at : at + 40]) for at in range(0, len(recording.lines), 40)
    )
    torn = tmp_path / f"torn{SUFFIX}"
    torn.write_bytes(data[: len(data) * 2 // 3])
    found = read(torn)
    assert found.torn
    assert recording.lines[: len(found.lines)] == found.lines
    verdict = await verify(found, worlds)
    assert verdict.same, verdict_text(verdict)
    assert 3 < verdict.turns < sum(1 for _ in recording.of(CommitLine))


@pytest.mark.parametrize("reason", ["stopped", "withdrawn", "limit", "overflow"])
async def test_a_recording_may_end_in_the_middle_of_a_turn(
    reason: str, worlds: dict[str, LoadedWorld]
) -> None:
    recording = read_recording(MODEL)
    deltas = [n for n, line in enumerate(recording.lines) if line["kind"] == "delta"]
    end = EndLine(at=99.0, kind="end", reason=reason)
    lines = [*recording.lines[: deltas[len(deltas) // 2]], end]
    verdict = await verify(replace(recording, lines=lines), worlds)
    assert verdict.same, verdict_text(verdict)
    assert verdict.turns > 3


def test_what_was_damaged_within_is_told_of(tmp_path: Path) -> None:
    data = bytearray(zstandard.ZstdDecompressor().decompress(PATHS[0].read_bytes(), 1 << 26))
    lines = data[: data.index(b"\n", 10_000)].count(b"\n") + 1
    data[data.index(b"\n", 10_000) - 1] = ord("]")
    damaged = tmp_path / f"damaged{SUFFIX}"
    damaged.write_bytes(zstandard.ZstdCompressor().compress(bytes(data)))
    with pytest.raises(RecordingError, match=rf"line {lines}: it is no JSON .* damaged"):
        read(damaged)


# ---- one character in the program, or in a world ----


@dataclass(frozen=True)
class Plant:
    """One character of a file is another; what must then be said of a recording."""

    name: str
    file: str
    there: str
    instead: str
    recording: str
    stage: str
    says: str = ""


PLANTS = [
    Plant("prompt", "gamemaster/narration/prompts/head_text.py",
          "You are the Game Master", "You are the Game Faster", MODEL, "prompt",
          "in its part 'bible'"),
    Plant("referee", "gamemaster/rules/draft.py", "if missed_by <= 0:", "if missed_by <= 9:", UNDERSTUDY, "referee",
          "'open the well'"),
    Plant("script", "gamemaster/narration/prompts/markup.py",
          'words = f" {words}"', 'words = f"-{words}"', MODEL, "script",
          "got       ⟦-"),
    Plant("state", "gamemaster/rules/state.py", "sorted(before.keys() | after.keys())",
          "sorted(before.keys() & after.keys())", UNDERSTUDY, "state", "patch"),
    Plant("grammar", "gamemaster/narration/prompts/outcome_schema.py",
          "MOST_CHANGES = 4, 3, 10", "MOST_CHANGES = 4, 3, 11",
          MODEL, "prompt", "schema"),
]  # fmt: skip


def copy_program(to: Path) -> Path:
    """The program and its worlds; what is not changed in these tests is not copied."""
    for name in ("inference", "npcs", "voice"):
        (to / name).symlink_to(ROOT / name)
    for name in ("gamemaster", "worlds"):
        shutil.copytree(ROOT / name, to / name)  # with the compiled modules, which know theirs by its time
    return to


def change_program(tree: Path, file: str, there: str, instead: str) -> None:
    path = tree / file
    text = path.read_text()
    assert text.count(there) == 1
    assert sum(one != other for one, other in zip(there, instead, strict=True)) == 1
    path.write_text(text.replace(there, instead))
    for compiled in (path.parent / "__pycache__").glob(f"{path.stem}.*.pyc"):
        compiled.unlink()  # of the same size, and perhaps of the same second


def run_verify(tree: Path, *recordings: Path) -> subprocess.CompletedProcess[str]:
    """What `gamemaster replay verify` of that program says."""
    command = [sys.executable, "-m", "gamemaster.cli.main", "replay", "verify", *map(str, recordings)]
    environment = {**os.environ, "PYTHONPATH": str(tree)}
    return subprocess.run(command, cwd=tree, env=environment, capture_output=True, text=True)


@pytest.mark.slow
@pytest.mark.parametrize("plant", PLANTS, ids=lambda plant: plant.name)
def test_a_character_that_is_another_in_the_program_is_caught_and_named(plant: Plant, tmp_path: Path) -> None:
    tree = copy_program(tmp_path)
    change_program(tree, plant.file, plant.there, plant.instead)
    told = run_verify(tree, FOLDER / f"{plant.recording}{SUFFIX}")
    assert told.returncode == 1, told.stderr
    assert f"stage     {plant.stage}" in told.stdout
    assert plant.says in told.stdout
    assert "turn      " in told.stdout
    assert "code      " in told.stdout


@pytest.mark.slow
def test_a_character_that_is_another_in_a_world_is_named_as_the_worlds(tmp_path: Path) -> None:
    tree = copy_program(tmp_path)
    change_program(
        tree, "worlds/lighthouse/tower.yaml", "All the warmth on the rock", "All the warmth in the rock"
    )
    told = run_verify(tree, FOLDER / f"{MODEL}{SUFFIX}", FOLDER / f"{UNDERSTUDY}{SUFFIX}")
    assert told.returncode == 1
    assert "the world lighthouse is not what it was" in told.stdout
    assert "warmth ⟦in the rock" in told.stdout
    assert f"same      {UNDERSTUDY}" in told.stdout
