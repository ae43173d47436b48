"""A database orders the keys of a state in its own way: nothing that is asked, ruled or told may depend on it."""

from __future__ import annotations

from typing import Any

import pytest

from gamemaster.authoring.explore import bot_for
from gamemaster.narration.prompts.outcome_schema import in_scene
from gamemaster.narration.prompts.state_text import Feed, state_text
from gamemaster.narration.scene import Scene
from gamemaster.narration.understudy.understudy import play_without_suggestions as play
from gamemaster.play.opening import begin
from gamemaster.rules.dice import roll_for
from gamemaster.rules.state import StoryState
from tests.modelkit import feed_text
from tests.worldkit import playable_worlds
from worlds.schema import World

TURNS = 40


def other_order(value: Any) -> Any:
    """The same with the keys of every object in the opposite order."""
    if isinstance(value, dict):
        return {key: other_order(value[key]) for key in reversed(list(value))}
    return [other_order(one) for one in value] if isinstance(value, list) else value


def prompt_parts(world: World, state: StoryState) -> tuple[Any, ...]:
    scene = in_scene(Scene(world, state, "", roll_for(1, state.turn + 1)))
    return scene, state_text(world, state), feed_text(world, state, "look", scene, Feed())[0]


@pytest.mark.parametrize("name", playable_worlds())
def test_another_order_of_keys_makes_no_difference(name: str) -> None:
    world = playable_worlds()[name]
    _, bot = bot_for(world, 1)
    state, last = begin(world, 2), None
    while state.ended is None and state.turn < TURNS:
        other = StoryState.model_validate(other_order(state.model_dump(mode="json")))
        assert other == state
        assert prompt_parts(world, other) == prompt_parts(world, state)
        words = bot.next(world, state, last)
        last = play(world, state, words)
        again = play(world, other, words)
        assert (again.ruling, again.spans) == (last.ruling, last.spans), words
        state = last.after
