"""Laying things down is read by its form: any verb of putting, a thing in hand, and a spot in this place."""

import pytest

from gamemaster.language.understanding import understand
from gamemaster.narration.understudy.understudy import play_without_suggestions as play
from gamemaster.rules.state import StoryState, new_story
from tests.worldkit import world_at
from worlds.schema import PLAYER

WORLD = world_at("worlds/lighthouse")


def standing(place: str, *items: str) -> StoryState:
    state = new_story(WORLD, 1)
    state.place, state.visited[place] = place, 1
    for item in items:
        state.items[item] = PLAYER
    return state


@pytest.mark.parametrize(
    ("words", "feature"),
    [
        ("put the mantle on the desk", "desk"),
        ("i lay the mantle down on the floor", None),
        ("stand the mantle upright in the corner", None),
        ("leave the mantle here", None),
        ("set mantle down", None),
        ("leave the letter and the mantle beside the desk", "desk"),
    ],
)
def test_a_thing_is_laid_down_where_it_is_said(words: str, feature: str | None) -> None:
    (intent,) = understand(WORLD, standing("watchroom", "mantle", "letter"), words).intents
    assert (intent.verb, intent.recipient) == ("put", feature)
    assert "mantle" in intent.objects


@pytest.mark.parametrize(
    "words",
    ["put on the mantle", "leave the watch room", "put the mantle in my pocket", "drop all but the mantle"],
)
def test_other_orders_are_not_taken_for_it(words: str) -> None:
    intents = understand(WORLD, standing("watchroom", "mantle", "letter"), words).intents
    assert not any(intent.verb == "put" and intent.recipient not in (None, PLAYER) for intent in intents)


def test_where_it_lies_is_told_and_kept_until_it_is_taken() -> None:
    turn = play(WORLD, standing("watchroom", "mantle"), "put the mantle on the desk")
    assert turn.after.spots == {"mantle": "on the desk"}
    assert "on the desk" in " ".join(span.text for span in turn.spans)
    assert StoryState.model_validate_json(turn.after.model_dump_json()) == turn.after
    assert play(WORLD, turn.after, "take the mantle").after.spots == {}


@pytest.mark.parametrize(
    ("place", "words", "goal"),
    [("bunkroom", "down to the kitchen", "kitchen"), ("bunkroom", "go up the stair", "wireless"),
     ("bunkroom", "down the stair", "kitchen")],
)  # fmt: skip
def test_a_heading_needs_no_verb_and_says_which_of_two_stairs(place: str, words: str, goal: str) -> None:
    (intent,) = understand(WORLD, standing(place), words).intents
    assert (intent.verb, intent.objects) == ("go", (goal,))


@pytest.mark.parametrize(
    ("words", "verb", "touched"),
    [
        ("i lay a hand on his sleeve", "express", None),
        ("i lays a hand on his sleeve", "express", None),
        ("i lay a hand on the desk", "touch", "desk"),
        ("i lay a hand on the storm lantern", "touch", "storm_lantern"),
    ],
)
def test_a_hand_laid_on_somebody_or_something_lays_nothing_down(
    words: str, verb: str, touched: str | None
) -> None:
    """A hand is no hand lantern, and the sleeve of somebody here is no record's."""
    state = standing("watchroom", "storm_lantern", "sleeve")
    state.characters["tallack"].place = "watchroom"
    (intent,) = understand(WORLD, state, words).intents
    assert (intent.verb, intent.objects) == (verb, (touched,) if touched else ())
    assert not [one for one in play(WORLD, state, words).ruling.happenings if one.kind == "dropped"]
