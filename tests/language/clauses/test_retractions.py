"""Tests of what takes back what was said before it: "no wait, take the torch", "hang on, no"."""

from __future__ import annotations

import pytest

from gamemaster.language.reading import Reading
from gamemaster.language.understanding import understand
from gamemaster.narration.understudy.understudy import play_without_suggestions as play
from tests.scenekit import scene
from tests.worldkit import world_at

NIGHT, LIGHTHOUSE = "worlds/long_night", "worlds/lighthouse"
LOBBY, DECK = "tests/worlds_modern/brannigan", "tests/worlds_modern/deck_nine"
WORLDS = (NIGHT, LIGHTHOUSE, LOBBY, DECK)


def read(words: str, world: str = NIGHT, place: str = "") -> Reading:
    return understand(world_at(world), scene(world, place), words)


@pytest.mark.parametrize("world", WORLDS)
@pytest.mark.parametrize(
    "words",
    [
        "wait no", "no wait", "wait, no", "oh wait no", "hang on, no", "hmm no wait", "actually wait, no", "Wait. No.",
        "wait no, undo, I go back", "wait no undo", "undo, I go back", "undo that and go back", "scratch that", "jk",
    ],
)  # fmt: skip
def test_a_retraction_alone_wants_the_last_turn_back_and_does_nothing(world: str, words: str) -> None:
    found = read(words, world)
    assert not found.intents
    assert [clause.role for clause in found.clauses] == ["undo"]
    before = scene(world)
    after = play(world_at(world), before, words).after
    assert (after.minutes, after.place, after.items) == (before.minutes, before.place, before.items)


@pytest.mark.parametrize(
    ("words", "verb", "thing"),
    [
        ("no wait, I go to the yard", "go", "yard"),
        ("wait, no, go to the yard", "go", "yard"),
        ("wait. no. go to the yard", "go", "yard"),
        ("hold on, no, go to the yard", "go", "yard"),
        ("go to the shore, oh wait no, go to the yard", "go", "yard"),
        ("wait, no, I mean the yard", "go", "yard"),
        ("go to the shore, no wait, the yard", "go", "yard"),
        ("go to the shore. Wait, no. Go to the yard", "go", "yard"),
    ],
)
def test_only_what_follows_a_retraction_is_done(words: str, verb: str, thing: str) -> None:
    found = read(words, place="hall")
    assert [(one.verb, one.objects) for one in found.intents] == [(verb, (thing,))]


@pytest.mark.parametrize(
    "words", ["go to the shore. Wait, no!", "drop my cloak. no wait don't", "I burn it. undo that"]
)
def test_what_was_ordered_before_a_retraction_is_not_done(words: str) -> None:
    assert not read(words, place="hall").intents


@pytest.mark.parametrize(
    "words",
    [
        "wait a moment",
        "wait for no one",
        "I wait, no sign of him",
        "wait, no sign of anybody",
        "wait until dark",
    ],
)
def test_a_wait_that_is_meant_is_kept(words: str) -> None:
    assert [one.verb for one in read(words, LIGHTHOUSE).intents][:1] == ["wait"]


def test_undo_of_a_knot_is_no_turn_taken_back() -> None:
    assert [one.verb for one in read("undo the rope", place="fishing_hut").intents] == ["untie"]


@pytest.mark.parametrize("words", ["what am I meant to be finding out here?", "what was I meant to do"])
def test_what_one_is_meant_to_do_takes_nothing_back(words: str) -> None:
    assert [one.topic for one in read(words).intents] == ["goal"]
