"""Tests of deeds that are only asked about: judged by what stands there and by a trial in a copy, and never done."""

from __future__ import annotations

from gamemaster.narration.understudy.understudy import Played
from gamemaster.narration.understudy.understudy import play_without_suggestions as play
from tests.casekit import cases
from tests.scenekit import state_at
from tests.worldkit import world_at

UNJUDGED = "Nothing that you know of forbids it"


def asked_at(world: str, place: str, words: str) -> Played:
    """What is said to a question; it costs nothing, and nobody here is told to have been asked it."""
    state = state_at(world, place)
    turn = play(world_at(world), state, words)
    assert turn.after.minutes == state.minutes
    assert turn.after.items == state.items
    assert turn.after.place == state.place
    assert {span.speaker for span in turn.spans} <= {None, "narrator"}
    return turn


def told_of(turn: Played) -> str:
    return " ".join(span.text for span in turn.spans)


@cases
def test_a_deed_that_is_asked_about_is_judged(world: str, place: str, words: str, said: str) -> None:
    told = told_of(asked_at(world, place, words))
    assert said in told
    assert UNJUDGED not in told


@cases
def test_whether_there_is_time_is_reckoned(world: str, place: str, words: str, said: str) -> None:
    told = told_of(asked_at(world, place, words))
    assert said in told
    assert UNJUDGED not in told


@cases
def test_what_stands_in_sight_tells_whether_it_is_safe(world: str, place: str, words: str, said: str) -> None:
    assert said in told_of(asked_at(world, place, words))


@cases
def test_what_is_to_be_seen_here_is_told(world: str, place: str, words: str, said: str) -> None:
    told = told_of(asked_at(world, place, words))
    assert said in told
    assert "You do not know" not in told
