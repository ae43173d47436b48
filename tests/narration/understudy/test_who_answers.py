"""Who answers: names called out however they are typed, several matters at once, what anybody can see."""

from __future__ import annotations

import pytest

from tests.narration.understudy.conversations import INN, LIGHTHOUSE, LONG_NIGHT
from tests.narration.understudy.test_conversations import talk

BRANNIGAN, DECK_NINE = "tests/worlds_modern/brannigan", "tests/worlds_modern/deck_nine"


@pytest.mark.parametrize(
    ("folder", "place", "people", "words", "who"),
    [
        (LONG_NIGHT, "hall", ("ragnhild", "ulf"), "may i sit here ulf", "ulf"),
        (LONG_NIGHT, "hall", ("ragnhild", "ulf"), "what's that noise ulf", "ulf"),
        (
            LONG_NIGHT,
            "hall",
            ("ragnhild", "ulf"),
            "can i borrow the spear ragnhild? ill bring it back",
            "ragnhild",
        ),
        (LONG_NIGHT, "hall", ("ragnhild", "ulf"), "nice axe ulf", "ulf"),
        (LONG_NIGHT, "hall", ("ragnhild", "ulf"), "nice axe, ulf", "ulf"),
        (LONG_NIGHT, "hall", ("ragnhild", "ulf"), "long night ahead ragnhild", "ragnhild"),
        (INN, "kitchen", ("nuha", "farrokh"), "cold tonight farrokh", "farrokh"),
        (BRANNIGAN, "lobby", ("otis",), "can't sleep otis. anybody come in or out tonight?", "otis"),
    ],
)
def test_whoever_is_named_last_without_a_comma_answers(
    folder: str, place: str, people: tuple[str, ...], words: str, who: str
) -> None:
    one = talk(folder, place, *people)
    one.say(words)
    assert one.said[0].startswith(f"{who}: ")
    assert one.state.characters[who].wounds == 0


@pytest.mark.parametrize(
    ("words", "verb"),
    [
        ("what do you think of ulf", "ask"),
        ("i smile at ulf", "express"),
        ("carefully hit ulf", "attack"),
        ("where is the steward ulf", "inform"),
    ],
)
def test_a_name_that_a_word_takes_as_its_own_is_not_called_out(words: str, verb: str) -> None:
    one = talk(LONG_NIGHT, "hall", "ragnhild", "ulf")
    one.say("hello ragnhild")
    one.say(words)
    assert one.last is not None
    assert one.last.outcome.intents[0].verb == verb
    assert "ulf" in one.last.outcome.intents[0].objects or one.last.outcome.intents[0].verb in (
        "ask",
        "express",
    )


@pytest.mark.parametrize(
    "words",
    [
        "what do you know about the drone and the botanist",
        "ask bo about the drone and the botanist",
        "ok bo, what do you know about the drone, the botanist and who's lying to me",
    ],
)
def test_each_of_several_matters_is_answered(words: str) -> None:
    one = talk(DECK_NINE, "corridor", "bo")
    one.say(words)
    assert any("music" in line for line in one.said)
    assert any("dirt on her thumb" in line for line in one.said)
    assert len(one.said) == 2 + ("lying" in words)  # what is not known is said too


def test_bread_and_butter_are_no_two_matters() -> None:
    one = talk(LONG_NIGHT, "hall", "ragnhild")
    one.say("ask her about the bread and butter")
    assert one.last is not None
    assert len(one.last.outcome.intents) == 1


def test_whoever_is_here_is_seen_to_be_here_and_to_be_well() -> None:
    one = talk(DECK_NINE, "corridor", "bo")
    one.say("hi bo")
    before = one.state.minutes
    for words, told in (
        ("where is bo", "Bo is here."),
        ("is bo hurt?", "Bo is not hurt, as far as you can see."),
        ("is he ok", "Bo is not hurt, as far as you can see."),
        ("whats he doing on the floor anyway?", "toolbox"),
    ):
        one.say(words)
        assert told in one.passage, words
    assert one.state.minutes == before
    one.say("are you hurt?")
    assert one.said[-1].startswith("bo: ")


def test_nobody_is_sent_to_where_they_stand_or_past_where_they_saw_somebody() -> None:
    one = talk(LIGHTHOUSE, "kitchen", "tallack")
    one.state.characters["jory"].place = one.state.seen_at["jory"] = "store"
    one.say("where's jory?")
    assert "the Oil Store" in one.said[0]
    hall = talk(LONG_NIGHT, "hall", "ragnhild")
    hall.state.characters["ulf"].place = "yard"
    hall.say("where is ulf?")
    assert hall.said[0].startswith("ragnhild: ")
    assert "Hall" not in hall.said[0]


@pytest.mark.parametrize(
    "words", ["yes it's good", "no, i don't know that", "aye, ten it is", "yes, and i'd like to know more"]
)
def test_an_answer_to_their_own_question_is_heard(words: str) -> None:
    one = talk(LONG_NIGHT, "shore", "ivar")
    one.say("hello ivar")
    one.say(words)
    assert one.last is not None
    assert any(line.startswith("ivar: ") for line in one.said[1:])
    assert not one.last.outcome.asides


@pytest.mark.parametrize("words", ["guest-right, if you'll have me", "a bed for the night if you have one"])
def test_what_is_wanted_on_their_terms_is_said(words: str) -> None:
    one = talk(LONG_NIGHT, "hall", "ragnhild")
    one.say(words)
    assert one.said[0].startswith("ragnhild: ")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("bye bo, where does the hatch lead", "the Gardens"),
        ("hey bo, where am i", "Ring Corridor"),
        ("goodnight bo, what time is it", "It is "),
    ],
)
def test_a_question_after_a_greeting_by_name_is_not_lost(words: str, told: str) -> None:
    one = talk(DECK_NINE, "corridor", "bo")
    one.say(words)
    assert told in one.passage


def test_who_did_a_thing_is_not_answered_by_who_is_called_like_a_word_of_it() -> None:
    one = talk(DECK_NINE, "corridor", "bo")
    one.say("hi bo")
    one.say("who built this ship?")
    assert "voice of the ship" not in one.passage


def test_a_vow_beside_a_request_is_said_and_no_deed_put_off() -> None:
    one = talk(LONG_NIGHT, "hall", "ragnhild")
    one.say("can i borrow the spear ragnhild? ill give it back in the morning")
    assert one.last is not None
    assert not one.last.outcome.asides
    assert [intent.role for intent in one.last.outcome.intents][1:] == ["speech"]
