"""What everybody says, what is quoted from somebody else, and what one only wishes: none of it is an order."""

from __future__ import annotations

from tests.casekit import cases
from tests.scenekit import play_in
from tests.worldkit import world_at

NIGHT, LIGHT = "worlds/long_night", "worlds/lighthouse"
FREE = frozenset("express answer discuss inform remember".split())


@cases
def test_nothing_is_done_for_a_saying(place: str, words: str) -> None:
    world = LIGHT if place in world_at(LIGHT).locations else NIGHT
    before, turn = play_in(world, place, words)
    assert (turn.after.place, turn.after.items) == (before.place, before.items)
    assert {one.op for one in turn.outcome.changes} <= FREE, turn.outcome.changes
