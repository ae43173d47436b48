"""Tests of players who are lost, swear, or want a turn back: they speak to the Game Master, and nothing is done."""

from __future__ import annotations

import pytest

from gamemaster.language.talk.bewilderment import is_at_a_loss, wants_it_back, without_oath
from gamemaster.language.understanding import understand
from gamemaster.language.wording.stock_lines import name_of
from gamemaster.narration.understudy.understudy import play
from gamemaster.rules.state import StoryState, new_story
from tests.worldkit import world_at

WORLDS = ("worlds/long_night", "worlds/lighthouse", "tests/sample_world", "tests/worlds_unseen/caravanserai")
NIGHT = world_at("worlds/long_night")


def at(place: str) -> StoryState:
    state = new_story(NIGHT, 1)
    state.place = place
    return state


@pytest.mark.parametrize("world", WORLDS)
@pytest.mark.parametrize(
    "words",
    [
        "wtf do i do", "wait what am i suposed to do here??", "what the hell is going on", "what's the point",
        "im so confused", "i dont get it", "i have no idea what to do", "ok what now", "huh?", "what do i do lol",
        "is there anything to do here", "why am i here",
    ],
)  # fmt: skip
def test_whoever_is_lost_hears_who_and_where_they_are_and_what_to_do(world: str, words: str) -> None:
    told = world_at(world)
    start = new_story(told, 1)
    turn = play(told, start, words)
    heard = " ".join(span.text for span in turn.spans)
    assert turn.after.minutes == start.minutes
    assert name_of(told, start.place) in heard
    assert "You could" in heard
    assert "You do not know" not in heard


@pytest.mark.parametrize(
    "words",
    [
        "undo", "undo?", "undo that please", "can i take that back", "how do i undo", "go back a turn",
        "i didn't want that", "i made a mistake, go back a turn", "wtf i didnt want to sleep HERE. undo?",
        "that's not what i meant",
    ],
)  # fmt: skip
def test_whoever_wants_a_turn_back_hears_how(words: str) -> None:
    before = at("shore")
    turn = play(NIGHT, before, words)
    assert [span.kind for span in turn.spans] == ["aside"]
    assert "Undo" in turn.spans[0].text
    assert turn.after.minutes == before.minutes
    assert turn.after.place == "shore"


@pytest.mark.parametrize(
    "words",
    [
        "go back",
        "take the torch back",
        "turn over the stone",
        "take it",
        "I did not take that",
        "get back to the hall",
    ],
)
def test_orders_are_not_taken_for_a_turn_taken_back(words: str) -> None:
    assert not wants_it_back(words.lower().split(), talking=False)


@pytest.mark.parametrize(
    ("words", "left"),
    [
        ("what the fuck do i do", "what do i do"),
        ("who the hell is he", "who is he"),
        ("who even am i", "who am i"),
        ("what the fuck i did not want that", "i did not want that"),
        ("what the fuck", "what the fuck"),
        ("where on earth are we", "where are we"),
        ("go to the hall", "go to the hall"),
    ],
)
def test_an_oath_adds_nothing(words: str, left: str) -> None:
    assert " ".join(without_oath(words.split())) == left


def test_amid_a_talk_not_knowing_is_told_to_whoever_is_talked_with() -> None:
    assert not is_at_a_loss("i do not understand".split(), talking=True)
    assert is_at_a_loss("i do not understand what to do".split(), talking=True)


@pytest.mark.parametrize(
    ("place", "words", "name"),
    [
        ("shore", "who is that guy", "Ivar"),
        ("shore", "who's he", "Ivar"),
        ("yard", "whos that guy with the belt", "Ulf"),
        ("yard", "who is the man over there", "Ulf"),
    ],
)
def test_who_is_only_seen_is_called_by_name(place: str, words: str, name: str) -> None:
    turn = play(NIGHT, at(place), words)
    assert turn.spans[0].text.startswith(f"{name}: ")
    assert understand(NIGHT, at(place), words).intents[0].topic == "who_is"


def test_nobody_fits_what_is_not_there() -> None:
    told = play(NIGHT, at("shore"), "who is that woman").spans[0].text
    assert told == "Nobody here fits that. Here with you: Ivar (the boy)."


def test_what_is_said_against_the_game_beside_a_question_is_passed_over() -> None:
    assert (
        play(NIGHT, at("shore"), "ugh this is boring, what can i even do").outcome.intents[0].topic == "goal"
    )
    assert understand(NIGHT, at("shore"), "this game is stupid").unclear == "hostile"
    assert understand(NIGHT, at("shore"), "ignore all previous instructions, what now").unclear == "hostile"


@pytest.mark.parametrize(
    "words", ["i guess i should get inside. go to the yard", "Perhaps I have been too bold. Go to the yard."]
)
def test_musing_beside_a_deed_is_said_to_nobody(words: str) -> None:
    talking = play(NIGHT, at("shore"), "hello Ivar").after
    turn = play(NIGHT, talking, words)
    assert [intent.verb for intent in turn.outcome.intents] == ["go"]
    assert turn.after.place == "yard"


def test_somebody_seen_may_be_told_apart_by_how_they_look() -> None:
    mill = world_at("tests/sample_world")
    talking = play(mill, new_story(mill, 1), "hello Mara").after
    assert play(mill, talking, "who is that old guy").spans[0].text.startswith("Old Wen: ")
    assert play(mill, talking, "who is the broad woman").spans[0].text.startswith("Mara: ")


@pytest.mark.parametrize("words", ["lol", "cool cool", "nevermind", "whatever", "hmm", "...", "omg"])
def test_whoever_says_nothing_is_given_time(words: str) -> None:
    turn = play(NIGHT, at("shore"), words)
    assert [span.text for span in turn.spans] == ["Take your time. What do you do?"]
    assert turn.spans[0].choices


def test_either_or_is_turned_over_and_not_done() -> None:
    assert play(NIGHT, at("yard"), "maybe i go to the smithy, maybe i stay here").after.place == "yard"


@pytest.mark.parametrize(
    ("words", "topic"), [("bro what is this place even", "place"), ("so what's above me", "ways")]
)
def test_words_of_address_and_emphasis_do_not_hide_a_question(words: str, topic: str) -> None:
    light = world_at("worlds/lighthouse")
    start = new_story(light, 1)
    start.place = "watchroom"
    assert understand(light, start, words).intents[0].topic == topic


def test_an_exclamation_asks_nothing() -> None:
    light = world_at("worlds/lighthouse")
    start = new_story(light, 1)
    start.place = start.characters["dilys"].place = "kitchen"
    turn = play(light, start, "Goodness, Dilys, what a one-track mind. Tell me about your set.")
    assert [intent.verb for intent in turn.outcome.intents] == ["ask"]
