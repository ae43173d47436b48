"""Tests of the gate for words that are told back: whole clauses, of what is here, and never beside a denial."""

from __future__ import annotations

import pytest

from gamemaster.narration.understudy.echoes import echo_of
from tests.scenekit import play_at, state_at, text_of
from tests.worldkit import world_at

NIGHT, LIGHT = "worlds/long_night", "worlds/lighthouse"
CITY, SHIP = "tests/worlds_modern/brannigan", "tests/worlds_modern/deck_nine"


@pytest.mark.parametrize(
    "words",
    [
        "maybe somebody friendlier",
        "well on the dogs chin, actually",
        "with my back to the wall",
        "smile even",
        "the other hand",
        "i sit down and",
        "i lean on my",
        "under the table",
        "nobody in sight",
    ],
)
def test_words_that_are_no_clause_are_not_told(words: str) -> None:
    assert not echo_of(world_at(NIGHT), state_at(NIGHT, "shore"), words).whole


@pytest.mark.parametrize(
    "words",
    [
        "I crouch down",
        "taps foot",
        "then I slowly shake my head",
        "swagger up and down",
        "I'll sit down",
        "bend close to Ivar",
        "lick a finger",
        "I weep for Bersi",
        "nod toward the hall",
        "scratch my beard and frown at the boathouse",
        "stamp my feet in the snow",
        "think of the fire",
    ],
)
def test_a_clause_of_what_is_here_is_told(words: str) -> None:
    assert echo_of(world_at(NIGHT), state_at(NIGHT, "shore"), words).holds


@pytest.mark.parametrize(
    ("world", "place", "words", "missing"),
    [
        (NIGHT, "boathouse", "I drop down by the fire", "fire"),
        (NIGHT, "shore", "stare into the flames", "flames"),
        (NIGHT, "shore", "lean against the anvil", "anvil"),
        (NIGHT, "smithy", "put my ear close to the lid", "lid"),
        (LIGHT, "landing", "sit by the stove", "stove"),
        (SHIP, "bunkroom", "kneel by the airlock", "airlock"),
    ],
)
def test_what_is_not_here_is_named_and_nothing_done_with_it(
    world: str, place: str, words: str, missing: str
) -> None:
    assert echo_of(world_at(world), state_at(world, place), words).missing == missing
    turn = play_at(world, place, words)
    heard = text_of(turn)
    assert f"You see no {missing} here." in heard
    assert not any(one.kind == "expressed" for one in turn.ruling.happenings)
    assert turn.ruling.minutes == 0


@pytest.mark.parametrize(
    ("world", "place", "words"),
    [
        (NIGHT, "hall", "I stare into the flames"),
        (LIGHT, "kitchen", "I drum my fingers on the table"),
        (CITY, "lobby", "I put my feet up on the desk"),
        (CITY, "lobby", "I lean against the counter"),
    ],
)
def test_what_is_here_or_unknown_to_the_world_may_be_told(world: str, place: str, words: str) -> None:
    assert text_of(play_at(world, place, words)).startswith("You ")


def test_what_a_turn_denies_it_does_not_use() -> None:
    heard = text_of(play_at(NIGHT, "boathouse", "I sit by the hearth and gaze at it"))
    assert heard.startswith("You see no hearth here.")
    assert "gaze" not in heard


def test_beside_another_gesture_what_is_not_here_is_named() -> None:
    heard = text_of(play_at(LIGHT, "landing", "I sit by the stove and smile"))
    assert "You smile." in heard
    assert "You see no stove here." in heard


def test_a_spot_that_nobody_named_is_no_spot() -> None:
    assert "where they end" not in text_of(play_at(NIGHT, "headland", "I kneel down where they end"))


def test_an_offer_to_nobody_stays_in_the_story() -> None:
    told = text_of(play_at(NIGHT, "storehouse", "I'll give you twenty crowns if you tell me the truth"))
    assert "nobody here to hear that" in told
