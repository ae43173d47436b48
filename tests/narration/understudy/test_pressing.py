"""What was demanded, refused or promised holds: a threat wins or meets defiance, and who is pressed stands by it."""

from __future__ import annotations

import pytest

from gamemaster.language.talk.pressing import presses, put_before
from gamemaster.narration.understudy.understudy import Played
from gamemaster.narration.understudy.understudy import play_without_suggestions as play
from gamemaster.rules.stances.favours import demand_of
from gamemaster.rules.state import StoryState
from tests.scenekit import scene, text_of
from tests.worldkit import world_at
from worlds.schema import PLAYER

FORD = "tests/worlds_small/ford"
_SEEDS = range(1, 12)


@pytest.mark.parametrize(
    ("threat", "demand"),
    [
        ("help me shift this stone or i will tell the whole hall", "help me shift this stone"),
        ("i will tell the sheriff unless you give me the key", "give me the key"),
        ("if you do not open the door i will burn it down", "open the door"),
        ("i will switch your speakers off if you keep hiding the name", "stop hiding the name"),
        ("you will be sorry", ""),
    ],
)
def test_what_is_demanded_is_found_in_a_threat(threat: str, demand: str) -> None:
    assert demand_of(threat) == demand


def _threaten(won: bool) -> Played:
    """The threat, with the first dice of which it comes off or does not."""
    for seed in _SEEDS:
        start = scene(FORD, here="bersi").model_copy(update={"seed": seed})
        turn = play(world_at(FORD), start, "Bersi, help me lift the trapdoor or I break your cart")
        if (turn.after.characters["bersi"].toward(PLAYER).fear > 0) == won:
            return turn
    raise AssertionError("the dice never fell so")


def _press(state: StoryState) -> str:
    return text_of(play(world_at(FORD), state, "so are you going to help me or not?"))


def test_whoever_gives_ground_gives_their_word_and_stands_by_it() -> None:
    turn = _threaten(won=True)
    (given,) = turn.after.promises.values()
    assert (given.by, given.to, given.what) == ("bersi", PLAYER, "to help you lift the trapdoor")
    assert "I'll help you lift the trapdoor" in text_of(turn)
    assert any(word in _press(turn.after) for word in ("my word", "said so", "promised"))


def test_whoever_does_not_says_what_they_will_not_do_and_says_so_again() -> None:
    turn = _threaten(won=False)
    assert not turn.after.promises
    assert "help you lift the trapdoor" in text_of(turn)
    assert put_before(turn.after) == ("bersi", "help me lift the trapdoor")
    assert "help you lift the trapdoor" in _press(turn.after)


def test_a_key_that_is_demanded_is_handed_over() -> None:
    for seed in _SEEDS:
        start = scene(FORD, here="halla").model_copy(update={"seed": seed})
        turn = play(world_at(FORD), start, "Halla, give me the key or I will smash every cup in here")
        if turn.after.characters["halla"].toward(PLAYER).fear > 0:
            assert turn.after.items["key"] == PLAYER
            return
    raise AssertionError("the dice never fell so")


@pytest.mark.parametrize("said", ["well", "yes or no", "so will you do it or not", "then do it"])
def test_words_that_press_for_an_answer(said: str) -> None:
    assert presses(said)


@pytest.mark.parametrize("said", ["so what did you see", "will you be here tomorrow", "do you know bersi"])
def test_words_that_ask_something_of_their_own(said: str) -> None:
    assert not presses(said)


def test_a_question_after_a_drawn_breath_is_no_order_to_oneself() -> None:
    start = scene("tests/worlds_unseen/caravanserai", place="gate", here="bishr")
    turn = play(world_at("tests/worlds_unseen/caravanserai"), start, "well, will you fetch it or not?")
    assert turn.after.items == start.items


def test_a_request_with_or_else_is_a_threat() -> None:
    start = scene("tests/worlds_unseen/caravanserai", place="gate", here="bishr")
    words = "Fetch me some water or I open the wicket myself"
    turn = play(world_at("tests/worlds_unseen/caravanserai"), start, words)
    assert [one.verb for one in turn.outcome.intents] == ["threaten"]
