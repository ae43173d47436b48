"""Who waits for somebody waits until they come, and what is picked up or strolled to is no way taken."""

from __future__ import annotations

import pytest

from gamemaster.narration.understudy.understudy import play_without_suggestions as play
from tests.scenekit import play_at, standing, text_of
from tests.worldkit import world_at

LIGHT, NIGHT = "worlds/lighthouse", "worlds/long_night"


@pytest.mark.parametrize("words", ["wait till dilys comes", "wait here with the cat til miss pryce comes down"])
def test_a_wait_for_somebody_ends_when_they_come(words: str) -> None:
    state = standing(LIGHT, "kitchen tallack")
    state.minutes = 40
    turn = play(world_at(LIGHT), state, words)
    assert "dilys" in turn.after.present()
    assert turn.ruling.minutes <= 20


@pytest.mark.parametrize(
    "words", ["pick up a stone from the beach", "take a stone", "stroll down the lane to the chimney"]
)
def test_nobody_walks_off_for_what_is_no_way(words: str) -> None:
    turn = play_at(NIGHT, "shore", words)
    assert turn.after.place == "shore"
    assert "You stroll" not in text_of(turn)


def test_what_hangs_by_the_door_is_taken_without_going_through_it() -> None:
    turn = play_at(NIGHT, "hall", "take one of them torches by the door")
    assert (turn.after.place, turn.after.items["pine_torch"]) == ("hall", "player")
