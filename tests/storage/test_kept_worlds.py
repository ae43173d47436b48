"""Worlds that are kept for the next process: the same world, read in a fraction of the time, and never an old one."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from pydantic import BaseModel

from gamemaster.storage import kept_worlds
from tests import made_once
from worlds.loader import WorldErrors, load_as_written, world_hash

ROOT = Path(__file__).resolve().parents[2]
SAMPLE = ROOT / "tests" / "sample_world"
LIGHTHOUSE, LONG_NIGHT = ROOT / "worlds" / "lighthouse", ROOT / "worlds" / "long_night"
WORLDS = [
    pytest.param(folder, id=folder.name, marks=[] if folder == SAMPLE else pytest.mark.slow)
    for folder in (SAMPLE, LIGHTHOUSE, LONG_NIGHT)
]
# Before `made_once` has all tests do without: this module is imported as tests are collected.
_FILE_OF = kept_worlds._file_of


@pytest.fixture
def cache(tmp_path: Path) -> Iterator[Path]:
    """Where worlds are kept in a test."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kept_worlds, "_file_of", _FILE_OF)
        patch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
        yield tmp_path / "cache" / "gamemaster" / "worlds"


@pytest.fixture
def sample(tmp_path: Path) -> Path:
    """A copy of the sample world, to be changed."""
    return Path(shutil.copytree(SAMPLE, tmp_path / "sample_world"))


@pytest.fixture
def readings(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """The folders that were read in full."""
    found: list[Path] = []

    def read(folder: Path) -> object:
        found.append(folder)
        return load_as_written(folder)

    monkeypatch.setattr(kept_worlds, "load_as_written", read)
    return found


def everything(part: object) -> object:
    """All that a part of a world holds, and what of it was written: more than two parts compare, or print."""
    if isinstance(part, BaseModel):
        values = {name: everything(value) for name, value in part.__dict__.items()}
        return type(part), values, part.model_fields_set
    if isinstance(part, dict):
        return [(key, everything(value)) for key, value in part.items()]
    if isinstance(part, list | tuple):
        return type(part), [everything(value) for value in part]
    return part


@pytest.mark.parametrize("folder", WORLDS)
def test_a_kept_world_is_the_world(cache: Path, readings: list[Path], folder: Path) -> None:
    first, again = kept_worlds.read_world(folder), kept_worlds.read_world(folder)
    assert readings == [folder]
    assert again[1] == first[1] == world_hash(folder)
    assert again[0] is not first[0]
    assert everything(again[0]) == everything(first[0])


def test_a_world_that_changes_is_read_anew(cache: Path, readings: list[Path], sample: Path) -> None:
    before, _ = kept_worlds.read_world(sample)
    file = sample / "world.yaml"
    file.write_text(file.read_text("utf-8").replace(before.title, "Another Title"), "utf-8")
    after, _ = kept_worlds.read_world(sample)
    assert (after.title, len(readings)) == ("Another Title", 2)
    assert len(list(cache.iterdir())) == 1, "the old one is gone"


def test_other_code_reads_anew(
    cache: Path, readings: list[Path], sample: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept_worlds.read_world(sample)
    monkeypatch.setattr(kept_worlds, "code_version", lambda: "another")
    kept_worlds.read_world(sample)
    assert len(readings) == 2


def test_a_world_with_faults_is_told_each_time(cache: Path, sample: Path) -> None:
    (sample / "world.yaml").write_text("title: 7\nno_such_key: 1\n", "utf-8")
    for _ in range(2):
        with pytest.raises(WorldErrors, match="no_such_key"):
            kept_worlds.read_world(sample)
    assert not cache.exists()


@pytest.mark.parametrize("text", ["", "{}", "KEY\n{", 'KEY\n{"title": 1}', b"\xff\xfe"])
def test_a_file_that_was_spoilt_is_no_world(
    cache: Path, readings: list[Path], sample: Path, text: str | bytes
) -> None:
    kept_worlds.read_world(sample)
    (file,) = cache.iterdir()
    key = file.read_text("utf-8").partition("\n")[0]
    file.write_bytes(text if isinstance(text, bytes) else text.replace("KEY", key).encode())
    assert kept_worlds.read_world(sample)[0].id == "sample_world"
    assert len(readings) == 2


def test_a_place_that_takes_no_files_hinders_nobody(
    cache: Path, readings: list[Path], sample: Path, tmp_path: Path
) -> None:
    (tmp_path / "cache").write_text("not a folder")
    kept_worlds.read_world(sample)
    kept_worlds.read_world(sample)
    assert len(readings) == 2


def test_tests_of_one_process_keep_nothing() -> None:
    assert kept_worlds._file_of(SAMPLE) is None
    assert made_once.examine_once(SAMPLE).world is kept_worlds.read_world(SAMPLE)[0]
