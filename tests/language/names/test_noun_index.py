"""What was read in a scene is remembered for as long as the scene, and what its pronouns stand for, are the same."""

from __future__ import annotations

from gamemaster.language.names.noun_index import Scope, once_a_scene, scope_of
from gamemaster.rules.state import new_story
from tests.worldkit import sample


def test_a_reader_is_asked_again_when_the_scene_is_another() -> None:
    asked: list[str] = []

    @once_a_scene
    def read(scope: Scope, words: list[str]) -> str:
        asked.append(" ".join(words))
        return f"{scope.state.place}: {words}"

    world = sample()
    scope = scope_of(world, new_story(world, 1))
    first = read(scope, ["the", "door"])
    assert read(scope, ["the", "door"]) == first
    assert asked == ["the door"]
    read(scope, ["the door"])
    assert len(asked) == 2  # other words, though they are written alike
    scope.focus = {**scope.focus, "it": "door"}
    read(scope, ["the", "door"])
    assert len(asked) == 3
    scope.walk_to(next(place for place in world.locations if place != scope.state.place))
    assert read(scope, ["the", "door"]) != first
