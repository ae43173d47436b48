"""`gamemaster replay regenerate` from the command line: what it asks for, what it writes, and what it says no to."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from gamemaster.cli.main import app
from gamemaster.cli.qa.regenerate import RegenerateError, prompt_settings, turns_in
from gamemaster.narration.prompts.settings import PromptSettings
from gamemaster.recording.format import read, write
from gamemaster.replay.run import Run
from tests.replaykit import Taped
from tests.worldkit import ROOT, world_at

RECORDINGS = ROOT / "tests/recordings"
SPOKEN = str(RECORDINGS / "understudy-lighthouse-spoken.jsonl.zst")


def run(*args: str, ok: bool = True) -> str:
    """Its output; the error's, if it is to fail."""
    done = CliRunner().invoke(app, ["replay", "regenerate", *args], env={"GM_MODEL": ""})
    assert (done.exit_code == 0) is ok, done.output
    return done.stdout if ok else done.stderr


@pytest.mark.slow
def test_the_understudy_answers_its_own_recordings_as_it_did(tmp_path: Path) -> None:
    out = tmp_path / "run.json"
    names = ("understudy-lighthouse-odd_words", "understudy-long_night-two_windows")
    told = run(
        *(str(RECORDINGS / f"{name}.jsonl.zst") for name in names), "--parallel", "2", "--out", str(out)
    )
    made = Run.model_validate_json(out.read_text())
    assert [turn.differs for turn in made.turns] == [[]] * len(made.turns)
    assert {session.file for session in made.sessions} == {f"{name}.jsonl.zst" for name in names}
    assert made.metrics["violations"] == 0
    assert made.command == "gamemaster replay regenerate (2 recordings) --parallel 2"
    assert f"No violation in {len(made.turns)} turns." in told
    assert made.stamps["then"]["world"] == made.stamps["now"]["world"]


@pytest.mark.slow
def test_the_engine_of_the_service_answers() -> None:
    made = json.loads(
        run(SPOKEN, "--model", "scripted:", "--turns", "1-2", "--prompt", "keep_turns=2", "--json")
    )
    assert [turn["now"]["narrator"] for turn in made["turns"]] == ["model", "model"]
    assert made["metrics"]["understudy_share"] == 0.0
    assert made["metrics"]["violations_repetition"] == 1.0, "it says the same to everybody"
    assert made["metrics"]["cached_share"] > 0.5, "one story, one growing prompt"
    assert made["stamps"]["now"]["model"] == "scripted"
    assert "--prompt keep_turns=2" in made["command"]


@pytest.mark.slow
def test_another_version_of_the_world_answers(tmp_path: Path) -> None:
    folder = tmp_path / "lighthouse"
    folder.mkdir()
    for file in (ROOT / "worlds/lighthouse").glob("*.yaml"):
        text = file.read_text().replace(
            "The relief boat does not so much land you", "A boat does not so much land you"
        )
        (folder / file.name).write_text(text)
    made = json.loads(run(SPOKEN, "--world", str(folder), "--turns", "1-1", "--json"))
    assert any("fitted to it" in note for note in made["notes"])
    assert made["stamps"]["then"]["world"] != made["stamps"]["now"]["world"]


def test_options_for_a_model_are_told_to_be_idle_where_none_narrates() -> None:
    told = run(SPOKEN, "--turns", "1", "--prompt", "keep_turns=2")
    assert "--prompt had no effect: the understudy narrated" in told


def test_prompt_settings_come_from_files_and_pairs(tmp_path: Path) -> None:
    bare, section = tmp_path / "bare.toml", tmp_path / "section.toml"
    bare.write_text("keep_turns = 2\n")
    section.write_text("[prompt]\nsummary_tokens = 100\n")
    made = prompt_settings(PromptSettings(compact_at=0.5), [str(bare), str(section), "feed_tokens=256"])
    assert (made.keep_turns, made.summary_tokens, made.feed_tokens, made.compact_at) == (2, 100, 256, 0.5)


@pytest.mark.parametrize(("given", "says"), [
    (["--prompt", "keep_turn=3"], "The settings are context_tokens"), (["--prompt", "none.toml"], "No such file"),
    (["--turns", "99-100"], "there are turns 1 to "),
    (["--turns", "x"], "3-8 is one"), (["--turns", "5-3"], "the first is not after the last"),
    (["--world", "worlds/nowhere"], "nowhere"), (["--judge", "http://127.0.0.1:9/v1"], "--judge http://127.0.0.1:9/v1"),
    (["--judge", "http://127.0.0.1:9/v1#m"], "no model server"), (["--model", "/nowhere"], "no such folder"),
])  # fmt: skip
def test_what_cannot_be_done_is_said(given: list[str], says: str) -> None:
    assert says in run(SPOKEN, *given, ok=False)


def test_ranges_of_turns() -> None:
    assert [turns_in(text) for text in (None, "5", "3-8")] == [None, (5, 5), (3, 8)]
    assert (turns_in("3-") or (0, 0))[1] > 1_000_000
    with pytest.raises(RegenerateError, match="turns count from 1"):
        turns_in("0-2")


@pytest.mark.slow
def test_a_recording_whose_end_is_missing_is_answered_as_far_as_it_goes(tmp_path: Path) -> None:
    taped = Taped(world_at("worlds/lighthouse"))
    asyncio.run(taped.play("look around", "wait"))
    path = tmp_path / "torn.jsonl.zst"
    write(path, taped.lines)
    assert read(path).torn
    made = json.loads(run(str(path), "--json"))
    assert len(made["turns"]) == 2
    assert any("cut off" in note for note in made["notes"])
