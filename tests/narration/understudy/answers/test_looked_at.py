"""Tests of questions on what the player has just looked at: its description answers, and nobody who stands by."""

from __future__ import annotations

import pytest

from gamemaster.narration.understudy.understudy import play_without_suggestions as play
from tests.scenekit import play_at, text_of
from tests.worldkit import world_at

BRANNIGAN = "tests/worlds_modern/brannigan"


@pytest.mark.parametrize(
    ("words", "told"),
    [("what's in there?", "Cigarette ends"), ("Is it deep?", "by looking"), ("how heavy is it?", "Looking does not")],
)
def test_what_was_just_looked_at_is_not_put_to_people(words: str, told: str) -> None:
    looked = play_at(BRANNIGAN, "lobby", "examine the fountain").after
    turn = play(world_at(BRANNIGAN), looked, words)
    assert told in text_of(turn)
    assert not [span for span in turn.spans if span.speaker]


def test_whoever_is_named_is_asked_all_the_same() -> None:
    looked = play_at(BRANNIGAN, "lobby", "examine the fountain").after
    turn = play(world_at(BRANNIGAN), looked, "Otis, is it deep?")
    assert [span.speaker for span in turn.spans if span.speaker] == ["otis"]
