"""What a world leaves to stock lines, and how often bots and recordings heard it."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from gamemaster.authoring.polish import polish
from gamemaster.authoring.world_recordings import seen_in_recordings
from gamemaster.recording.folder import file_name
from worlds.loader import load_world
from worlds.yaml_source import read_source

ROOT = Path(__file__).parents[2]
FERRY = ROOT / "tests" / "worlds" / "corpus" / "ferry"


@pytest.fixture(scope="module")
def lines() -> dict[tuple[str, str], int]:
    found = polish(load_world(FERRY), read_source(FERRY), None, stories=3)
    return {(one.about, one.field): one.heard for one in found.lines}


def test_what_nobody_wrote_is_named_though_nobody_heard_it(lines: dict[tuple[str, str], int]) -> None:
    assert ("threat `flood`", "arrives") in lines
    assert ("location `hut`", "description.revisit") in lines
    assert ("item `lamp`", "lying") not in lines
    assert {("item `shawl`", "lying"), ("item `shawl`", "take.text")} <= lines.keys()


def test_what_was_heard_comes_first(lines: dict[tuple[str, str], int]) -> None:
    heard = list(lines.values())
    assert heard == sorted(heard, reverse=True)
    assert heard[0] > 0


def test_a_line_stands_with_its_place_and_its_words() -> None:
    found = polish(load_world(FERRY), read_source(FERRY), None, stories=0)
    hut = next(one for one in found.lines if one.about == "location `hut`")
    assert (hut.place.file, hut.heard) == ("places.yaml", 0)
    assert "Ferry Hut" in hut.line
    assert "Heard in 0 stories of bots and 0 recordings:" in list(found.readable())


def test_a_thing_whose_taking_is_told_is_not_named() -> None:
    inn = ROOT / "worlds" / "templates" / "inn"
    found = polish(load_world(inn), read_source(inn), None, stories=20)
    assert ("item `blanket`", "take.text") not in {(one.about, one.field) for one in found.lines}
    assert ("item `seal`", "take.text") in {(one.about, one.field) for one in found.lines}


def test_recordings_are_heard_too(tmp_path: Path) -> None:
    player = tmp_path / ("a" * 32)
    player.mkdir()
    name = file_name("b" * 32, datetime(2026, 11, 1, tzinfo=UTC), "0a1b2c3d")
    recording = ROOT / "tests" / "recordings" / "model-lighthouse-to_an_ending.jsonl.zst"
    (player / name).write_bytes(recording.read_bytes())
    folder = ROOT / "worlds" / "lighthouse"
    found = polish(load_world(folder), read_source(folder), tmp_path, stories=0)
    assert found.recordings == 1
    seen = seen_in_recordings("lighthouse", tmp_path)
    assert seen & load_world(folder).endings.keys()
    assert seen & load_world(folder).locations.keys() > {"landing"}
    assert (
        seen_in_recordings("another world", tmp_path) == seen_in_recordings("lighthouse", None) == frozenset()
    )
