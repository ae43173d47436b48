"""Which rule answers what the player wants to do."""

from __future__ import annotations

from gamemaster.narration.understudy.rule_choice import rule_for
from gamemaster.rules.proposal import Intent
from gamemaster.rules.state import StoryState, new_story
from tests.worldkit import world_at
from worlds.schema import PLAYER

WORLD = world_at("worlds/lighthouse")


def with_the_page() -> StoryState:
    """In the watch room with Tallack at night, the page read and in the pocket, and a photograph beside it."""
    state = new_story(WORLD, 1)
    state.place = state.characters["tallack"].place = "watchroom"
    state.items["torn_page"] = state.items["photograph"] = PLAYER
    state.flags["bell_stopped"] = 1
    state.facts["tallack_slept"] = 1
    return state


def test_only_what_is_named_is_given() -> None:
    state = with_the_page()
    page = rule_for(WORLD, state, Intent(verb="give", objects=("torn_page",), recipient="tallack"))
    assert page is not None
    assert (page.rule, page.target, page.item) == ("give_page", "tallack", "torn_page")
    assert rule_for(WORLD, state, Intent(verb="give", objects=("photograph",), recipient="tallack")) is None
    assert (
        rule_for(WORLD, state, Intent(verb="show", objects=("storm_lantern",), recipient="tallack")) is None
    )
