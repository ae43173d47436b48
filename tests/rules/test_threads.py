"""Threads: the questions that are open, the goal in the fiction's words, and what leads on."""

from collections import Counter

import pytest

from gamemaster.protocol.state_view import view
from gamemaster.rules.state import new_story
from gamemaster.rules.threads import goal_of, next_input, open_threads
from tests.walkkit import follow_suggestions
from tests.worldkit import world_at
from worlds.schema import Condition, Step

WORLDS = {name: world_at(f"worlds/{name}") for name in ("lighthouse", "long_night")}
TURNS = 90


@pytest.mark.parametrize("name", WORLDS)
def test_the_panel_has_a_goal_and_open_questions_from_the_start(name: str) -> None:
    world = WORLDS[name]
    panel = view(world, new_story(world, 1))
    assert panel.goal
    assert 1 <= len(panel.threads) <= 3


@pytest.mark.parametrize("name", WORLDS)
def test_a_thread_closes_and_its_steps_are_passed_over_when_done(name: str) -> None:
    world = WORLDS[name]
    state = new_story(world, 1)
    leading = max(world.threads.values(), key=lambda thread: thread.priority)
    first = next_input(world, state, leading.steps)
    assert first is not None
    assert open_threads(world, state)[0].next_input == first
    state.ended = next(iter(world.endings))
    assert (goal_of(world, state), open_threads(world, state)) == ("", ())


def test_what_is_far_is_offered_as_the_way_there() -> None:
    world = WORLDS["lighthouse"]
    state = new_story(world, 1)
    assert next_input(world, state, world.threads["the_page"].steps) == "go to the Oil Store"


@pytest.mark.parametrize(
    ("say", "shown"),
    [
        ("ask ragnhild about the knocking", "ask Ragnhild about the knocking"),
        ("search ulf's bench", "search Ulf's bench"),
        ("look at the ulf", "look at the ulf"),
    ],
)
def test_a_step_shows_people_by_the_names_that_the_player_knows(say: str, shown: str) -> None:
    world = WORLDS["long_night"]
    assert next_input(world, new_story(world, 1), (Step(say=say, done=Condition(knows=("x",))),)) == shown


@pytest.mark.slow
@pytest.mark.parametrize("name", WORLDS)
def test_whoever_follows_the_suggestions_comes_to_an_ending(name: str) -> None:
    world = WORLDS[name]
    ended = Counter(follow_suggestions(world, seed, TURNS).ended for seed in range(8))
    victories = sum(count for ending, count in ended.items() if ending and not world.endings[ending].defeat)
    assert victories >= 5, ended
