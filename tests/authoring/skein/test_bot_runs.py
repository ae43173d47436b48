"""Bots are sent again after an edit: what they came to before and do not any more is in red, to bless or to mend."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gamemaster.authoring.new_world import new_world
from gamemaster.authoring.skein.bot_runs import BotsCalledBack, compare_bots, read_bots
from gamemaster.authoring.skein.play_file import PlayError, path_of
from tests.authoring.skein.test_skein import edit, run
from worlds.loader import load_world

EARLY, LATE = 'minutes: ">= 20"', 'minutes: ">= 2000"'


@pytest.fixture
def isle(tmp_path: Path) -> Path:
    folder = tmp_path / "isle"
    new_world(folder, "tiny")
    edit(folder, EARLY, 'minutes: ">= 5"')
    return folder


@pytest.mark.slow
def test_what_bots_do_not_come_to_any_more_is_told_until_it_is_blessed(isle: Path) -> None:
    status, said = run("plays", isle, "--bless", "bots")
    assert status == 0
    assert "blessed" in said
    assert "beat splash" in (read_bots(isle) or ())
    edit(isle, 'minutes: ">= 5"', LATE)
    status, said = run("plays", isle)
    assert status == 1
    assert "do not come any more" in said
    assert "beat `splash`" in said
    assert run("plays", isle, "--bless", "all")[0] == 0
    assert "beat splash" not in (read_bots(isle) or ())
    found = json.loads(run("plays", isle, "--json")[1])
    assert (found["well"], found["bots"]["compared"], found["bots"]["lost"]) == (True, True, [])


def test_what_is_no_more_in_the_world_is_not_missed(isle: Path) -> None:
    world = load_world(isle)
    found = compare_bots(world, frozenset({"beat gone", "location jetty"}))
    assert found.lost == ()
    assert "ending across" in found.gained


def test_bots_that_are_not_waited_for_come_back(isle: Path) -> None:
    with pytest.raises(BotsCalledBack):
        compare_bots(load_world(isle), None, lambda: False)


def test_nothing_is_written_of_bots_that_nobody_blessed(isle: Path) -> None:
    assert "--bless bots" in run("plays", isle)[1]
    assert not (isle / "plays").exists()


def test_a_file_of_bots_that_is_none_is_named(isle: Path) -> None:
    (isle / "plays").mkdir()
    (isle / "plays" / "bots.yaml").write_text("stories: many")
    status, said = run("plays", isle)
    assert (status, "bots.yaml: holds `stories` and `came_to`" in said) == (1, True)


@pytest.mark.parametrize("name", ["bots", "all"])
def test_a_play_has_another_name_than_the_bots(isle: Path, name: str) -> None:
    with pytest.raises(PlayError, match="a meaning of its own"):
        path_of(isle, name)
