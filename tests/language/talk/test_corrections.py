"""What takes the place of an order that was not meant, and what only calls a halt before one."""

from __future__ import annotations

import pytest

from gamemaster.authoring.input_lists import state_of
from gamemaster.language.reading import Reading
from gamemaster.language.understanding import understand
from tests.worldkit import world_at

CITY, NIGHT = "tests/worlds_modern/brannigan", "worlds/long_night"


def read(words: str, world: str = CITY, place: str = "lobby") -> Reading:
    return understand(world_at(world), state_of(world_at(world), 1, {"input": words, "place": place}), words)


@pytest.mark.parametrize(
    ("world", "place", "words", "verb", "thing"),
    [
        (CITY, "lobby", "no the desk", "examine", "desk"),
        (CITY, "lobby", "no, the stairs", "go", "stairwell"),
        (CITY, "lobby", "i meant the key", "examine", "pass_key"),
        (NIGHT, "yard", "i meant the brewhouse", "go", "brewhouse"),
        (CITY, "lobby", "wait take the film", "take", "film"),
        (NIGHT, "yard", "wait listen to the well", "listen", "yard_well"),
    ],
)
def test_what_was_meant_is_done(world: str, place: str, words: str, verb: str, thing: str) -> None:
    reading = read(words, world, place)
    assert [(one.verb, one.objects) for one in reading.intents] == [(verb, (thing,))]


@pytest.mark.parametrize("words", ["wait", "wait a minute", "wait until dark", "wait for gloria"])
def test_a_wait_stays_a_wait(words: str) -> None:
    reading = read(words)
    assert [one.verb for one in reading.intents] == ["wait"]


@pytest.mark.parametrize("words", ["oops didnt mean to do that", "no wait, i didn't want to do that"])
def test_what_was_not_wanted_is_taken_back(words: str) -> None:
    reading = read(words)
    assert [one.role for one in reading.clauses] == ["undo"]


@pytest.mark.parametrize("words", ["go see what that noise was", "find out what that sound is"])
def test_a_noise_that_is_looked_into_is_listened_to(words: str) -> None:
    reading = read(words)
    assert [one.verb for one in reading.intents] == ["listen"]


@pytest.mark.parametrize(
    ("words", "verbs"),
    [
        ("if bishr trusts me ask him for the key, otherwise offer him the lamp", ["ask"]),
        ("if bishr is asleep, ask him for the horn, otherwise open the letter", ["open"]),
        ("if bishr is here, ask him about the gate, otherwise give him the lamp", ["ask"]),
        ("fast forward to night", ["wait"]),
    ],
)
def test_one_of_two_alternatives_is_done_and_time_is_skipped_by_waiting(words: str, verbs: list[str]) -> None:
    reading = read(words, "tests/worlds_unseen/caravanserai", "gate")
    assert [one.verb for one in reading.intents] == verbs
