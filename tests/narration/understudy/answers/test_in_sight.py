"""Tests of what a place's own text names and no feature has: it is never denied."""

from __future__ import annotations

from gamemaster.narration.understudy.understudy import play_without_suggestions as play
from gamemaster.rules.state import new_story
from tests.casekit import cases
from tests.worldkit import world_at
from worlds.schema import PLAYER

NIGHT, LIGHT, CITY = "worlds/long_night", "worlds/lighthouse", "tests/worlds_modern/brannigan"


@cases
def test_what_the_text_names_is_quoted_and_not_denied(place: str, words: str, quoted: str) -> None:
    state = new_story(world_at(NIGHT), 1)
    state.place = place
    told = " ".join(span.text for span in play(world_at(NIGHT), state, words).spans)
    assert quoted in told
    assert "You see no" not in told
    assert "if you can trust" not in told


def telling_of(world: str, place: str, words: str) -> tuple[str, set[str | None]]:
    """All that is told, and who speaks."""
    state = new_story(world_at(world), 1)
    state.place = place
    turn = play(world_at(world), state, words)
    return " ".join(span.text for span in turn.spans), {span.speaker for span in turn.spans if span.speaker}


@cases
def test_what_is_asked_after_in_sight_is_said(world: str, place: str, words: str, quoted: str) -> None:
    assert quoted in telling_of(world, place, words)[0]


def test_it_is_read_where_something_to_read_was_found_last() -> None:
    state = new_story(world_at(LIGHT), 1)
    state.place, state.items["torn_page"] = "bunkroom", PLAYER
    state = play(world_at(LIGHT), state, "look at the torn page").after
    told = " ".join(span.text for span in play(world_at(LIGHT), state, "what does it say").spans)
    assert "Bell ran down" in told


@cases
def test_a_look_that_answers_is_not_answered_again(words: str) -> None:
    told, speakers = telling_of(CITY, "lobby", words)
    assert "Eddie signed in" in told
    assert not speakers
    assert "do not know" not in told


def test_whoever_is_asked_by_name_answers_beside_the_look() -> None:
    told, speakers = telling_of(CITY, "lobby", "read the visitors book and ask otis who came in")
    assert "Eddie signed in" in told
    assert speakers == {"otis"}


@cases
def test_a_greeting_swallows_no_question(words: str) -> None:
    told, _ = telling_of(CITY, "lobby", words)
    assert "the Lobby" in told
    assert "You are Novak" in told
