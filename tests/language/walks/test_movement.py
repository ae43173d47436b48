"""Orders to move: how far up or down, and which way leads there."""

from __future__ import annotations

import pytest

from gamemaster.language.understanding import understand
from gamemaster.play.opening import begin
from tests.worldkit import world_at


@pytest.mark.parametrize(
    ("words", "to"),
    [
        ("go up one floor", "kitchen"), ("go up the stair softly, one floor", "kitchen"),
        ("head up another level", "kitchen"), ("go up two flights", "bunkroom"), ("go up a floor", "kitchen"),
        ("climb up two floors", "bunkroom"), ("go upstairs two floors", "bunkroom"),
    ],
)  # fmt: skip
def test_floors_are_counted(words: str, to: str) -> None:
    world = world_at("worlds/lighthouse")
    state = begin(world, 1).model_copy(update={"place": "store"})
    intents = understand(world, state, words).intents
    assert [intent.objects for intent in intents if intent.verb in ("go", "climb", "sneak")] == [(to,)]


@pytest.mark.parametrize("words", ["go down the stairs", "down the stairs", "creep quietly down the stair"])
def test_a_stair_that_only_leads_up_is_not_gone_down(words: str) -> None:
    world = world_at("worlds/lighthouse")
    state = begin(world, 1).model_copy(update={"place": "store"})
    assert all("kitchen" not in intent.objects for intent in understand(world, state, words).intents)


@pytest.mark.parametrize(("folder", "place"), [("worlds/lighthouse", "kitchen")])
def test_a_word_of_a_description_orders_no_deed_of_its_rule(folder: str, place: str) -> None:
    """The sleeve's description speaks of "the name"; its rule for reading takes what is in it."""
    world = world_at(folder)
    state = begin(world, 1).model_copy(update={"place": place})
    assert not any(
        "sleeve" in one.objects for one in understand(world, state, "read the names underneath").intents
    )
