"""Doors, errands and named times, as a stranger types them in The Long Night."""

from __future__ import annotations

import pytest

from gamemaster.narration.understudy.understudy import Played
from gamemaster.narration.understudy.understudy import play_without_suggestions as play
from gamemaster.play.opening import begin
from gamemaster.rules.state import StoryState
from tests.worldkit import world_at

WORLD = world_at("worlds/long_night")


def walk(*inputs: str) -> StoryState:
    state = begin(WORLD, 5)
    for words in inputs:
        state = play(WORLD, state, words).after
    return state


def play_out(state: StoryState, words: str) -> tuple[Played, int]:
    turn = play(WORLD, state, words)
    return turn, turn.after.minutes - state.minutes


def text_of(turn: Played) -> str:
    return " ".join(span.text for span in turn.spans)


YARD = walk("go up to the yard")
HALL = walk("go up to the yard", "go to the hall")


def test_a_door_that_is_knocked_on_is_the_door_that_is_pushed_open() -> None:
    knocked, minutes = play_out(YARD, "knock on the door of the hall")
    assert "knock" in text_of(knocked)
    assert "the Hall" in text_of(knocked)
    assert minutes <= 1
    assert all(op.op != "attempt" for op in knocked.outcome.changes)
    entered, _ = play_out(knocked.after, "push it open and go in, slowly, hands visible")
    assert entered.after.place == "hall"


@pytest.mark.parametrize(
    "words", ["open the door of the hall and go in", "push the door of the hall and go in"]
)
def test_whoever_opens_a_door_and_goes_in_goes_one_way(words: str) -> None:
    assert play_out(YARD, words)[0].after.place == "hall"


@pytest.mark.parametrize(
    "words", ["go warm up at the smithy for an hour", "go to the smithy and rest for an hour"]
)
def test_a_walk_with_a_purpose_ends_in_it(words: str) -> None:
    turn, minutes = play_out(YARD, words)
    assert turn.after.place == "smithy"
    assert 60 <= minutes <= 70


def test_what_is_carried_along_is_not_where_one_goes() -> None:
    assert play_out(HALL, "go outside with the torch and see where the prints go")[0].after.place == "yard"


def test_a_stare_takes_no_two_hours() -> None:
    assert play_out(HALL, "I stare at Ragnhild until she looks away")[1] <= 2


@pytest.mark.parametrize(
    ("words", "minutes"),
    [
        ("I sit by the fire for half an hour", 30),
        ("warm my hands for half an hour", 30),
        ("wait half an hour", 30),
        ("listen for ten minutes", 10),
    ],
)
def test_a_time_that_is_named_is_the_time_that_passes(words: str, minutes: int) -> None:
    assert play_out(HALL, words)[1] == minutes


def test_sleep_that_ends_early_says_so() -> None:
    turn, minutes = play_out(HALL, "sleep until morning")
    assert minutes >= 900 or any(happening.kind == "roused" for happening in turn.ruling.happenings)


def test_a_torch_is_lit_in_a_minute() -> None:
    assert play_out(HALL, "light the pine torch")[1] == 1
