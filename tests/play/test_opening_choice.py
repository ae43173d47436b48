"""A story begins with the opening that its player chose, where a world has several: a card's greetings."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from gamemaster.authoring.new_world import new_world
from gamemaster.play.opening import opening, seed_for
from gamemaster.protocol.presenters import opening_choices, world_line
from tests.worldkit import world_at
from worlds.loader import load_world
from worlds.schema import Variant, World

TEXTS = ("@tam: Again?", "Rain on the jetty.", "A long " + "and winding " * 20 + "beginning.")


@pytest.fixture
def isle(tmp_path: Path) -> World:
    new_world(tmp_path / "isle", "tiny")
    world = load_world(tmp_path / "isle")
    return world.model_copy(update={"opening": (Variant(text=TEXTS),)})


@pytest.mark.parametrize("choice", range(len(TEXTS)))
def test_the_chosen_opening_is_told_whatever_the_seeds(isle: World, choice: int) -> None:
    for begun in range(5):
        seed = seed_for(isle, choice, itertools.count(begun * 1_000).__next__)
        told = opening(isle, seed)[0].text
        assert told in TEXTS[choice]


def test_without_a_choice_and_beyond_those_there_are_the_first_seed_stands(isle: World) -> None:
    for choice in (None, len(TEXTS)):
        assert seed_for(isle, choice, itertools.count(7).__next__) == 7


def test_a_world_names_the_beginnings_of_its_openings(isle: World) -> None:
    shown = world_line(isle)["openings"]
    assert isinstance(shown, list)
    assert shown[:2] == ["Again?", "Rain on the jetty."]
    assert shown[2].endswith("and …")
    assert len(shown[2]) < 100


def test_a_world_of_one_opening_offers_no_choice() -> None:
    world = world_at("worlds/lighthouse")
    assert opening_choices(world) == ()
    assert "openings" not in world_line(world)
