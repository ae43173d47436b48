"""What is read out, shown or handed over reaches whoever it was meant for, in whatever words it is said."""

from __future__ import annotations

import pytest

from gamemaster.authoring.input_lists import state_of
from gamemaster.narration.understudy.understudy import Played, play
from tests.worldkit import world_at

LIGHT, OFFICE = "worlds/lighthouse", "tests/worlds_modern/brannigan"
KITCHEN, SHIP, INN = (
    "tests/worlds_small/bellamy",
    "tests/worlds_modern/deck_nine",
    "tests/worlds_unseen/caravanserai",
)


def play_at(world: str, place: str, has: str, words: str) -> Played:
    state = state_of(world_at(world), 1, {"input": "x", "place": place, "has": [has]})
    return play(world_at(world), state, words)


def text_of(turn: Played) -> str:
    return " ".join(span.text for span in turn.spans)


@pytest.mark.parametrize(
    "words",
    [
        "read the page to Dilys",
        "read Dilys the torn page",
        "read the torn page out loud",
        "read the torn page aloud",
        "tell Dilys what the page says",
        "let Dilys read the page",
    ],
)
def test_whoever_hears_a_page_has_been_shown_it(words: str) -> None:
    turn = play_at(LIGHT, "wireless", "torn_page", words)
    assert "dilys_read_page" in turn.after.flags
    assert turn.after.items["torn_page"] == "player"


@pytest.mark.parametrize(
    ("world", "place", "has", "words", "who"),
    [
        (OFFICE, "fourth", "ledger", "read the ledger aloud to Gloria", "Gloria"),
        (OFFICE, "fourth", "ledger", "read her the ledger", "Gloria"),
        (OFFICE, "fourth", "ledger", "tell Gloria what's in the ledger", "Gloria"),
        (OFFICE, "fourth", "ledger", "tell Gloria what I found in the ledger", "Gloria"),
        (KITCHEN, "kitchen", "ticket", "read the ticket to Odile", "Odile"),
        (KITCHEN, "kitchen", "ticket", "tell Odile what the ticket says", "Odile"),
    ],
)
def test_what_nobody_wrote_of_is_read_and_heard(
    world: str, place: str, has: str, words: str, who: str
) -> None:
    answer = text_of(play_at(world, place, has, words))
    assert f"aloud to {who}." in answer
    assert answer.count(who) > 1  # and marks it
    assert "Cat-eye glasses" not in answer  # nobody's looks are told for it


def test_a_page_that_somebody_would_keep_stays_with_whoever_reads_it_out() -> None:
    world = world_at(LIGHT)
    state = state_of(
        world, 1, {"input": "x", "place": "watchroom", "has": ["torn_page"], "here": ["tallack"]}
    )
    turn = play(world, state, "read the page to Tallack")
    assert turn.after.items["torn_page"] == "player"
    assert "page_burned" not in turn.after.flags


def test_what_would_end_the_story_is_asked_back() -> None:
    turn = play_at(SHIP, "command", "logs", "read the log to the captain")
    assert turn.after.ended is None
    assert "end the story" in text_of(turn)


@pytest.mark.parametrize(
    ("world", "place", "words"),
    [
        (OFFICE, "fourth", "read the letter to Gloria"),
        (KITCHEN, "kitchen", "read the poem to Odile"),
        ("worlds/long_night", "hall", "read the tally to Ragnhild"),  # which lies somewhere else
    ],
)
def test_what_is_not_there_is_not_read_and_nobody_is_looked_over_for_it(
    world: str, place: str, words: str
) -> None:
    state = state_of(world_at(world), 1, {"input": "x", "place": place})
    turn = play(world_at(world), state, words)
    assert turn.after.minutes == state.minutes
    assert words.split()[2] in text_of(turn)


@pytest.mark.parametrize(
    ("world", "place", "has", "words", "to"),
    [
        (LIGHT, "wireless", "valve", "give Dilys the valve with a wink", "nowhere"),
        (LIGHT, "wireless", "valve", "here's your valve, Dilys", "nowhere"),
        (LIGHT, "wireless", "valve", "here is the valve I promised, Dilys", "nowhere"),
        (LIGHT, "wireless", "valve", "Dilys, I brought you the valve", "nowhere"),
        (LIGHT, "wireless", "valve", "I've got you the valve, Dilys", "nowhere"),
        (KITCHEN, "kitchen", "pears", "give Odile the pears with a bow", "odile"),
        (KITCHEN, "kitchen", "pears", "Odile, these are the pears you wanted", "odile"),
        (INN, "gate", "cistern_key", "give Bishr the key with a nod", "bishr"),
    ],
)
def test_what_is_handed_over_with_a_word_or_a_look_is_handed_over(
    world: str, place: str, has: str, words: str, to: str
) -> None:
    assert play_at(world, place, has, words).after.items[has] == to


@pytest.mark.parametrize(
    ("world", "place", "has", "words"),
    [
        (OFFICE, "fourth", "camera", "give Gloria a wink"),
        (OFFICE, "fourth", "camera", "give Gloria a nod and a smile"),
        (OFFICE, "fourth", "camera", "Gloria, here is my idea: we call the cops"),
        (OFFICE, "fourth", "camera", "I have brought you bad news, Gloria"),
        (OFFICE, "fourth", "camera", "this is the camera that Eddie used"),
        (OFFICE, "fourth", "camera", "Gloria, I found the camera"),
        (KITCHEN, "kitchen", "pears", "Odile, I have the pears"),
        (KITCHEN, "kitchen", "pears", "Odile, this is for you and me to settle"),
    ],
)
def test_what_is_only_spoken_of_is_not_handed_over(world: str, place: str, has: str, words: str) -> None:
    assert play_at(world, place, has, words).after.items[has] == "player"
