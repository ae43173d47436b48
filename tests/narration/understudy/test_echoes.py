"""Tests of the gate for words that are told back: whole clauses, of what is here, and never beside a denial."""

from __future__ import annotations

import pytest

from gamemaster.narration.understudy.echoes import echo_of
from tests.casekit import cases
from tests.scenekit import play_at, play_in, state_at, text_of
from tests.worldkit import world_at

NIGHT, LIGHT = "worlds/long_night", "worlds/lighthouse"


@cases
def test_words_that_are_no_clause_are_not_told(words: str) -> None:
    assert not echo_of(world_at(NIGHT), state_at(NIGHT, "shore"), words).whole


@cases
def test_a_clause_of_what_is_here_is_told(words: str) -> None:
    assert echo_of(world_at(NIGHT), state_at(NIGHT, "shore"), words).holds


@cases
def test_what_is_not_here_is_named_and_nothing_done_with_it(
    world: str, place: str, words: str, missing: str
) -> None:
    assert echo_of(world_at(world), state_at(world, place), words).missing == missing
    turn = play_at(world, place, words)
    heard = text_of(turn)
    assert f"You see no {missing} here." in heard
    assert not any(one.kind == "expressed" for one in turn.ruling.happenings)
    assert turn.ruling.minutes == 0


@cases
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


@cases
def test_a_relative_clause_is_not_said_back(world: str, place: str, here: str, words: str, told: str) -> None:
    assert told in text_of(play_in(world, place, words, here)[1])


@pytest.mark.parametrize("words", ["I toss Jory a turnip out of the crate", "flip Jory one of the turnips"])
def test_what_is_thrown_to_somebody_is_caught(words: str) -> None:
    _, turn = play_in("worlds/lighthouse", "store", words, "jory", "turnips")
    told = text_of(turn)
    assert any(end in told for end in ("catches it", "stays caught", "out of the air"))
    assert turn.after.items["turnips"] == "player"
