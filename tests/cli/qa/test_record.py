"""`gamemaster record …` as QA uses it: what it prints, writes, asks and refuses."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from gamemaster.cli.main import app
from gamemaster.recording.folder import look
from gamemaster.recording.format import read, write
from tests.tapes import NOON, PLAYER, STORY, header_line, put

OTHER = "c" * 32
SAID = {
    "at": 1.0, "kind": "client", "client": 1,
    "message": {"type": "act", "id": "act-00000001", "text": "mail anna@example.org"},
}  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "data" / "recordings"


def run(folder: Path, *arguments: Any, **more: Any) -> Result:
    line = [
        "record",
        *map(str, arguments),
        *([] if arguments[0] == "scrub" else ["--data-dir", str(folder.parent)]),
    ]
    return CliRunner().invoke(app, line, env={"GM_DATA_DIR": str(folder.parent)}, **more)


def test_recordings_are_listed(folder: Path) -> None:
    assert run(folder, "list").stderr == f"no recordings in {folder}\n"
    put(folder, lines=[{"at": 1.0, "kind": "commit"}])
    put(folder, OTHER, started=NOON + timedelta(hours=1), end=None)
    (folder / PLAYER / "notes.txt").write_text("mine")
    done = run(folder, "list")
    first, second = done.stdout.splitlines()
    assert OTHER[:8] in first
    assert first.endswith("cut off")
    assert f"{STORY}-20261121T120000Z-" in second
    assert "1 turns" in second
    assert second.endswith("closed")
    assert "left alone" in done.stderr
    data = json.loads(run(folder, "list", "--json", "--player", PLAYER[:6]).stdout)
    assert data["foreign"] == [str(folder / PLAYER / "notes.txt")]
    (one,) = data["recordings"]
    assert (one["player"], one["story"], one["turns"], one["end"], one["seconds"]) == (
        PLAYER,
        STORY,
        1,
        "closed",
        9.5,
    )
    assert json.loads(run(folder, "list", "--json", "--before", "2026-11-21T12:30:00").stdout)[
        "recordings"
    ] == [one]


def test_an_export_is_scrubbed_unless_the_raw_is_asked_for(folder: Path, tmp_path: Path) -> None:
    put(folder, lines=[SAID])
    done = run(folder, "export", STORY)
    assert done.exit_code == 0, done.stderr
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert lines[1]["message"]["text"] == "mail ⟨email⟩"
    assert PLAYER not in done.stdout
    assert lines[0]["scrubbed"]["words"]
    assert "email 1" in done.stderr
    assert "can be replayed and not verified" in done.stderr
    raw = run(folder, "export", STORY, "--raw", "--out", tmp_path / "raw.jsonl.zst")
    assert "RAW: this holds all that players typed" in raw.stderr
    assert raw.stdout == ""
    recording = read(tmp_path / "raw.jsonl.zst")
    assert recording.header.player == PLAYER
    assert recording.lines[1] == SAID
    assert (tmp_path / "raw.jsonl.zst").stat().st_mode & 0o777 == 0o600


def test_several_recordings_go_to_a_folder_under_their_new_names(folder: Path, tmp_path: Path) -> None:
    for minute in range(3):
        header = header_line(id=f"{STORY}-20261121T120{minute}00Z-0001")
        path = put(folder, started=NOON + timedelta(minutes=minute))
        write(path, [header, SAID])
    out = tmp_path / "tapes"
    done = run(folder, "export", "--player", PLAYER, "--out", out)
    assert done.exit_code == 0, done.stderr
    files = sorted(out.iterdir())
    assert len(files) == 3
    assert all(STORY not in file.name for file in files)
    assert len({read(file).header.story for file in files}) == 1  # one story is one pseudonym in one export
    single = tmp_path / "one.jsonl.zst"
    refused = run(folder, "export", "--player", PLAYER, "--out", single)
    assert refused.exit_code == 1
    assert "name a folder" in refused.stderr
    assert not single.exists()


def test_nothing_is_written_over(folder: Path, tmp_path: Path) -> None:
    put(folder)
    (tmp_path / "tape.jsonl").write_text("precious")
    done = run(folder, "export", STORY, "--out", tmp_path / "tape.jsonl")
    assert done.exit_code == 1
    assert "is there already" in done.stderr
    assert (tmp_path / "tape.jsonl").read_text() == "precious"


def test_a_recording_anywhere_is_scrubbed(folder: Path, tmp_path: Path) -> None:
    write(tmp_path / "raw.jsonl.zst", [header_line(), SAID])
    clean = tmp_path / "not_there_yet" / "clean.jsonl"
    done = run(folder, "scrub", tmp_path / "raw.jsonl.zst", "--out", clean)
    assert done.exit_code == 0, done.stderr
    assert "anna" not in clean.read_text()
    assert read(tmp_path / "raw.jsonl.zst").lines[1] == SAID
    (tmp_path / "foreign.txt").write_text("not a recording")
    refused = run(folder, "scrub", tmp_path / "foreign.txt")
    assert refused.exit_code == 1
    assert "is no recording" in refused.stderr
    assert "there is no file" in run(folder, "scrub", tmp_path / "none").stderr


def test_to_delete_is_asked_for(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(folder)
    put(folder, OTHER)
    refused = run(folder, "delete", "--player", PLAYER)
    assert refused.exit_code == 1
    assert "would delete 1 recording; say --yes" in refused.stderr
    assert len(look(folder).recordings) == 2
    nothing = run(folder, "delete", "--yes")
    assert nothing.exit_code == 1
    assert "name what is to be deleted" in nothing.stderr
    assert run(folder, "delete", "--player", PLAYER, "--yes").stdout == "deleted 1 recording\n"
    assert [one.player for one in look(folder).recordings] == [OTHER]
    done = run(folder, "delete", "--before", "2026-11-22", "--yes", "--json")
    assert json.loads(done.stdout) == {"deleted": 1, "shadow_files": 0}
    assert run(folder, "delete", "--before", "2026-11-22").stdout == "deleted 0 recordings\n"


def test_what_the_shadow_answered_is_deleted_with_a_storys_recordings(folder: Path) -> None:
    put(folder)
    shadow = folder.parent / "shadow"
    stories = [(PLAYER, STORY, "20261120"), (PLAYER, "d" * 32, "20261121"), (OTHER, "e" * 32, "20261119")]
    files = [shadow / player / f"{story}-{day}.jsonl" for player, story, day in stories]
    for file in files:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("{}\n")
    (shadow / PLAYER / "notes.txt").write_text("mine")
    refused = run(folder, "delete", STORY)
    assert "would delete 1 recording and 1 file of what the shadow answered" in refused.stderr
    assert all(file.exists() for file in files)
    done = run(folder, "delete", STORY, "--yes")
    assert done.stdout == "deleted 1 recording and 1 file of what the shadow answered\n"
    assert [file.exists() for file in files] == [False, True, True]
    done = run(folder, "delete", "--before", "2026-11-20", "--yes", "--json")
    assert json.loads(done.stdout) == {"deleted": 0, "shadow_files": 1}
    assert [file.exists() for file in files] == [False, True, False]
    assert run(folder, "delete", "--player", PLAYER[:6], "--yes").exit_code == 0
    assert not files[1].exists()
    assert (shadow / PLAYER / "notes.txt").exists()


def test_an_export_to_a_file_of_another_kind_is_refused(folder: Path, tmp_path: Path) -> None:
    put(folder)
    out = tmp_path / "x" / "tape.txt"
    refused = run(folder, "export", STORY, "--out", out)
    assert refused.exit_code == 1
    assert "name a file *.jsonl.zst or *.jsonl, or a folder" in refused.stderr
    assert not out.parent.exists()
    folder_with_dot = tmp_path / "tapes.d"
    folder_with_dot.mkdir()
    assert run(folder, "export", STORY, "--out", folder_with_dot).exit_code == 0


@pytest.mark.parametrize(("answer", "left"), [("y\n", 0), ("n\n", 1), ("", 1)])
def test_only_a_yes_deletes(folder: Path, monkeypatch: pytest.MonkeyPatch, answer: str, left: int) -> None:
    put(folder)
    monkeypatch.setattr("gamemaster.cli.qa.record.somebody_is_there", lambda: True)
    done = run(folder, "delete", STORY[:8], input=answer)
    assert "Delete 1 recording for good?" in done.output
    assert len(look(folder).recordings) == left


@pytest.mark.parametrize(
    "arguments", [("export", "eeee"), ("delete", "eeee", "--yes"), ("list", "--player", "eeee")]
)
def test_what_names_nothing_is_told(folder: Path, arguments: tuple[str, ...]) -> None:
    put(folder)
    done = run(folder, *arguments)
    assert done.exit_code == 1
    assert "see: gamemaster record list" in done.stderr
    assert len(look(folder).recordings) == 1
