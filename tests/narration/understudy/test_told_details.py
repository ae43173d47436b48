"""What exists only in a sentence that was told is looked at itself, and no neighbour in its stead."""

from __future__ import annotations

import pytest

from gamemaster.narration.understudy.understudy import play
from gamemaster.play.opening import begin
from tests.worldkit import world_at


def text_of_turn(folder: str, words: str) -> str:
    world = world_at(folder)
    return " ".join(span.text for span in play(world, begin(world, 11), words).spans)


def test_a_detail_is_answered_by_the_sentence_that_tells_of_it() -> None:
    found = text_of_turn("tests/worlds_unseen/caravanserai", "I look at the line of light under the gate")
    assert "runs a line of light the width of a finger" in found
    assert "lamp" not in found
    assert "fits a palm" not in found


def test_a_thing_with_a_name_is_looked_at_as_before() -> None:
    found = text_of_turn("tests/worlds_unseen/caravanserai", "examine the leaves of the gate")
    assert "Cedar of Lebanon" in found


def test_what_was_only_told_of_is_not_called_unheard_of() -> None:
    assert "It came up with a lizard in it." in text_of_turn("tests/worlds_unseen/caravanserai", "look at the lizard")


def test_a_look_at_what_nobody_told_of_says_that_there_is_none() -> None:
    assert "You see no frost here." in text_of_turn("tests/worlds_small/ford", "look at the frost on the counter")


@pytest.mark.parametrize("folder", ["worlds/long_night", "tests/worlds_unseen/caravanserai"])
def test_somebody_goes_on_with_what_they_were_seen_to_do(folder: str) -> None:
    world = world_at(folder)
    state = begin(world, 11)
    who = state.present()[0]
    seen = {
        span.text
        for words in ("GM, who is here?", "look around", "GM, who is here?")
        for span in play(world, state, words).spans
    }
    doings = [text for passage in world.characters[who].presence for text in passage.text]
    assert len([one for one in doings if any(one in text for text in seen)]) <= 1
