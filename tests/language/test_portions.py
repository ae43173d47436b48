"""Tests of parts of things: which words mean less than the whole, and which mean all of it."""

from __future__ import annotations

import pytest

from gamemaster.language.portions import is_one_of_many, part_meant
from tests.worldkit import world_at

INN, NIGHT, LIGHTHOUSE = "tests/worlds_unseen/caravanserai", "worlds/long_night", "worlds/lighthouse"
BISTRO, SHIP = "tests/worlds_small/bellamy", "tests/worlds_modern/deck_nine"


@pytest.mark.parametrize(
    ("world", "thing", "words", "part"),
    [
        (INN, "dates", "eat one of the dates", "one"),
        (INN, "dates", "swallow half the dates", "half"),
        (INN, "dates", "hand her two of my dates", "one"),
        (BISTRO, "pears", "fish out one of the pears", "one"),
        (NIGHT, "ale_jug", "sip the ale", "a little"),
        (NIGHT, "ale_jug", "drink a cup of the ale", "a cup"),
        (NIGHT, "ships_biscuit", "break a corner off the biscuit", "a corner"),
        (SHIP, "tape", "tear a strip off the tape", "a strip"),
        (SHIP, "ration", "share my ration with bo", "some"),
        (BISTRO, "brandy", "pour a little brandy in the pan", "a little"),
    ],
)
def test_less_than_the_whole(world: str, thing: str, words: str, part: str) -> None:
    assert part_meant(world_at(world), thing, words) == part


@pytest.mark.parametrize(
    ("world", "thing", "words"),
    [
        (INN, "dates", "eat the dates"),
        (NIGHT, "ale_jug", "drink off the ale"),
        (NIGHT, "coil_of_rope", "take the coil of rope off its peg"),
        (LIGHTHOUSE, "tea", "give tallack a cup of tea"),  # a mug of it is all there is
        (SHIP, "ration", "give bo the other half of the ration"),
        (BISTRO, "pears", "open a jar of pears"),
        (INN, "horn", "take a horn from its peg"),
    ],
)
def test_the_whole(world: str, thing: str, words: str) -> None:
    assert not part_meant(world_at(world), thing, words)


def test_one_of_a_thing_that_is_several() -> None:
    assert is_one_of_many(world_at(INN), "dates", "offer him one first")
    assert not is_one_of_many(world_at(INN), "horn", "offer him one first")
