"""A small third world that the code was not tuned on: it is clean, its endings are reached, its suggestions lead on."""

import pytest

from tests.walkkit import follow_path, follow_suggestions
from tests.worldkit import ROOT, world_at
from worlds.loader import check_world

FOLDER = "tests/worlds_unseen/caravanserai"
WORLD = world_at(FOLDER)
PATHS = {ending.id: ending.path for ending in WORLD.endings.values() if ending.path}
TURNS = 90


@pytest.mark.slow
def test_it_loads_without_a_fault_or_a_warning() -> None:
    assert check_world(ROOT / FOLDER) == []


def test_every_victory_has_a_path() -> None:
    assert set(PATHS) == {ending.id for ending in WORLD.endings.values() if not ending.defeat}


@pytest.mark.parametrize("ending", PATHS)
def test_a_path_leads_to_its_ending(ending: str) -> None:
    assert follow_path(WORLD, 1, PATHS[ending]).ended == ending


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_whoever_follows_the_suggestions_comes_to_a_victory(seed: int) -> None:
    ended = follow_suggestions(WORLD, seed, TURNS).ended
    assert ended is not None
    assert not WORLD.endings[ended].defeat
