"""What is told as done is done: a thing is handled by the rule for it, and "it" is what was named last."""

from __future__ import annotations

import pytest

from gamemaster.narration.understudy.understudy import Played
from gamemaster.narration.understudy.understudy import play_without_suggestions as play
from gamemaster.rules.state import StoryState
from tests.scenekit import scene, text_of
from tests.worldkit import world_at

LIGHTHOUSE, LONG_NIGHT = "worlds/lighthouse", "worlds/long_night"
OFFICE, SHIP = "tests/worlds_modern/brannigan", "tests/worlds_modern/deck_nine"


def after(world: str, state: StoryState, *inputs: str) -> Played:
    for words in inputs[:-1]:
        state = play(world_at(world), state, words).after
    return play(world_at(world), state, inputs[-1])


@pytest.mark.parametrize(
    "words",
    ["load it, tuck it in my coat. wink at gloria", "wink at gloria, load it, tuck it in my coat", "load it"],
)
def test_a_verb_that_a_rule_has_for_one_thing_here_is_done_to_that(words: str) -> None:
    state = scene(OFFICE, "fourth", "gloria", "revolver cartridges")
    turn = after(OFFICE, state, "examine the trophy", words)
    assert "loaded" in turn.after.flags
    assert "You load it" not in text_of(turn)


def test_it_is_what_was_named_last_where_the_verb_fits_it() -> None:
    state = scene(OFFICE, "fourth", "gloria", "revolver cartridges")
    turn = after(OFFICE, state, "examine the trophy", "open it")
    assert "loaded" not in turn.after.flags


@pytest.mark.parametrize(
    "words",
    [
        "i fold the drawing and put it in my pocket, it makes me smile",
        "fold the drawing and put it in my pocket",
    ],
)
def test_what_is_only_described_is_not_pocketed_as_another_thing(words: str) -> None:
    turn = after(SHIP, scene(SHIP, "bunkroom"), "take the handheld", words)
    assert "You put it" not in text_of(turn)


@pytest.mark.parametrize(
    "words", ["tuck my hands in my sleeves", "put my hands in my pockets", "fold my arms"]
)
def test_small_gestures_are_told_as_they_were(words: str) -> None:
    turn = after(SHIP, scene(SHIP, "bunkroom"), "take the handheld", words)
    assert text_of(turn).startswith(f"You {words.replace('my', 'your')}.")


@pytest.mark.parametrize(
    "words",
    ["switch off the lights", "turn the lamps off", "switch them off again, quick", "turn off the lamps"],
)
@pytest.mark.parametrize("lit", [True, False])
def test_what_is_switched_off_does_not_come_on(words: str, lit: bool) -> None:
    before = ["turn on the lights"] if lit else ["look at the lamps"]
    turn = after(SHIP, scene(SHIP, "gardens"), *before, words)
    assert "lights_on" not in turn.after.flags


@pytest.mark.parametrize(
    "words",
    [
        "i crouch down beside him and ask whats that knockin out there?",
        "duck down next to ivar and ask him what the knocking is",
    ],
)
def test_getting_down_beside_somebody_is_a_posture_and_the_question_is_asked(words: str) -> None:
    turn = after(LONG_NIGHT, scene(LONG_NIGHT, "shore", "ivar"), words)
    assert not any(change.op == "attempt" for change in turn.outcome.changes)
    assert "knocking" in text_of(turn)


def test_getting_behind_a_thing_still_hides() -> None:
    turn = after(LONG_NIGHT, scene(LONG_NIGHT, "shore", "ivar"), "duck behind the boat")
    assert any(change.op == "attempt" for change in turn.outcome.changes)


@pytest.mark.parametrize("words", ["grab a few turnips", "take one turnip"])
def test_a_few_that_are_not_carried_off_are_not_told_as_kept(words: str) -> None:
    turn = after(LIGHTHOUSE, scene(LIGHTHOUSE, "landing"), words)
    assert turn.after.items["turnips"] == "landing"
    assert "goes back to the crate" in text_of(turn)


def test_one_that_was_taken_out_of_many_is_given_by_itself() -> None:
    state = scene(LIGHTHOUSE, "landing", "jory")
    assert after(LIGHTHOUSE, state, "take a turnip and give it to jory").after.items["turnips"] == "landing"
    assert after(LIGHTHOUSE, state, "give jory the crate").after.items["turnips"] != "landing"
