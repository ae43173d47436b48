"""Whom a question means by "he" or "she" in a talk: whoever it was of last, and nobody who stands there."""

import pytest

from gamemaster.language.talk.spoken_of import people_of, with_third_persons_named
from tests.narration.understudy.test_conversations import talk
from tests.worldkit import world_at

LIGHT, NIGHT, BRANNIGAN = "worlds/lighthouse", "worlds/long_night", "tests/worlds_modern/brannigan"


@pytest.mark.parametrize(
    ("folder", "place", "who", "before", "asked", "put"),
    [
        (LIGHT, "kitchen", "tallack", "Why did Cobb leave?", "did he say goodbye?", "did Cobb say goodbye?"),
        (
            LIGHT,
            "store",
            "jory",
            "what do you make of Miss Pryce?",
            "Is that hers?",
            "Is that Dilys Pryce's?",
        ),
        (
            LIGHT,
            "store",
            "jory",
            "what do you make of Miss Pryce?",
            "where's her set?",
            "where's Dilys Pryce's set?",
        ),
        (NIGHT, "hall", "ragnhild", "who is Orm?", "did anyone look for him?", "did anyone look for Orm?"),
        (BRANNIGAN, "lobby", "otis", "when did you last see Eddie?", "was he alone?", "was Eddie alone?"),
        # A name in the question itself, a look, a deed, and the one who is asked are left as they are.
        (
            LIGHT,
            "store",
            "jory",
            "what happened to Cobb?",
            "And Tallack, does he eat?",
            "And Tallack, does he eat?",
        ),
        (LIGHT, "store", "jory", "what happened to Cobb?", "does he look afraid?", "does he look afraid?"),
        (
            LIGHT,
            "store",
            "jory",
            "what happened to Cobb?",
            "I shake him by the hand",
            "I shake him by the hand",
        ),
        (LIGHT, "store", "jory", "what do you do here?", "is she asleep?", "is she asleep?"),
    ],
)
def test_whoever_was_spoken_of_is_named(
    folder: str, place: str, who: str, before: str, asked: str, put: str
) -> None:
    one = talk(folder, place, who)
    one.say(f"{one.world.characters[who].name}, {before}")
    assert with_third_persons_named(one.world, one.state, asked) == put


def test_nobody_is_named_outside_of_a_talk() -> None:
    one = talk(LIGHT, "store", "jory")
    assert with_third_persons_named(one.world, one.state, "was he married?") == "was he married?"


def test_those_who_are_only_told_of_can_be_spoken_of_and_places_cannot() -> None:
    told = {one.name: one.pronoun for one in people_of(world_at(LIGHT)) if one.who is None}
    assert told["Cobb"] == "he"
    assert told["Elsie"] == "she"
    assert "Skerrow" not in told
