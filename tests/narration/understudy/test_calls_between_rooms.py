"""Words called out into the next room are told as they were typed, and heard by whoever is named; kindness is brief."""

from __future__ import annotations

import pytest

from tests.scenekit import play_at, text_of

LIGHT, NIGHT = "worlds/lighthouse", "worlds/long_night"


@pytest.mark.parametrize("words", ['shout down the stairs: "Jory! Supper!"', '"Jory! Supper!" I yell down'])
def test_whoever_is_called_from_the_next_room_hears_the_words_and_comes(words: str) -> None:
    turn = play_at(LIGHT, "kitchen", words)
    told = text_of(turn)
    assert "“Jory! Supper!”" in told
    assert "rank and date" not in told
    assert turn.after.characters["jory"].place == "kitchen"


def test_the_one_who_is_called_by_name_comes_before_others() -> None:
    turn = play_at(NIGHT, "yard", '"Ragnhild! Come out!" I yell into the hall')
    assert turn.after.characters["ragnhild"].place == "yard"


def test_a_bow_to_everybody_is_seen_and_asks_nothing() -> None:
    assert "You bow low to everybody." in text_of(play_at(NIGHT, "hall", "I bow low to everybody"))


def test_things_and_clues_asked_for_together_are_told_together() -> None:
    told = text_of(play_at(LIGHT, "kitchen", "GM, what have I got so far, both stuff and clues?"))
    assert "letter of appointment" in told
    assert "Cobb" in told
