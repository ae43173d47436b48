"""Whom a sentence is put to by what is called before, in or after it, and what of it is meant."""

from __future__ import annotations

import pytest

from gamemaster.language.understanding import understand
from gamemaster.narration.understudy.understudy import play_without_suggestions as play
from gamemaster.rules.proposal import Intent
from tests.scenekit import standing
from tests.worldkit import world_at

NIGHT, LIGHT = "worlds/long_night", "worlds/lighthouse"
OFFICE, SHIP = "tests/worlds_modern/brannigan", "tests/worlds_modern/deck_nine"


def read(folder: str, setting: str, *inputs: str) -> tuple[Intent, ...]:
    """The intents of the last of these inputs, after the others were played."""
    world, state = world_at(folder), standing(folder, setting)
    for words in inputs[:-1]:
        state = play(world, state, words).after
    return understand(world, state, inputs[-1]).intents


@pytest.mark.parametrize(
    "words",
    [
        "ulf if you come near me tonight ill gut you",
        "ulf, if you touch her i will bury you",
    ],
)
def test_a_threat_is_one_with_or_without_a_comma_after_the_name(words: str) -> None:
    (intent,) = read(NIGHT, "hall ulf ragnhild", words)
    assert (intent.verb, intent.objects) == ("threaten", ("ulf",))


@pytest.mark.parametrize(
    "words",
    ["Ulf, if you tell me about Orm I'll tell you who I am", "ulf if you help me i'll give you my knife"],
)
def test_what_is_promised_for_something_is_no_threat(words: str) -> None:
    assert [one.verb for one in read(NIGHT, "hall ulf ragnhild", words)] == ["bargain"]


def test_who_is_not_meant_is_no_part_of_the_question() -> None:
    (intent,) = read(
        NIGHT, "hall ulf ragnhild", "I ask Ragnhild, not Ulf: may I take the spear for the night?"
    )
    assert intent.objects == ("ragnhild",)
    assert intent.topic != "ulf"


@pytest.mark.parametrize(
    "words", ["can i borrow the spear ragnhild?", "could i have the spear tonight ragnhild"]
)
def test_leave_is_asked_of_whoever_is_called_last_and_not_of_the_one_talked_with(words: str) -> None:
    assert read(NIGHT, "hall ulf ragnhild", "ulf, how are you?", words)[0].objects == ("ragnhild",)


@pytest.mark.parametrize(
    "words", ["sir what happened on the eleventh of november?", "sir, who was on the Merrow?"]
)
def test_a_question_with_sir_before_it_is_put_to_somebody(words: str) -> None:
    (intent,) = read(LIGHT, "kitchen tallack", words)
    assert (intent.verb, intent.objects) == ("ask", ("tallack",))


def test_sir_is_not_asked_where_the_player_is() -> None:
    (intent,) = read(LIGHT, "kitchen tallack", "sir, where am i?")
    assert (intent.verb, intent.topic) == ("inform", "place")


@pytest.mark.parametrize("words", ["where can i find him", "so where is he"])
def test_who_is_looked_for_is_the_one_spoken_of_and_not_the_one_spoken_with(words: str) -> None:
    (intent,) = read(LIGHT, "store jory", "jory, who is tallack?", words)
    assert (intent.verb, intent.objects, intent.topic) == ("ask", ("jory",), "tallack")


def test_which_way_somebody_went_is_no_question_of_the_ways_out() -> None:
    (intent,) = read(NIGHT, "shore ivar", "ivar, have you seen Bersi?", "which way did he go?")
    assert (intent.verb, intent.objects, intent.topic) == ("ask", ("ivar",), "bersi")
    assert [one.topic for one in read(NIGHT, "shore ivar", "which way can i go?")] == ["ways"]


@pytest.mark.parametrize("words", ["wait what. where am i", "huh? where am i"])
def test_a_cry_before_a_question_asks_nothing_of_its_own(words: str) -> None:
    assert [one.topic for one in read(SHIP, "bunkroom", words)] == ["place"]


@pytest.mark.parametrize("words", ["what?", "huh"])
def test_a_cry_alone_asks_where_the_player_stands(words: str) -> None:
    assert [one.topic for one in read(SHIP, "bunkroom", words)] == ["goal"]


@pytest.mark.parametrize(
    "words",
    ["tell otis there's a guy outside messing with his car", "tell otis his wife is waiting with a gun"],
)
def test_what_somebody_is_told_of_need_not_be_here(words: str) -> None:
    (intent,) = read(OFFICE, "lobby otis", words)
    assert (intent.verb, intent.objects) == ("tell", ("otis",))


def test_whether_anybody_came_is_asked_of_whoever_may_have_seen_them() -> None:
    talked = read(OFFICE, "lobby otis", "otis, how are you?", "anybody come in or out tonight?")
    assert [(one.verb, one.objects) for one in talked] == [("ask", ("otis",))]
    assert [one.topic for one in read(OFFICE, "lobby otis", "anybody here?")] == ["people"]


def test_of_two_things_asked_about_the_second_is_not_who_is_asked() -> None:
    intents = read(SHIP, "corridor bo", "what do you know about the drone, the botanist and the vault")
    assert {one.objects for one in intents} == {("bo",)}


def test_whoever_was_turned_to_is_asked_whatever_they_are_taken_for() -> None:
    intents = read(SHIP, "gardens bo gus", "talk to gus, ask him nicely why he is guarding the vault")
    assert {one.objects for one in intents} == {("gus",)}
    assert not any("nicely" in (one.topic or "") for one in intents)


def test_whether_a_companion_comes_is_seen() -> None:
    world, state = world_at(SHIP), standing(SHIP, "corridor bo")
    alone = play(world, state, "is bo still following me?")
    assert "No: Bo" in " ".join(span.text for span in alone.spans)
    state = play(world, state, "bo come with me").after
    joined = play(world, state, "so is he coming or not")
    assert "Yes: Bo" in " ".join(span.text for span in joined.spans)
