"""Tests of asking back: what is doubtful and costly is asked, costs nothing, and is never asked twice running."""

from __future__ import annotations

import pytest

from gamemaster.language.understanding import understand
from gamemaster.narration.understudy.understudy import play_without_suggestions as play
from gamemaster.rules.state import ONWARD, ORDERED, StoryState, canonical_json, new_story
from tests.worldkit import world_at

WORLD = world_at("worlds/long_night")
DOUBTFUL = (
    ("hall", "I choose to stay in the place of the boy"),
    ("hall", "I burned the benches."),
    ("hall", "I went to the yard."),
    ("yard", "kill him"),
    ("hall", "I threw the wooden horse into the fire."),
)


def at(place: str) -> StoryState:
    state = new_story(WORLD, 1)
    state.place = place
    return state


@pytest.mark.parametrize(("place", "words"), DOUBTFUL)
def test_asking_back_changes_nothing_and_costs_nothing(place: str, words: str) -> None:
    before = at(place)
    turn = play(WORLD, before, words)
    (aside,) = [span for span in turn.spans if span.kind == "aside"]
    assert aside.choices
    assert turn.ruling.minutes == 0
    focus = dict(turn.after.focus)
    focus.pop(ONWARD)  # what a yes would come to
    focus.pop(ORDERED, None)  # and what a correction would be of
    after = turn.after.model_copy(update={"turn": 0, "asked": None, "told": {}, "focus": focus})
    assert canonical_json(after) == canonical_json(before.model_copy(update={"told": {}}))


@pytest.mark.parametrize(("place", "words"), DOUBTFUL)
def test_each_choice_is_certain(place: str, words: str) -> None:
    for choice in next(s.choices for s in play(WORLD, at(place), words).spans if s.kind == "aside"):
        reading = understand(WORLD, at(place), choice)
        assert reading.intents, choice
        assert reading.confidence >= 0.85, choice


def test_nothing_is_asked_twice_running() -> None:
    asked = play(WORLD, at("hall"), "I went to the yard.")
    again = play(WORLD, asked.after, "I went to the yard.")
    assert again.after.place == "yard"


@pytest.mark.parametrize(
    ("place", "words"),
    [
        ("hall", "go to the yard"),
        ("hall", "take the boar-spear"),
        ("hall", "wait two hours"),
        ("hall", "sleep until morning"),
        ("yard", "punch ulf in the face"),
        ("hall", "drop everything"),
        ("hall", "wait"),
    ],
)
def test_plain_orders_are_never_asked_back(place: str, words: str) -> None:
    reading = understand(WORLD, at(place), words)
    assert reading.clarify is None
    assert reading.intents


def test_them_means_all_that_was_named() -> None:
    reading = understand(WORLD, at("hall"), "take the torch and the spear and leave them")
    assert reading.intents[1].objects == ("pine_torch", "boar_spear")


def test_what_was_not_taken_is_not_put_back() -> None:
    before = at("hall")
    assert play(WORLD, before, "I put everything back").after.items == before.items


@pytest.mark.parametrize(
    ("place", "words", "leads_to"),
    [
        ("yard", "I stagger, snow to the knees and half blind with it, through the low door into the hall", "hall"),
        ("shore", "I trudge up the path between the driftwood poles toward the smoke", "yard"),
        ("loft", "back down the ladder, quick as a cat and twice as sorry", "byre"),
    ],
)  # fmt: skip
def test_one_way_that_is_named_is_gone_however_much_is_said_of_it(
    place: str, words: str, leads_to: str
) -> None:
    assert play(WORLD, at(place), words).after.place == leads_to


def test_what_is_doubtful_is_left_open_and_the_rest_is_done() -> None:
    turn = play(WORLD, at("hall"), "take the torch, then I choose to stay in the place of the boy")
    assert turn.after.items["pine_torch"] == "player"
    assert turn.ruling.minutes < 30
    (aside,) = [span for span in turn.spans if span.kind == "aside"]
    assert aside.choices


def test_whoever_comes_off_a_place_beside_this_one_stays_here_and_is_heard() -> None:
    words = 'I come up off the ice stiff-legged. "Good evening to you, is anybody else come over?"'
    turn = play(WORLD, at("shore"), words)
    assert turn.after.place == "shore"
    assert [intent.verb for intent in turn.outcome.intents][-1] in ("ask", "tell", "talk")


def test_what_one_goes_up_for_is_no_place() -> None:
    light = world_at("worlds/lighthouse")
    start = new_story(light, 1)
    start.place = "store"
    assert play(light, start, "I'm going up to introduce myself to the boss.").after.place == "kitchen"
