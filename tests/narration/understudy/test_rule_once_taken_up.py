"""A gift of what lies here: a rule that asks the player to have it is judged as if it were picked up first."""

from __future__ import annotations

from gamemaster.narration.understudy.understudy import play_without_suggestions
from gamemaster.rules.state import new_story
from tests.worldkit import world_at
from worlds.schema import Condition, Rule

LIGHTHOUSE = "worlds/lighthouse"


def test_a_gift_that_lies_here_is_not_swallowed_before_its_rule() -> None:
    world = world_at(LIGHTHOUSE)
    item = next(i for i in world.items.values() if i.portable and i.take is None and i.owner is None)
    who = next(iter(world.characters))
    fields = {
        "id": "fed",
        "verbs": "give",
        "on": item.id,
        "text": "The paw goes up.",
        "effects": {"set": "fed"},
    }
    rule = Rule.model_validate({**fields, "when": Condition(has=(item.id,))})
    fed = world.model_copy(update={"rules": {"fed": rule}})
    state = new_story(world, 5)
    state.items[item.id] = state.place
    state.characters[who].place = state.place
    turn = play_without_suggestions(fed, state, f"give the {item.name} to {world.characters[who].name}")
    assert "fed" in turn.after.flags
