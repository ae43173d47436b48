"""What costs much is asked back until it is plainly meant: an ending, and a sleep that would hurt."""

from __future__ import annotations

import pytest

from gamemaster.authoring.input_lists import state_of
from gamemaster.narration.understudy.understudy import Played
from gamemaster.narration.understudy.understudy import play_without_suggestions as play
from gamemaster.rules.state import StoryState
from tests.worldkit import world_at

LIGHTHOUSE, LONG_NIGHT = world_at("worlds/lighthouse"), world_at("worlds/long_night")


def asked_of_the_ending() -> StoryState:
    """A story that was about to end, and in which that was asked back."""
    told = {"place": "watchroom", "has": ["torn_page"], "set": ["bell_stopped"], "here": ["tallack"]}
    state = state_of(LIGHTHOUSE, 1, told)
    state.facts["tallack_slept"] = 0
    turn = play(LIGHTHOUSE, state, "I hold out the torn page to Tallack. I know, sir. You fell asleep.")
    assert reasons(turn) == ["ending"]
    return turn.after


def reasons(turn: Played) -> list[str]:
    return [aside.why for aside in turn.outcome.asides]


def test_an_ending_stays_asked_back_until_it_is_confirmed() -> None:
    turn = play(LIGHTHOUSE, asked_of_the_ending(), "ok now show him")
    assert turn.after.ended is None
    assert turn.ruling.minutes == 0
    assert reasons(turn) == ["ending"]
    assert play(LIGHTHOUSE, turn.after, "yes").after.ended == "clean_record"


@pytest.mark.parametrize(
    "words",
    [
        "yes",
        "Yes, do it.",
        "yes, give it to him",
        "give it to him",
        "give him the torn page",
        "show him the torn page",
    ],
)
def test_a_plain_confirmation_ends_the_story(words: str) -> None:
    assert play(LIGHTHOUSE, asked_of_the_ending(), words).after.ended == "clean_record"


@pytest.mark.parametrize("words", ["ok", "no", "what did you dream of, sir?"])
def test_anything_else_ends_nothing(words: str) -> None:
    assert play(LIGHTHOUSE, asked_of_the_ending(), words).after.ended is None


@pytest.mark.parametrize(
    "words", ["I lie down wrapped in my cloak and sleep till morning", "sleep", "wait until dawn"]
)
def test_a_rest_that_the_cold_would_punish_is_asked_back_once(words: str) -> None:
    state = state_of(LONG_NIGHT, 1, {"place": "yard"})
    turn = play(LONG_NIGHT, state, words)
    assert (reasons(turn), turn.ruling.minutes) == (["exposed"], 0)
    again = play(LONG_NIGHT, turn.after, words)
    assert again.ruling.minutes > 30


@pytest.mark.parametrize(
    ("place", "words"), [("hall", "sleep"), ("yard", "I wait an hour"), ("yard", "wait")]
)
def test_a_rest_that_hurts_little_is_taken(place: str, words: str) -> None:
    turn = play(LONG_NIGHT, state_of(LONG_NIGHT, 1, {"place": place}), words)
    assert reasons(turn) == []
    assert turn.ruling.minutes >= 30


def test_whoever_means_to_sleep_elsewhere_goes_there_first() -> None:
    state = state_of(LONG_NIGHT, 1, {"place": "brewhouse"})
    state.visited |= {"yard": 1, "hall": 1}
    turn = play(LONG_NIGHT, state, "I lie down in the hall for the night")
    assert turn.after.place == "hall"
    assert turn.ruling.minutes > 30
