"""The grammar of a scene: what is not here cannot be named."""

from __future__ import annotations

import json
from typing import Any

import pytest

from gamemaster.narration.prompts.outcome_schema import (
    ELSE,
    in_scene,
    schema,
)
from gamemaster.narration.scene import Scene
from gamemaster.play.opening import begin
from gamemaster.rules.dice import roll_for
from gamemaster.rules.state import StoryState
from inference.schema_check import check_grammar
from tests.worldkit import playable_worlds, sample
from worlds.schema import World


def scene_of(world: World, state: StoryState, words: str = "look") -> Scene:
    return Scene(world, state, words, roll_for(state.seed, state.turn + 1))


def names_in(node: Any) -> set[str]:
    """Every identifier that a schema lets an answer name."""
    if isinstance(node, dict):
        return set(node.get("enum", ())) | {name for part in node.values() for name in names_in(part)}
    return {name for part in node for name in names_in(part)} if isinstance(node, list) else set()


@pytest.mark.parametrize("name", playable_worlds())
def test_every_scene_of_every_world_has_a_bounded_grammar(name: str) -> None:
    world = playable_worlds()[name]
    state = begin(world, 1)
    for place in world.locations:
        scene = scene_of(world, state.model_copy(update={"place": place}))
        check_grammar(schema(scene))
        assert schema(scene) == schema(scene_of(world, state.model_copy(update={"place": place})))


def test_only_what_is_here_can_be_named() -> None:
    world = sample()
    state = begin(world, 1)
    for place in world.locations:
        there = state.model_copy(update={"place": place})
        allowed = names_in(json.loads(schema(scene_of(world, there))))
        absent = {who for who, person in state.characters.items() if person.place != place}
        far = {item for item, where in state.items.items() if where not in (place, "player")}
        ways = {way.to for way in world.locations[place].exits}
        elsewhere = set(world.locations) - ways - {place}
        rules_and_topics = set(in_scene(scene_of(world, there)).rules) | {
            topic for topics in in_scene(scene_of(world, there)).topics.values() for topic in topics
        }
        assert not allowed & ((absent | far | elsewhere) - rules_and_topics)


def test_the_dead_are_not_spoken_with() -> None:
    world = sample()
    state = begin(world, 1)
    who = next(who for who, person in state.characters.items() if person.place == state.place)
    assert who in in_scene(scene_of(world, state)).people
    state.characters[who].alive = False
    assert who not in in_scene(scene_of(world, state)).people
    assert who in in_scene(scene_of(world, state)).things, "a body may be looked at"


def test_a_topic_nobody_has_a_line_for_can_still_be_asked() -> None:
    world = sample()
    assert ELSE in names_in(json.loads(schema(scene_of(world, begin(world, 1)))))
