"""What is read out, shown or handed over reaches whoever it was meant for, in whatever words it is said."""

from __future__ import annotations

from gamemaster.authoring.input_lists import state_of
from gamemaster.narration.understudy.understudy import Played, play
from tests.casekit import cases
from tests.worldkit import world_at

LIGHT = "worlds/lighthouse"
SHIP = "tests/worlds_modern/deck_nine"


def play_at(world: str, place: str, has: str, words: str) -> Played:
    state = state_of(world_at(world), 1, {"input": "x", "place": place, "has": [has]})
    return play(world_at(world), state, words)


def text_of(turn: Played) -> str:
    return " ".join(span.text for span in turn.spans)


@cases
def test_whoever_hears_a_page_has_been_shown_it(words: str) -> None:
    turn = play_at(LIGHT, "wireless", "torn_page", words)
    assert "dilys_read_page" in turn.after.flags
    assert turn.after.items["torn_page"] == "player"


@cases
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


@cases
def test_what_is_not_there_is_not_read_and_nobody_is_looked_over_for_it(
    world: str, place: str, words: str
) -> None:
    state = state_of(world_at(world), 1, {"input": "x", "place": place})
    turn = play(world_at(world), state, words)
    assert turn.after.minutes == state.minutes
    assert words.split()[2] in text_of(turn)


@cases
def test_what_is_handed_over_with_a_word_or_a_look_is_handed_over(
    world: str, place: str, has: str, words: str, to: str
) -> None:
    assert play_at(world, place, has, words).after.items[has] == to


@cases
def test_what_is_only_spoken_of_is_not_handed_over(world: str, place: str, has: str, words: str) -> None:
    assert play_at(world, place, has, words).after.items[has] == "player"
