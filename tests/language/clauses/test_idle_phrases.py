"""Tests of what looks like an order and is none: "hang on", "ok leave it", "let it go"."""

from __future__ import annotations

import pytest

from gamemaster.narration.understudy.understudy import play_without_suggestions as play
from gamemaster.rules.state import new_story
from tests.worldkit import world_at

LIGHTHOUSE = "worlds/lighthouse"


@pytest.mark.parametrize(
    "words",
    [
        "hang on",
        "give me a minute",
        "ok leave it",
        "let it go",
        "right, forget about it",
        "hold on a sec, let me think",
    ],
)
def test_nothing_is_done_and_no_time_passes(words: str) -> None:
    state = new_story(world_at(LIGHTHOUSE), 5)
    state.place, state.items["storm_lantern"], state.focus = "store", "player", {"it": "storm_lantern"}
    turn = play(world_at(LIGHTHOUSE), state, words)
    assert turn.after.items == state.items
    assert turn.after.minutes - state.minutes == 0


def test_what_comes_after_it_is_done() -> None:
    state = new_story(world_at(LIGHTHOUSE), 5)
    state.place = "store"
    assert (
        play(world_at(LIGHTHOUSE), state, "ok leave it. take the spare mantle").after.items["mantle"]
        == "player"
    )
    assert (
        play(world_at(LIGHTHOUSE), state, "hang on, take the spare mantle").after.items["mantle"] == "player"
    )


def test_what_is_in_the_hand_is_dropped_by_that_word_alone() -> None:
    state = new_story(world_at(LIGHTHOUSE), 5)
    state.place, state.focus = "store", {"it": "storm_lantern"}
    assert play(world_at(LIGHTHOUSE), state, "drop it").after.items["storm_lantern"] == "store"


def test_a_hand_is_shaken_on_it_and_never_the_thing_spoken_of() -> None:
    state = new_story(world_at(LIGHTHOUSE), 5)
    state.place, state.focus = "store", {"it": "storm_lantern"}
    assert (
        play(world_at(LIGHTHOUSE), state, "shake on it").spans[0].text.startswith("You shake hands with Jory")
    )
