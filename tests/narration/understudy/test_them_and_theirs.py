"""Tests of who and what is meant: people by "them all", a face, an animal's name, what a thing is laid away from."""

from __future__ import annotations

import pytest

from gamemaster.language.understanding import understand
from gamemaster.narration.understudy.understudy import Played
from gamemaster.narration.understudy.understudy import play_without_suggestions as play
from gamemaster.rules.state import StoryState, new_story
from tests.casekit import cases
from tests.scenekit import text_of
from tests.worldkit import world_at
from worlds.schema import PLAYER

NIGHT, LIGHT = "worlds/long_night", "worlds/lighthouse"
SHIP = "tests/worlds_modern/deck_nine"


def state_at(world: str, place: str, **held: str) -> StoryState:
    state: StoryState = new_story(world_at(world), 1)
    state.place = place
    state.items.update(held)
    return state


def play_at(world: str, place: str, words: str, **held: str) -> Played:
    return play(world_at(world), state_at(world, place, **held), words)


@pytest.mark.parametrize(("world", "place"), [(NIGHT, "hall"), (LIGHT, "kitchen"), (SHIP, "bunkroom")])
@pytest.mark.parametrize(
    "words", ["I look at them all defiantly", "I glare at all of them", "I look round at them all"]
)
def test_in_company_them_all_are_people(world: str, place: str, words: str) -> None:
    turn = play_at(world, place, words)
    assert [one.kind for one in turn.ruling.happenings if one.kind == "noticed"] == []
    assert turn.ruling.minutes == 0


@cases
def test_a_face_is_that_of_whoever_has_it(world: str, place: str, words: str, who: str) -> None:
    read = understand(world_at(world), state_at(world, place), words)
    assert [one.objects for one in read.intents] == [(who,)]


@cases
def test_the_players_own_tracks_are_on_the_ice(words: str) -> None:
    assert "Bersi walked on your left" in text_of(play_at(NIGHT, "ice", words))


def test_the_name_of_a_dog_that_was_stroked_is_its_own() -> None:
    turn = play_at(NIGHT, "yard", "I scratch the dog. whats his name?")
    assert "Ulf, only Ulf" not in text_of(turn)
    assert "Bishop" in text_of(turn)


@cases
def test_whoever_looks_on_does_not_give_their_own_name_for_that_of_a_cow(words: str) -> None:
    assert "Cuthred. Of Lindisfarne" not in text_of(play_at(NIGHT, "byre", words))


@cases
def test_what_is_laid_away_from_the_hay_does_not_lie_on_it(words: str) -> None:
    turn = play_at(NIGHT, "byre", words, pine_torch=PLAYER)
    assert turn.after.items["pine_torch"] == "byre"
    assert "hay" not in turn.after.spots.get("pine_torch", "")
    assert "on the hay" not in text_of(turn)


@cases
def test_what_somebody_is_to_keep_is_not_taken(words: str) -> None:
    turn = play_at(NIGHT, "brewhouse", words)
    assert turn.after.items["ale_jug"] != PLAYER
    assert turn.after.items["sea_cloak"] == PLAYER
    assert turn.ruling.minutes == 0
