"""The Game Master on the scene: what of a kind is here, ways and distances, danger."""

from gamemaster.narration.understudy.answers import scene_answers
from gamemaster.rules.state import StoryState, new_story
from tests.worldkit import world_at

WORLD = world_at("worlds/long_night")


def at(place: str, *visited: str) -> StoryState:
    state = new_story(WORLD, 7)
    state.place = place
    for name in (place, *visited):
        state.visited[name] = 1
    return state


def test_what_is_here_of_a_kind() -> None:
    assert scene_answers.of_kind(WORLD, at("hall"), "is there anything to eat here".split()).startswith(
        "There is "
    )
    assert "boar-spear" in scene_answers.of_kind(WORLD, at("hall"), "what weapons are there".split())
    assert scene_answers.of_kind(WORLD, at("hall"), "what is the meaning of this".split()) == ""


def test_a_way_is_told_only_through_places_that_were_seen() -> None:
    assert scene_answers.way_to(WORLD, at("hall"), "hall") == "You are at the Hall."
    assert scene_answers.way_to(WORLD, at("hall"), "smithy") == ""
    told = scene_answers.way_to(WORLD, at("hall", "yard", "gate"), "shore")
    assert told == "" or "on foot, by the Yard" in told


def test_a_way_of_one_step_names_its_direction() -> None:
    assert scene_answers.way_to(WORLD, at("hall"), "yard").endswith("on foot (south).")


def test_danger_is_named_only_where_it_is() -> None:
    assert scene_answers.danger(WORLD, at("hall")).startswith("Nothing")
