"""What a turn costs, and what it never does unasked: no long wait, no thing made of a word, no high seat taken."""

from __future__ import annotations

import pytest

from gamemaster.language.wording.stock_lines import DEFAULTS
from gamemaster.narration.understudy.understudy import Played, play
from gamemaster.rules.operations.improvised_operations import HANDLING_MINUTES
from gamemaster.rules.state import StoryState, new_story
from tests.worldkit import world_at

NIGHT, LIGHT, KITCHEN = "worlds/long_night", "worlds/lighthouse", "tests/worlds_small/bellamy"


def scene(folder: str, place: str, *here: str) -> StoryState:
    state = new_story(world_at(folder), 1)
    state.place = place
    state.visited.setdefault(place, 0)
    for who in here:
        state.characters[who].place = place
    return state


def turns_of(folder: str, place: str, *inputs: str, here: tuple[str, ...] = ()) -> list[Played]:
    state, turns = scene(folder, place, *here), []
    for words in inputs:
        turns.append(play(world_at(folder), state, words))
        state = turns[-1].after
    return turns


@pytest.mark.parametrize(
    "words",
    [
        "look around for shelter from the wind",
        "look for something to eat",
        "look around for somewhere to hide",
        "look round for somewhere to put my bag down",
        "what am I not seeing in here",
        "look for Bersi",
        "is there any way to get away from here without being seen",
        "could I get warm before anyone comes?",
        "I want to tie a bit of string from the bell to my wrist. Is there any string about?",
    ],
)
def test_what_is_only_looked_for_or_asked_about_takes_no_time(words: str) -> None:
    for folder, place in ((NIGHT, "shore"), (LIGHT, "kitchen")):
        before = scene(folder, place)
        (turn,) = turns_of(folder, place, words)
        assert turn.ruling.minutes <= HANDLING_MINUTES
        assert turn.after.place == before.place


def test_what_was_done_for_a_while_is_not_told_as_a_wait() -> None:
    (turn,) = turns_of(NIGHT, "shore", "hum a tune with him for ten minutes", here=("ivar",))
    told = [span.text for span in turn.spans]
    assert turn.ruling.minutes == 10
    assert not set(DEFAULTS["waited"]) & set(told)


@pytest.mark.parametrize(
    ("words", "minutes"),
    [
        ("I stop and wait like he asked, then crouch and whisper to Ivar: 'what is it?'", 5),
        ("wait and see what he does", 5),
        ("ask Ivar about the pebbles and wait", 5),
        ("sit here", 1),
        ("take it easy", 1),
        ("wait", 30),
        ("wait for ten minutes", 10),
    ],
)
def test_a_wait_beside_other_deeds_is_a_moment(words: str, minutes: int) -> None:
    (turn,) = turns_of(NIGHT, "shore", words, here=("ivar",))
    assert turn.ruling.minutes <= minutes
    assert turn.ruling.minutes == minutes or minutes <= 5


@pytest.mark.parametrize(
    "words",
    [
        "make a big show of yawning",
        "make a joke about the porridge",
        "make a face",
        "make way for Ulf",
        "make an effort to look useful",
        "make a mess",
        "put on a brave face",
        "take it all in",
    ],
)
def test_nothing_is_made_of_an_act(words: str) -> None:
    (turn,) = turns_of(NIGHT, "hall", words, here=("ragnhild",))
    assert turn.ruling.minutes == 0
    assert not turn.after.details
    assert turn.after.carried_items() == scene(NIGHT, "hall").carried_items()


@pytest.mark.parametrize("words", ["make a snowman", "make a doll out of straw", "make a barricade"])
def test_a_thing_is_made_that_hands_can_make(words: str) -> None:
    (turn,) = turns_of(NIGHT, "shore", words)
    assert [one.kind for one in turn.after.details.values()] == ["made"]


def test_to_make_sure_is_to_look() -> None:
    looked, shut = turns_of(
        NIGHT, "hall", "make sure the shields are all there", "make sure to look at the shields"
    )
    assert [[op.op for op in turn.outcome.changes] for turn in (looked, shut)] == [["notice"], ["notice"]]


@pytest.mark.parametrize("words", ["take a seat", "I sit down", "I take a seat opposite her"])
def test_whoever_sits_down_takes_no_seat_that_a_writer_tells_of(words: str) -> None:
    (turn,) = turns_of(NIGHT, "hall", words, here=("ragnhild",))
    assert all(op.op == "express" for op in turn.outcome.changes)


@pytest.mark.parametrize(
    ("words", "afraid"),
    [
        ("tell me or I will ask every door in this yard", 0),
        ("tell me what you know of the well, or I'm walking out that door", 0),
        ("tell me the truth or I will burn your hall down", 1),
    ],
)
def test_the_weight_of_a_threat_is_in_what_is_threatened(words: str, afraid: int) -> None:
    (turn,) = turns_of(NIGHT, "hall", f'"{words}"', here=("ragnhild",))
    seen = [deed for one in turn.after.characters.values() for deed in one.witnessed if deed.what == "threat"]
    assert bool(seen) == bool(afraid)


def test_a_word_given_with_an_imperative_is_no_threat() -> None:
    (turn,) = turns_of(NIGHT, "smithy", '"Tell me who, and I\'ll see you right."', here=("skeggi",))
    assert all(intent.verb != "threaten" for intent in turn.outcome.intents)
    assert not any(one.witnessed for one in turn.after.characters.values())


def test_a_kindness_is_no_bargain() -> None:
    words = '"If you mean to go, I will walk with you, nobody should cross that ice alone."'
    (turn,) = turns_of(NIGHT, "byre", words, here=("cuthred",))
    assert turn.outcome.intents[0].verb == "promise"
    assert turn.ruling.minutes <= 3


@pytest.mark.parametrize("answer", ["yes of course, that's what I said", "go ahead", "exactly", "yes please"])
def test_a_yes_in_any_words_answers_what_was_asked(answer: str) -> None:
    asked, done = turns_of(NIGHT, "hall", "I threw the wooden horse into the fire.", answer)
    assert asked.ruling.minutes == 0
    assert done.outcome.changes


def test_the_second_one_is_the_second_choice() -> None:
    asked, done = turns_of(NIGHT, "byre", "frobnicate the gloop", "no, the second one", here=("cuthred",))
    (aside,) = [span for span in asked.spans if span.kind == "aside"]
    chosen = play(world_at(NIGHT), asked.after, aside.choices[1])
    assert done.outcome.changes == chosen.outcome.changes


@pytest.mark.parametrize("words", ["no no, not the torch!", "wait, no, not the torch!"])
def test_a_deed_done_to_the_wrong_thing_is_taken_back_by_the_button(words: str) -> None:
    _, turn = turns_of(NIGHT, "hall", "take the torch", words)
    assert turn.ruling.minutes == 0
    assert any("Undo" in span.text for span in turn.spans)


def test_what_was_meant_is_taken_instead() -> None:
    _, turn = turns_of(NIGHT, "hall", "take the torch", "hang on, I meant the horse, not the torch!")
    assert "wooden_horse" in turn.after.held


def test_a_plan_is_dropped_by_whoever_moves_on() -> None:
    held, moved = turns_of(
        NIGHT, "byre", "if Ulf comes in, hide behind the cow", "go to the hall", here=("cuthred",)
    )
    assert "plan" in held.after.focus
    assert "plan" not in moved.after.focus


def test_a_ladder_that_is_named_is_climbed() -> None:
    words = "climb up the ladder real quiet, dead torch tucked in my belt, and peek over the edge at whoever is there"
    (turn,) = turns_of(NIGHT, "byre", words, here=("cuthred",))
    assert turn.after.place == "loft"
