"""The last clause of a longer input is done too: sought at a walk's end, asked aloud, listened to, called out."""

from __future__ import annotations

import pytest

from gamemaster.language.understanding import understand
from gamemaster.rules.proposal import Intent
from gamemaster.rules.state import new_story
from tests.narration.understudy.conversations import LONG_NIGHT
from tests.worldkit import world_at
from worlds.schema import PLAYER


def read(place: str, words: str) -> tuple[Intent, ...]:
    world = world_at(LONG_NIGHT)
    state = new_story(world, seed=1).model_copy(deep=True)
    state.place = place
    return understand(world, state, words).intents


def test_what_is_sought_at_the_end_of_a_walk_is_looked_for_there() -> None:
    walk, search = read("yard", "go down to the shore to search the boats")
    assert (walk.verb, walk.objects) == ("go", ("shore",))
    assert (search.verb, search.objects) == ("search", ("shore_boats",))


def test_whoever_lies_down_beside_somebody_to_listen_does_not_sleep() -> None:
    down, listen = read("shore", "I lie down on my belly next to Ivar and put my own ear to the boats")
    assert down.verb == "express"
    assert (listen.verb, listen.objects) == ("listen", ("shore_boats",))


def test_a_question_asked_aloud_is_a_question() -> None:
    look, ask = read("hall", "I look at the wooden horse and ask out loud whose it is")
    assert (look.verb, look.objects) == ("examine", ("wooden_horse",))
    assert (ask.verb, ask.objects) == ("ask", ("ragnhild",))


def test_a_call_keeps_all_its_sentences() -> None:
    (call,) = read("yard", 'I call out "I\'m from the Otter! I claim guest-right, three nights!"')
    assert call.verb == "call"
    assert call.topic is not None
    assert "otter! i claim guest-right, three nights" in call.topic.casefold()


@pytest.mark.parametrize(
    "words",
    ["carry the wooden horse out to the yard", "take the wooden horse and bring it back out to the yard"],
)
def test_what_is_carried_somewhere_is_taken_and_the_way_is_gone(words: str) -> None:
    take, walk = read("hall", words)
    assert (take.verb, take.objects) == ("take", ("wooden_horse",))
    assert (walk.verb, walk.objects) == ("go", ("yard",))


def test_what_is_taken_out_is_carried_nowhere() -> None:
    (take,) = read("hall", "take the torch out")
    assert (take.verb, take.objects) == ("take", ("pine_torch",))


@pytest.mark.parametrize(
    ("words", "done"),
    [
        ("don't lie down and look through the ice", []),
        ("don't lie down, look at the crack", ["examine"]),
        ("don't lie down but look at the crack", ["examine"]),
    ],
)
def test_what_is_joined_to_a_denied_deed_is_denied_with_it(words: str, done: list[str]) -> None:
    assert [one.verb for one in read("shore", words)] == done


@pytest.mark.parametrize(
    "words", ["I lay a hand on his arm", "lay hands on the pipe", "I put my palm on the pipe"]
)
def test_a_hand_that_is_laid_somewhere_lays_nothing_down(words: str) -> None:
    world = world_at("worlds/lighthouse")
    state = new_story(world, seed=1).model_copy(update={"place": "store"})
    assert all(one.verb in ("touch", "express") for one in understand(world, state, words).intents)


def test_what_is_put_back_in_jest_is_put_back() -> None:
    world = world_at("tests/worlds_modern/brannigan")
    state = new_story(world, seed=1).model_copy(deep=True)
    state.items["film"] = PLAYER
    state.focus = {**state.focus, "it": "film"}
    assert understand(world, state, "put it back. just kidding otis").intents[0].objects == ("film",)


@pytest.mark.parametrize(
    "words",
    [
        "look around and take stock of what I'm carrying",
        "I look round, then take stock of what I've got on me",
    ],
)
def test_taking_stock_counts_what_is_carried(words: str) -> None:
    assert [intent.verb for intent in read("yard", words)] == ["look", "inventory"]
