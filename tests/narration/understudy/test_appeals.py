"""To persuade, beg or accuse somebody is of something: a world's rule answers what it is about, and no other appeal."""

from __future__ import annotations

import pytest

from gamemaster.language.wording.reactions import PLAIN as STOCK
from gamemaster.narration.understudy.understudy import play_without_suggestions as play
from gamemaster.rules.state import StoryState, new_story
from tests.worldkit import world_at
from worlds.schema import World

FORD = "tests/worlds_small/ford"


def knowing() -> tuple[World, StoryState]:
    """The ford, with what makes Ketil give way."""
    world = world_at(FORD)
    state = new_story(world, 1)
    state.facts["ari_dead"] = 1
    return world, state


def told_after(words: str) -> str:
    world, state = knowing()
    return " ".join(span.text for span in play(world, state, words).spans)


@pytest.mark.parametrize(
    "words",
    [
        "persuade Ketil",
        "persuade Ketil to confess",
        "persuade Ketil to tell me the truth about the boy",
        "persuade Ketil to tell me everything",
    ],
)
def test_an_appeal_that_the_rule_is_about_comes_to_it(words: str) -> None:
    assert "I struck him. Once." in told_after(words)


@pytest.mark.parametrize("words", ["persuade Ketil to lend me his cart", "Ketil, open the cellar!"])
def test_an_appeal_that_names_something_else_does_not(words: str) -> None:
    assert "I struck him" not in told_after(words)


def test_the_steward_is_not_flattered_by_an_order_about_the_door() -> None:
    world = world_at("worlds/long_night")
    state = new_story(world, 1)
    state.place = state.characters["ulf"].place = "hall"
    ordered = play(world, state, "Ulf, hold the door!")
    bare = play(world, state, "persuade Ulf")
    rules = [[one.rule for one in turn.outcome.changes if one.op == "use"] for turn in (ordered, bare)]
    assert rules == [[], ["pact_ulf"]]


@pytest.mark.parametrize(
    ("words", "who", "answered"),
    [
        ("I accuse Ketil of striking the boy", "ketil", "accused_true"),
        ("I accuse Bersi of lying", "bersi", "accused"),
    ],
)
def test_who_is_accused_answers_to_the_charge(words: str, who: str, answered: str) -> None:
    world, state = knowing()
    spoken = [span.text for span in play(world, state, words).spans if span.speaker == who]
    assert spoken
    assert spoken[0] in STOCK[answered]


def test_a_request_is_of_a_topic_only_by_whole_words_that_say_something() -> None:
    world = world_at("worlds/lighthouse")
    state = new_story(world, 1)
    state.place = state.characters["tallack"].place = "kitchen"
    turn = play(world, state, "I ask Tallack to go up to the lantern and take the letter.")
    before, after = state.characters["tallack"], turn.after.characters["tallack"]
    assert (after.disposition, after.relations) == (before.disposition, before.relations)
    assert not any(key.startswith("tallack.doing.") for key in turn.after.lines)
