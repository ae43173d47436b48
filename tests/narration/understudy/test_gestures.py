"""Tests of how gestures, thoughts and looks are told: once, in good grammar, without a stock witness."""

from __future__ import annotations

import re
from typing import get_args

import pytest

from gamemaster.language.wording.gesture_lines import Bond, about, gesture_lines
from gamemaster.narration.understudy.understudy import play_without_suggestions as play
from gamemaster.rules.state import new_story
from tests.scenekit import play_at, state_at, text_of
from tests.worldkit import world_at

NIGHT, LIGHT = "worlds/long_night", "worlds/lighthouse"


@pytest.mark.parametrize(
    "words", ["I shiver and think: ten, then", "think: he counts me already", "I ponder that"]
)
def test_nobody_sees_a_thought(words: str) -> None:
    heard = text_of(play_at(NIGHT, "shore", words))
    assert "You think" not in heard
    assert "You ponder" not in heard
    assert "Ivar" not in heard


def test_gestures_of_one_turn_are_one_sentence() -> None:
    assert text_of(play_at(NIGHT, "shore", "I scratch my beard and frown at the boathouse")) == (
        "You scratch your beard, and frown at the boathouse."
    )


def test_gestures_at_somebody_are_marked_by_them_as_one() -> None:
    said = text_of(play_at(NIGHT, "yard", "I turn my back on him and frown"))
    assert said.startswith("You turn your back on him, and frown. ")


def test_beside_what_somebody_answers_a_gesture_has_no_other_witness() -> None:
    turn = play_at(NIGHT, "shore", '"Good evening to you," I say, and I bow.')
    assert "You bow. Ivar bows" in text_of(turn)
    assert "marks it" not in text_of(turn)


def test_a_gesture_is_answered_by_whom_it_is_for_and_people_keep_their_capitals() -> None:
    heard = text_of(play_at(NIGHT, "yard", "smile at ulf"))
    assert heard.startswith("You smile at Ulf. He ")
    assert "Bishop" not in heard


def test_whom_a_gesture_is_for_goes_by_their_name() -> None:
    heard = text_of(play_at(NIGHT, "hall", "I give the woman in the high seat a tired smile"))
    assert heard.startswith("You give Ragnhild a tired smile. She ")


def test_a_gesture_is_taken_by_how_people_stand_to_the_player() -> None:
    state = state_at(LIGHT, "store")
    state.characters["jory"].disposition = -4
    turn = play(world_at(LIGHT), state, "I hold out my hand to the coin guy")
    assert text_of(turn) in {
        f"You hold out your hand to Jory Kemp. {about(line, 'Jory Kemp', 'he', named=True)}"
        for line in gesture_lines("offer_hand", "hostile")
    }


def test_what_a_writer_has_foreseen_at_a_gesture_is_told_once() -> None:
    first = play_at(LIGHT, "store", "wink at jory")
    again = play(world_at(LIGHT), first.after, "wink at jory")
    assert "He winks back before you've done" in text_of(first)
    assert "He winks back before you've done" not in text_of(again)
    assert "winks back before you've done" not in text_of(play(world_at(LIGHT), first.after, "I wink"))


def test_a_misspelt_word_is_told_back_as_it_was_typed() -> None:
    heard = text_of(play_at(NIGHT, "hall", "I stand there letting the smoke sting my eyes"))
    assert "sting your eyes" in heard


@pytest.mark.parametrize("words", ["jump", "whistle"])
def test_what_one_does_with_the_body_alone_is_told_and_does_not_fail(words: str) -> None:
    heard = text_of(play_at(LIGHT, "landing", words))
    assert heard.startswith(f"You {words}.")


def test_to_sit_down_is_no_wait() -> None:
    turn = play_at(NIGHT, "shore", "I sit down and stretch my legs")
    assert text_of(turn).startswith("You sit down, and stretch your legs.")
    assert turn.ruling.minutes <= 1


@pytest.mark.parametrize(
    ("place", "words", "shown"),
    [
        ("kitchen", "go up to the bunk room, see whats there", 1),
        ("kitchen", "go up to the bunk room and look around", 1),
        ("landing", "lift the cover of the jolly-boat and see whether anyone has used it", 0),
        ("landing", "look around", 1),
    ],
)
def test_a_place_is_described_once_a_turn_and_not_after_a_small_act(
    place: str, words: str, shown: int
) -> None:
    turn = play_at(LIGHT, place, words)
    described = [
        span.text[:20]
        for span in turn.spans
        if span.text.startswith(("Five bunks are built", "Forty cut steps"))
    ]
    assert len(described) == shown


def test_work_that_was_read_into_a_touch_is_done_to_nobody() -> None:
    state = new_story(world_at(NIGHT), 1)
    turn = play(world_at(NIGHT), state, "I bend close to Ivar")
    assert text_of(turn).startswith("You bend close to Ivar.")


def test_a_moment_is_no_wait() -> None:
    turn = play_at(LIGHT, "landing", "I stand still for a moment")
    assert not any(happening.kind == "waited" for happening in turn.ruling.happenings)


def test_nothing_is_told_twice_in_one_turn() -> None:
    mill = world_at("tests/sample_world")
    turn = play(mill, new_story(mill, 1), "sing her a song and dance a jig")
    lines = [line for span in turn.spans for line in span.text.split("\n")]
    assert len(lines) == len(set(lines))


def test_manner_in_brackets_is_no_gesture() -> None:
    mill = world_at("tests/sample_world")
    assert "You nicely" not in text_of(play(mill, new_story(mill, 1), "ask mara about the mill (nicely)"))


def test_one_thing_is_described_once_however_it_is_looked_at() -> None:
    turn = play_at(LIGHT, "store", "I take a look at the drums, sniff one, then look at them again")
    texts = [span.text for span in turn.spans]
    assert len([text for text in texts if "gives back a note" in text]) == 1


def test_a_fist_that_is_only_spoken_of_is_not_looked_at() -> None:
    assert not [line for bond in get_args(Bond) for line in gesture_lines("fist", bond) if " at it" in line]


@pytest.mark.parametrize("words", ["offer her my hand", "offer Dilys my hand", "give her my hand"])
def test_a_hand_is_offered_and_not_help(words: str) -> None:
    said = text_of(play_at(LIGHT, "wireless", words))
    assert "your hand. She " in said
    assert re.search(r"\bher[.,;]", said) is None
