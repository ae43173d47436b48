"""Tests of what is only done by somebody's leave: whoever asks for it takes nothing and goes nowhere."""

from __future__ import annotations

import pytest

from gamemaster.language.understanding import understand
from gamemaster.rules.state import new_story
from tests.casekit import cases
from tests.scenekit import play_in
from tests.worldkit import world_at

LONG_NIGHT, BELLAMY, FORD = "worlds/long_night", "tests/worlds_small/bellamy", "tests/worlds_small/ford"


@cases
def test_whoever_asks_leave_takes_nothing_and_stays(words: str) -> None:
    before, turn = play_in(LONG_NIGHT, "hall", words, "ragnhild")
    assert turn.after.place == before.place
    assert turn.after.items["pine_torch"] == before.items["pine_torch"]
    assert turn.outcome.intents[0].verb == "ask"
    assert turn.outcome.intents[0].words.removeprefix("ragnhild , ").startswith("may i ")


@pytest.mark.parametrize(
    ("words", "taken"), [("I want to take the spear", True), ("I'd like to take the spear, if I may", False)]
)
def test_a_wish_alone_is_an_order(words: str, taken: bool) -> None:
    _, turn = play_in(LONG_NIGHT, "hall", words, "ragnhild")
    assert (turn.after.items["boar_spear"] == "player") == (taken or "lent" in turn.spans[0].text)


def test_nobody_promises_to_mind() -> None:
    _, turn = play_in(BELLAMY, "kitchen", "would you mind if I borrowed the ticket, Odile?", "odile")
    assert not turn.after.promises


def test_what_waits_for_the_leave_of_somebody_away_is_not_done() -> None:
    world, state = world_at(FORD), new_story(world_at(FORD), 5)
    state.place = "mill"
    reading = understand(world, state, "go to the alehouse, if Ketil lets me")
    assert reading.held_back is not None
    assert not reading.intents


def test_a_deed_beside_the_leave_for_another_is_done() -> None:
    _, turn = play_in(BELLAMY, "kitchen", "I sit down, mind if I take the ticket, Odile?", "odile")
    assert turn.after.items["ticket"] == "kitchen"
    assert [one.verb for one in turn.outcome.intents][-1] == "ask"
