"""A world that was changed under a story: the story goes on, with what is new, and without what is gone."""

from typing import Any

import pytest

from gamemaster.protocol.state_view import view
from gamemaster.rules.state import CharacterState, StoryState, ThreatState, new_story
from gamemaster.rules.upkeep.world_upgrade import refit
from tests.worldkit import ISLE
from worlds.schema import World

DATA: dict[str, Any] = {
    **ISLE,
    "player": {"at": "quay", "death": "dead"},
    "needs": {"cold": {"name": "Cold", "start": 3}},
    "skills": {"wits": {"name": "Wits", "start": 2}},
    "locations": {
        "quay": {"name": "The Quay", "description": "Stones."},
        "inn": {"name": "The Inn", "description": "Smoke."},
    },
    "items": {
        "rope": {"name": "rope", "description": "Tarred.", "at": "quay"},
        "mug": {"name": "mug", "description": "Chipped.", "at": "inn"},
    },
    "characters": {
        "una": {
            "name": "Una", "persona": "x", "want": "x", "fear": "x", "secret": "x", "manner": "x",
            "description": "Tall.", "at": "inn",
        }
    },
    "endings": {"dead": {"title": "Dead", "when": {"wounds": ">= 99"}, "text": "You die."}},
}  # fmt: skip
WORLD = World.model_validate(DATA)


def test_a_state_that_fits_is_left_alone() -> None:
    state = new_story(WORLD, 7)
    assert refit(WORLD, state) is state


def test_what_is_new_comes_in() -> None:
    state = new_story(WORLD, 7)
    del state.items["mug"], state.characters["una"], state.needs["cold"], state.skills["wits"]
    fitted = refit(WORLD, state)
    assert fitted == new_story(WORLD, 7)
    assert "mug" not in state.items


@pytest.fixture
def foreign() -> StoryState:
    """The state of a story in a world that had much that this one has not."""
    state = new_story(WORLD, 7)
    state.place, state.ended = "crypt", "drowned"
    state.items |= {"crown": "player", "rope": "crypt", "mug": "ghost"}
    state.characters |= {
        "ghost": CharacterState(place="crypt"),
        "una": CharacterState(place="crypt", met=True),
    }
    state.threats["tide"] = ThreatState(place="quay")
    for kept in (
        state.facts,
        state.visited,
        state.searched,
        state.noticed,
        state.beats,
        state.finished,
        state.held,
    ):
        kept["crypt"] = 1
    state.focus["it"] = "crown"
    state.flags["rang_bell"] = 4
    return state


def test_what_is_gone_goes_out(foreign: StoryState) -> None:
    fitted = refit(WORLD, foreign)
    assert (fitted.place, fitted.ended) == ("quay", None)
    assert fitted.items == {"rope": "quay", "mug": "inn"}
    assert set(fitted.characters) == {"una"}
    assert fitted.characters["una"].place == "inn"
    assert (fitted.threats, fitted.facts, fitted.focus, fitted.beats) == ({}, {}, {}, {})
    assert fitted.flags == {"rang_bell": 4}
    assert view(WORLD, fitted).place.name == "The Quay"
    assert refit(WORLD, fitted) is fitted


def edition(**sections: dict[str, Any] | None) -> World:
    """The isle with parts replaced; a part that is None is taken out."""
    data = {
        name: {key: part for key, part in (value | (sections[name] or {})).items() if part is not None}
        if isinstance(value, dict) and name in sections
        else value
        for name, value in DATA.items()
    }
    return World.model_validate(data)


def test_what_was_renamed_keeps_what_the_story_knew_of_it() -> None:
    state = new_story(WORLD, 7)
    state.place, state.items["mug"], state.held["mug"], state.visited["inn"] = "inn", "inn", 3, 2
    state.characters["una"].met = True
    now = edition(
        locations={"inn": None, "tavern": {"name": "The Tavern", "description": "Smoke.", "was": "inn"}},
        items={
            "mug": None,
            "cup": {"name": "cup", "description": "Chipped.", "at": "tavern", "was": ["mug"]},
        },
        characters={"una": {**DATA["characters"]["una"], "at": "tavern"}},
    )
    fitted = refit(now, state)
    assert (fitted.place, fitted.items["cup"], fitted.held["cup"]) == ("tavern", "tavern", 3)
    assert (fitted.visited["tavern"], fitted.characters["una"].place) == (2, "tavern")
    assert fitted.characters["una"].met
    assert refit(now, fitted) is fitted


def test_an_old_name_that_is_still_there_renames_nothing() -> None:
    now = edition(items={"cup": {"name": "cup", "description": "Chipped.", "at": "inn", "was": "mug"}})
    assert refit(now, new_story(WORLD, 7)).items.keys() == {"cup", "mug", "rope"}
