"""Questions on how things stand: what was told is never denied, and asking neither handles a thing nor takes time."""

from __future__ import annotations

import pytest

from gamemaster.authoring.input_lists import state_of
from gamemaster.narration.understudy.understudy import play_without_suggestions as play
from gamemaster.rules.state import StoryState
from tests.worldkit import world_at
from worlds.schema import World

NIGHT, LIGHT = "worlds/long_night", "worlds/lighthouse"
OFFICE, SHIP = "tests/worlds_modern/brannigan", "tests/worlds_modern/deck_nine"


def _start(name: str, place: str, **more: list[str]) -> tuple[World, StoryState]:
    world = world_at(name)
    return world, state_of(world, 1, {"input": "x", "place": place, **more})


def _answer_to(world: World, state: StoryState, words: str) -> str:
    """What is told to a question, which must have cost no time."""
    played = play(world, state, words)
    assert played.after.minutes == state.minutes, words
    return " ".join(span.text for span in played.spans)


@pytest.mark.parametrize(
    "words", ["is there a roof", "is there a roof here?", "shove the roof", "take the roof"]
)
def test_what_any_wording_told_is_there_though_another_leaves_it_out(words: str) -> None:
    world, state = _start(NIGHT, "yard")
    for _ in range(4):
        played = play(world, state, "look around")
        state = played.after
        if "roof" in " ".join(span.text for span in played.spans):
            break
    assert "a turf roof hardly" in " ".join(span.text for span in played.spans)
    assert "a turf roof hardly" in _answer_to(world, state, words)


def test_what_nothing_tells_of_is_still_not_there() -> None:
    world, state = _start(NIGHT, "yard")
    assert "You see no cauldron here" in _answer_to(world, state, "is there a cauldron here?")


@pytest.mark.parametrize("words", ["is there something on the ground here?", "whats on the floor"])
def test_there_is_always_a_ground_and_what_lies_on_it_lies_here(words: str) -> None:
    world, state = _start(NIGHT, "yard")
    told = _answer_to(world, state, words)
    assert "no ground" not in told
    assert "no floor" not in told
    assert "the well" in told


@pytest.mark.parametrize(
    "words", ["what time's my watch start", "when does my watch end?", "what time is my watch over"]
)
def test_my_watch_that_starts_is_a_duty_and_no_timepiece(words: str) -> None:
    world, state = _start(LIGHT, "bunkroom")
    assert "Engraved" not in _answer_to(world, state, words)


def test_a_watch_that_is_looked_at_is_the_timepiece() -> None:
    world, state = _start(LIGHT, "bunkroom")
    assert "Engraved" in " ".join(span.text for span in play(world, state, "look at the watch").spans)


@pytest.mark.parametrize(
    "words", ["who has the watch now?", "who's got the watch", "is that the gold watch?"]
)
def test_who_has_what_i_took_is_me(words: str) -> None:
    world, state = _start(LIGHT, "bunkroom", has=["pocket_watch"])
    assert "You have the gold pocket watch on you" in _answer_to(world, state, words)


@pytest.mark.parametrize("words", ["is the watch still on the locker?", "is the gold watch still there?"])
def test_what_i_took_is_not_still_there(words: str) -> None:
    world, state = _start(LIGHT, "bunkroom", has=["pocket_watch"])
    assert "You have the gold pocket watch on you" in _answer_to(world, state, words)


@pytest.mark.parametrize(
    "words", ["if i went upstairs now, who would i meet?", "who would i meet if i go down?"]
)
def test_who_is_elsewhere_nobody_can_tell(words: str) -> None:
    world, state = _start(LIGHT, "bunkroom")
    assert "you cannot tell from here" in _answer_to(world, state, words)


@pytest.mark.parametrize("words", ["is there a bag here?", "take the bag"])
def test_what_is_told_of_whoever_is_there_is_not_denied(words: str) -> None:
    world, state = _start(OFFICE, "ninth", here=["dolores"])
    assert "into a bag" in _answer_to(world, state, words)


@pytest.mark.parametrize("words", ["bo?? you still with me?", "bo, are you there?"])
def test_whoever_is_there_says_so(words: str) -> None:
    world, state = _start(SHIP, "corridor", here=["bo"])
    told = " ".join(span.text for span in play(world, state, words).spans if span.speaker == "bo")
    assert "here" in told


@pytest.mark.parametrize(
    "words", ["are the lights on or off now?", "are the lights on?", "are the lamps still on"]
)
def test_what_was_switched_on_is_on(words: str) -> None:
    world, state = _start(SHIP, "gardens", here=["bo"])
    lit = play(world, state, "switch on the lights").after
    assert "The lamps are on." in _answer_to(world, lit, words)
    before = " ".join(span.text for span in play(world, state, words).spans)
    assert "The lamps are on." not in before


def test_the_hours_of_a_duty_are_what_somebody_said_of_them() -> None:
    world, state = _start(LIGHT, "kitchen", here=["tallack"])
    assert "Nobody has told you that" in _answer_to(world, state, "gm, when does my watch start?")
    said = play(world, state, "ask tallack about my duties").after
    assert "twelve to four" in _answer_to(world, said, "gm, when does my watch start?")


@pytest.mark.parametrize("words", ["are the lights on?", "are the lights on or off now?"])
def test_what_was_looked_at_is_not_handled_again_to_say_whether_it_is_on(words: str) -> None:
    world, state = _start(SHIP, "gardens")
    seen = play(world, state, "look at the lights").after
    assert "asked to stop" in _answer_to(world, seen, words)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("is ragnhild still here?", "Ragnhild is here"),
        ("is that the spear?", "Yes: the boar-spear"),
        ("who has the spear", "boar-spear is here"),
    ],
)
def test_what_stands_before_ones_eyes_is_seen(words: str, told: str) -> None:
    world, state = _start(NIGHT, "hall")
    assert told in _answer_to(world, state, words)


def test_whoever_says_that_they_are_cold_is_told_how_cold_and_what_would_help() -> None:
    world, state = _start(NIGHT, "yard")
    told = _answer_to(world, state, "im cold")
    assert any(told.startswith(text) for text in world.needs["cold"].levels[0].text[0].text)
    assert "the Hall" in told
