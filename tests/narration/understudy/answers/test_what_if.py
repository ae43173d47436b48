"""Tests of what the Game Master says would come of a deed: a guess from what is known, and nothing is done."""

from __future__ import annotations

import pytest

from gamemaster.narration.understudy.understudy import play_without_suggestions as play
from gamemaster.rules.state import StoryState
from tests.scenekit import notice, play_in, state_at, text_of
from tests.worldkit import world_at

NIGHT, LIGHT = "worlds/long_night", "worlds/lighthouse"
CITY, SHIP = "tests/worlds_modern/brannigan", "tests/worlds_modern/deck_nine"


def guess_at(world: str, state: StoryState, words: str) -> str:
    """What is said; nothing was done, and nobody else says anything."""
    turn = play(world_at(world), state, words)
    assert turn.after.items == state.items
    assert turn.after.place == state.place
    return notice(turn)


@pytest.mark.parametrize(
    "words",
    [
        "if i took the key without asking, would otis notice?",
        "what would happen if i stole the master key",
        "what would otis do if i took the key?",
        "suppose i took the key, would anyone see?",
        "what if i just took the key",
    ],
)
def test_who_would_see_it_and_whose_it_is(words: str) -> None:
    told = guess_at(CITY, state_at(CITY), words)
    assert "Otis is here and awake, and would see it." in told
    assert "Otis's" in told


def test_whoever_sleeps_would_know_if_woken() -> None:
    state = state_at(NIGHT, "hall")
    state.minutes = 11 * 60
    for who, person in state.characters.items():
        person.place = "hall" if who == "ulf" else "byre"
    state.seen_at["ulf"] = "hall"
    told = guess_at(NIGHT, state, "what if i stole the spear")
    assert "Ulf is asleep, and would know of it if woken." in told


def test_what_hangs_on_the_dice_is_said_with_its_odds() -> None:
    assert "It would hang on the dice" in guess_at(NIGHT, state_at(NIGHT, "hall"), "what if i hit ragnhild?")


@pytest.mark.parametrize(
    ("world", "place", "words"),
    [
        (LIGHT, "landing", "if I tried to row away in that boat, what would happen?"),
        (NIGHT, "hall", "can i still be taken if im in the hall?"),
        (NIGHT, "hall", "what if i scattered grain in front of the door"),
        (NIGHT, "hall", "what would happen if i left tonight?"),
        (SHIP, "corridor", "would the wrench do anything against the drone? just asking, not doing it"),
    ],
)
def test_nothing_is_done_and_no_stock_line_is_said(world: str, place: str, words: str) -> None:
    told = guess_at(world, state_at(world, place), words)
    assert "Nothing that you know of forbids it" not in told
    assert "Bishop" not in told


@pytest.mark.parametrize("words", ["what if i die?", "what happens if i am killed"])
def test_death_has_an_answer_of_its_own(words: str) -> None:
    assert "the story ends there" in guess_at(NIGHT, state_at(NIGHT), words)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("how many smokes have i got left?", "Four left"),
        ("how many luckies do i still have on me", "Four left"),
    ],
)
def test_how_many_are_left(words: str, told: str) -> None:
    assert told in guess_at(CITY, state_at(CITY), words)


@pytest.mark.parametrize("words", ["how much air have i got left", "how much air do i have left?"])
def test_how_much_of_a_need_is_left(words: str) -> None:
    assert "Thin air 0 of 100" in guess_at(SHIP, state_at(SHIP), words)


@pytest.mark.parametrize("words", ["could i sneak past ragnhild into the bower?", "can i steal the spear"])
def test_what_one_could_do_is_answered_by_what_it_hangs_on(words: str) -> None:
    assert "Ragnhild is here and awake" in guess_at(NIGHT, state_at(NIGHT, "hall"), words)


def test_an_imagined_deed_amid_a_talk_is_the_game_masters() -> None:
    state = play(world_at(CITY), state_at(CITY), "ask otis about eddie").after
    assert "Otis" in guess_at(CITY, state, "what if i just took the key")


@pytest.mark.parametrize(
    "words",
    [
        "what if I rubbed goose grease on the key, would that get it open?",
        "what if we boiled the bread, could that pass for glue?",
        "if we burned the bench would it help?",
    ],
)
def test_whether_a_deed_works_is_not_answered_by_who_would_see_it(words: str) -> None:
    told = guess_at(NIGHT, state_at(NIGHT, "hall"), words)
    assert "would see it" not in told
    assert "says that it would" in told


@pytest.mark.parametrize("words", ["would she mind if I sat down here?", "would Ragnhild mind if I warmed my hands?"])
def test_what_somebody_may_mind_is_no_request_to_them(words: str) -> None:
    before, turn = play_in("worlds/long_night", "hall", words, "ragnhild")
    assert turn.after.minutes == before.minutes
    assert {span.speaker for span in turn.spans} <= {None, "narrator"}
    assert "word against it" in text_of(turn)
