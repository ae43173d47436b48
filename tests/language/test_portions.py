"""Tests of parts of things: which words mean less than the whole, and which mean all of it."""

from __future__ import annotations

from gamemaster.language.portions import is_one_of_many, part_meant
from tests.casekit import cases
from tests.worldkit import world_at

INN = "tests/worlds_unseen/caravanserai"


@cases
def test_less_than_the_whole(world: str, thing: str, words: str, part: str) -> None:
    assert part_meant(world_at(world), thing, words) == part


@cases
def test_the_whole(world: str, thing: str, words: str) -> None:
    assert not part_meant(world_at(world), thing, words)


def test_one_of_a_thing_that_is_several() -> None:
    assert is_one_of_many(world_at(INN), "dates", "offer him one first")
    assert not is_one_of_many(world_at(INN), "horn", "offer him one first")
