"""Tests that a bluff is a threat, and that no ruse of the world's is played in the player's name."""

from __future__ import annotations

import pytest

from gamemaster.language.understanding import understand
from gamemaster.narration.understudy.understudy import Played
from gamemaster.rules.state import new_story
from tests.scenekit import play_at
from tests.worldkit import world_at

NIGHT, LIGHT = "worlds/long_night", "worlds/lighthouse"
CITY, SHIP = "tests/worlds_modern/brannigan", "tests/worlds_modern/deck_nine"


def rules_used(turn: Played) -> list[str]:
    return [one.rule for one in turn.outcome.changes if one.op == "use"]


@pytest.mark.parametrize(
    ("world", "place", "words"),
    [
        (
            NIGHT,
            "hall",
            '"if you dont tell me who killed Orm ill burn this hall down!" I growl, gripping my knife, but really im'
            " bluffing and wouldnt ever",
        ),
        (NIGHT, "hall", "if you dont tell me who killed Orm ill burn this hall down!"),
        (NIGHT, "hall", "\"I'll burn this hall down!\" I shout, but I'm only bluffing"),
        (SHIP, "bunkroom", "\"Open up or I'll blow the hatch!\" I shout. I'm bluffing of course."),
        (LIGHT, "kitchen", '"Tell me where Cobb is or ill smash the lamp!" I snarl'),
    ],
)
def test_a_bluff_is_a_threat_and_nothing_else(world: str, place: str, words: str) -> None:
    state = new_story(world_at(world), 1)
    state.place = place
    assert [
        one.verb for one in understand(world_at(world), state, words).intents if one.verb != "express"
    ] == ["threaten"]
    turn = play_at(world, place, words)
    assert "leave_for_bower" not in rules_used(turn)


@pytest.mark.parametrize(
    "words",
    [
        "I lie to Ragnhild that I am a bishop",
        "I pretend to be asleep",
        "I bluff that I know who killed Orm",
        "I try to persuade Ragnhild to give me food for the dog",
    ],
)
def test_a_lie_of_ones_own_is_no_ruse_of_the_worlds(words: str) -> None:
    assert "leave_for_bower" not in rules_used(play_at(NIGHT, "hall", words))


@pytest.mark.parametrize(
    "words",
    ["I persuade Ragnhild to let me see behind the curtain", "I lie to Ragnhild about a smell of oil"],
)
def test_a_ruse_is_played_by_whoever_speaks_of_what_it_is_about(words: str) -> None:
    assert "leave_for_bower" in rules_used(play_at(NIGHT, "hall", words))


@pytest.mark.parametrize(
    ("world", "place", "words"),
    [
        (NIGHT, "hall", "I go into the hall and sit down at the fire"),
        (LIGHT, "kitchen", "I go into the kitchen and sit by the stove"),
        (CITY, "lobby", "I go into the lobby and sit down"),
    ],
)
def test_to_go_into_the_room_one_is_in_leads_nowhere_else(world: str, place: str, words: str) -> None:
    turn = play_at(world, place, words)
    assert turn.after.place == place
    assert not any(one.op == "move" for one in turn.outcome.changes)


@pytest.mark.parametrize("words", ["I feel ill, take me home", "she looks ill to me", "is he ill?"])
def test_whoever_is_ill_promises_nothing(words: str) -> None:
    state = new_story(world_at(NIGHT), 1)
    read = understand(world_at(NIGHT), state, words)
    assert not any("will" in clause.text.split() for clause in read.clauses)
