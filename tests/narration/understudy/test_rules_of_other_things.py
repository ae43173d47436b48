"""A rule that shares no more than a verb and a thing with what was typed is not done; what was typed is told."""

from __future__ import annotations

from gamemaster.rules.proposal import Use
from tests.casekit import cases
from tests.scenekit import play_in, text_of
from tests.worldkit import world_at

NIGHT, LIGHT = "worlds/long_night", "worlds/lighthouse"


def _world_of(place: str) -> str:
    return LIGHT if place in world_at(LIGHT).locations else NIGHT


@cases
def test_a_rule_of_other_things_is_not_done(place: str, words: str, rule: str, told: str) -> None:
    _, turn = play_in(_world_of(place), place, words)
    assert rule not in [one.rule for one in turn.outcome.changes if isinstance(one, Use)]
    assert told in text_of(turn)


@cases
def test_a_rule_in_other_words_is_done(place: str, words: str, rule: str) -> None:
    _, turn = play_in(_world_of(place), place, words)
    assert rule in [one.rule for one in turn.outcome.changes if isinstance(one, Use)]


@cases
def test_a_deed_in_an_idiom_is_that_deed(place: str, words: str, told: str) -> None:
    _, turn = play_in(_world_of(place), place, words)
    assert told in text_of(turn)
