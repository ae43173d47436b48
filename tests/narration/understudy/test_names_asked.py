"""Tests of the yes or no to a name, of going on when told to, of threats that are felt, and of speech in one piece."""

from __future__ import annotations

import pytest

from gamemaster.narration.understudy.understudy import play_without_suggestions as play
from tests.scenekit import play_at, text_of
from tests.worldkit import world_at

NIGHT, LIGHT, BRANNIGAN = "worlds/long_night", "worlds/lighthouse", "tests/worlds_modern/brannigan"


@pytest.mark.parametrize(
    "words",
    ["hello there, you must be Jory?", "Are you Jory Kemp by any chance?", '"You\'ll be Jory, I take it."'],
)
def test_who_is_taken_for_themselves_says_so(words: str) -> None:
    told = text_of(play_at(LIGHT, "store", words))
    assert any(yes in told for yes in ("Dead cert. Jory Kemp.", "picked the winner. Jory Kemp.", "I'm that one."))


def test_who_is_taken_for_somebody_else_says_what_was_written_for_it() -> None:
    assert "Me? Tallack?" in text_of(play_at(LIGHT, "store", "you must be Mr Tallack?"))


@pytest.mark.parametrize("words", ["you must be cold", "are you honest?"])
def test_what_somebody_is_said_to_be_is_no_name(words: str) -> None:
    assert "Jory Kemp." not in text_of(play_at(LIGHT, "store", words))


@pytest.mark.parametrize("words", ["yeah go on", "yeah, go on then", "sure, go ahead"])
def test_whoever_has_been_speaking_is_told_to_go_on_and_nobody_sets_out(words: str) -> None:
    before = play_at(LIGHT, "store", "what happened to Cobb?").after
    turn = play(world_at(LIGHT), before, words)
    assert {one.op for one in turn.outcome.changes} <= {"answer", "discuss"}
    assert turn.outcome.changes[0].who == "jory"  # type: ignore[union-attr]


def test_what_one_says_in_several_parts_is_one_speech() -> None:
    turn = play_at(LIGHT, "store", "where's the key? and who are you?")
    assert [span.speaker for span in turn.spans].count("jory") == 1
