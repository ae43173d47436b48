"""Fires that are named as warmth, and things that change hands beside what is said: told in anybody's words."""

from __future__ import annotations

from gamemaster.rules.proposal import Enjoy
from tests.casekit import cases
from tests.scenekit import play_in

LONG_NIGHT = "worlds/long_night"


@cases
def test_whoever_goes_to_a_fire_for_its_warmth_is_warmed(
    world: str, place: str, here: str, words: str, fire: str
) -> None:
    _, turn = play_in(world, place, words, here)
    assert [op for op in turn.outcome.changes if isinstance(op, Enjoy)] == [Enjoy(what=fire, offer="warmth")]


@cases
def test_what_is_done_to_a_fire_or_beside_it_is_no_rest(
    world: str, place: str, here: str, words: str
) -> None:
    before, turn = play_in(world, place, words, here)
    assert turn.after.minutes - before.minutes <= 5
    assert turn.after.needs == before.needs or turn.after.minutes > before.minutes


@cases
def test_a_gift_beside_words_is_given(world: str, place: str, here: str, has: str, words: str) -> None:
    before, turn = play_in(world, place, words, here, has)
    assert turn.after.items[has] == here
    assert turn.after.characters[here].disposition >= before.characters[here].disposition


def test_what_is_pressed_into_a_hand_is_no_blow() -> None:
    before, turn = play_in(LONG_NIGHT, "shore", "*pushes the knife against his palm*", "ivar", "belt_knife")
    assert turn.after.characters["ivar"].disposition >= before.characters["ivar"].disposition


@cases
def test_it_is_laid_down_where_it_is_said(world: str, place: str, here: str, words: str, item: str) -> None:
    assert play_in(world, place, words, here, item)[1].after.items[item] == place
