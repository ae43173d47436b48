"""Tests of the Game Master's recaps: what was told to this player and by whom, and where they last saw whom."""

from __future__ import annotations

import pytest

from gamemaster.narration.understudy.understudy import play_without_suggestions as play
from gamemaster.rules.state import StoryState, new_story
from tests.casekit import cases
from tests.scenekit import notice
from tests.worldkit import world_at

NIGHT, SHIP = "worlds/long_night", "tests/worlds_modern/deck_nine"
ORM_BY_IVAR = "that one came by hand"


def after(world: str, *inputs: str) -> StoryState:
    state = new_story(world_at(world), 1)
    for words in inputs:
        state = play(world_at(world), state, words).after
    return state


@cases
def test_what_was_told_is_told_again_with_who_said_it(words: str) -> None:
    state = after(NIGHT, "ask Ivar about Orm", "go to the hall")
    told = notice(play(world_at(NIGHT), state, words))
    assert "Ivar said" in told
    assert ORM_BY_IVAR in told


def test_a_recap_draws_no_conclusion_that_nobody_told() -> None:
    state = after(NIGHT, "ask Ivar about Orm", "go to the hall")
    for words in ("who do i suspect so far?", "what do i know about orm", "what have i learned about ulf"):
        assert "killed" not in "".join(span.text for span in play(world_at(NIGHT), state, words).spans)


def test_an_alias_of_the_matter_is_the_matter() -> None:
    state = after(SHIP, "warden, tell me about the drone", "go out", "bo, what do you know about gus")
    told = notice(play(world_at(SHIP), state, "what was i told about the drone again?"))
    assert "Warden said" in told
    assert "Bo said" in told


def test_what_nobody_told_is_not_made_up() -> None:
    state = after(NIGHT, "go to the hall")
    told = notice(play(world_at(NIGHT), state, "what was i told about the abbey?"))
    assert "do not remember" in told


def test_what_somebody_who_never_spoke_said_is_asked_of_whoever_is_talked_with() -> None:
    state = after(NIGHT, "go to the hall", "ask Ragnhild about Ivar")
    turn = play(world_at(NIGHT), state, "what did groa say about orm?")
    assert [span.speaker for span in turn.spans if span.speaker] == ["ragnhild"]


@pytest.mark.usefixtures("no_written_answers")
@cases
def test_where_the_player_last_saw_somebody(words: str) -> None:
    state = after(NIGHT, "go to the hall")
    assert "last at the Shore" in notice(play(world_at(NIGHT), state, words))


def test_where_everybody_was_seen_last() -> None:
    state = after(NIGHT, "go to the hall")
    told = notice(play(world_at(NIGHT), state, "wheres everybody"))
    assert "Ragnhild" in told
    assert "Ivar at the Shore" in told
    assert "Groa" not in told


def test_sight_goes_with_the_player() -> None:
    state = after(NIGHT)
    assert state.seen_at == {"ivar": "shore"}
    state = after(NIGHT, "go to the hall")
    assert (state.seen_at["ivar"], state.seen_at["ragnhild"]) == ("shore", "hall")
    assert "groa" not in state.seen_at


@cases
def test_why_one_is_here_is_told_from_the_opening(words: str) -> None:
    told = notice(play(world_at("worlds/lighthouse"), new_story(world_at("worlds/lighthouse"), 1), words))
    assert "Supernumerary Assistant Keeper" in told
    assert "Cobb" in told


def test_what_was_said_in_a_scene_counts_as_said() -> None:
    state = after("worlds/lighthouse", "go in", "go up")
    told = notice(play(world_at("worlds/lighthouse"), state, "what did tallack tell me to do?"))
    assert "Tallack said" in told
    assert "middle watch" in told


def test_whether_somebody_said_anything_is_answered_from_memory() -> None:
    state = after(NIGHT, "ask Ivar about Orm", "go to the hall")
    assert ORM_BY_IVAR in notice(play(world_at(NIGHT), state, "did ivar say anything about orm?"))
    assert "do not remember that Ivar" in notice(
        play(world_at(NIGHT), state, "did ivar say anything about the abbey?")
    )


@pytest.mark.parametrize("words", ["recap", "who just spoke?", "what did the boy say?", "what do I know?"])
def test_what_somebody_remarked_on_is_no_line_of_a_person(words: str) -> None:
    state = after(NIGHT, "ask Ivar about Orm")
    state.lines["detail.snowman"] = state.turn
    assert notice(play(world_at(NIGHT), state, words))
