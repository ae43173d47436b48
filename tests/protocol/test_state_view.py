"""The panel: what the player may know, in words, and nothing that is hidden from them."""

from typing import Any

import pytest

from gamemaster.protocol.state_view import time_of_day, view
from gamemaster.rules.state import NEED_SCALE, StoryState, new_story
from tests.worldkit import ISLE
from worlds.schema import World

PERSON = {"persona": "x", "want": "x", "fear": "x", "secret": "x", "manner": "x", "description": "Tall."}
DATA: dict[str, Any] = {
    **ISLE,
    "clock": {"start": "16:30", "night": "18-7"},
    "player": {"at": "quay", "death": "dead", "health": 8},
    "needs": {
        "cold": {
            "name": "Cold",
            "word": "warm",
            "levels": [{"reach": 20, "word": "chilly"}, {"reach": 50, "word": "numb"}],
        }
    },
    "skills": {"wits": {"name": "Wits", "start": -1}},
    "locations": {
        "quay": {
            "name": "The Quay",
            "description": "Stones.",
            "exits": [
                {"to": "inn", "direction": "north", "name": "a lit door"},
                {"to": "crypt", "when": {"set": "open"}},
                {"to": "cave", "visible": {"knows": "secret"}},
            ],
        },
        "inn": {"name": "The Inn", "description": "Smoke.", "indoors": True},
        "crypt": {"name": "The Crypt", "description": "Dark."},
        "cave": {"name": "The Cave", "description": "Wet."},
    },
    "items": {
        "rope": {"name": "rope", "description": "Tarred.", "at": "quay"},
        "ring": {"name": "ring", "description": "Gold.", "at": "quay", "visible": {"set": "searched"}},
        "mug": {"name": "mug", "description": "Chipped.", "at": "player"},
    },
    "characters": {
        name: {"name": name.title(), "at": place, **PERSON}
        for name, place in (("una", "quay"), ("olaf", "quay"), ("kol", "quay"), ("far", "inn"))
    },
    "threats": {"bear": {"name": "the bear", "description": "White.", "at": "quay", "wakes": {"night": True}}},
    "facts": {"secret": {"text": "There is a cave."}, "other": {"text": "The ice is thin."}},
    "endings": {"dead": {"title": "Dead", "when": {"wounds": ">= 99"}, "text": "You die."}},
}  # fmt: skip
WORLD = World.model_validate(DATA)


@pytest.fixture
def state() -> StoryState:
    return new_story(WORLD, 7)


def test_what_is_in_sight(state: StoryState) -> None:
    shown = view(WORLD, state)
    assert (shown.place.name, shown.time, shown.night) == ("The Quay", "Day 1, 16:30, afternoon", False)
    assert [item.id for item in shown.things] == ["rope"]
    assert [item.id for item in shown.carried] == ["mug"]
    assert [(way.id, way.name, way.note) for way in shown.exits] == [
        ("inn", "a lit door", "north"),
        ("crypt", "The Crypt", "blocked"),
    ]
    assert (shown.facts, shown.ended) == ((), None)


def test_what_is_learned_comes_into_sight(state: StoryState) -> None:
    state.flags |= {"searched": 1, "open": 1}
    state.facts = {"secret": 2, "other": 1}
    state.visited["inn"] = 1
    shown = view(WORLD, state)
    assert {item.id for item in shown.things} == {"rope", "ring"}
    assert [(way.name, way.note) for way in shown.exits] == [
        ("The Inn", "north"),
        ("The Crypt", ""),
        ("The Cave", ""),
    ]
    assert shown.facts == ("The ice is thin.", "There is a cave.")


def test_the_company(state: StoryState) -> None:
    state.characters["una"].disposition = -4
    state.characters["olaf"].following = True
    state.characters["kol"].alive = False
    state.threats["bear"].awake = True
    here = [(who.id, who.note) for who in view(WORLD, state).here]
    assert sorted(here[:2]) == [("olaf", "with you"), ("una", "hostile")]
    assert here[2:] == [("bear", "danger")]  # threats come last
    state.threats["bear"].awake = False
    assert "bear" not in {who.id for who in view(WORLD, state).here}


@pytest.mark.parametrize(
    ("cold", "wounds", "words"),
    [
        (0, 0, ("warm", "unhurt")),
        (19, 1, ("warm", "bruised")),
        (20, 4, ("chilly", "wounded")),
        (90, 8, ("numb", "near death")),
    ],
)
def test_gauges_have_words(state: StoryState, cold: int, wounds: int, words: tuple[str, str]) -> None:
    state.needs["cold"], state.wounds = cold * NEED_SCALE, wounds
    shown = view(WORLD, state).gauges
    assert tuple(gauge.word for gauge in shown) == words
    assert [(gauge.value, gauge.maximum) for gauge in shown] == [(cold, 100), (wounds, 8)]


@pytest.mark.parametrize(
    ("hour", "word"),
    [(17, "dusk"), (18, "night"), (3, "night"), (7, "dawn"), (10, "morning"), (13, "afternoon")],
)
def test_the_time_of_day(hour: int, word: str) -> None:
    assert time_of_day(WORLD, hour) == word


def test_an_ended_story_suggests_nothing(state: StoryState) -> None:
    assert view(WORLD, state, ("Go to the inn",)).suggestions == ("Go to the inn",)
    state.ended = "dead"
    shown = view(WORLD, state, ("Go to the inn",))
    assert (shown.suggestions, shown.ended) == ((), "Dead")
