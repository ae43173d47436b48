"""Nobody's secret is told by anybody, and whom the player cannot know of is not named."""

from __future__ import annotations

import pytest

from gamemaster.narration.understudy.understudy import play
from gamemaster.rules.state import new_story
from tests.casekit import cases
from tests.worldkit import world_at
from worlds.schema import World


@pytest.fixture(scope="module")
def inn() -> World:
    return world_at("tests/worlds_small/snowed_inn")


def telling_of(world: World, words: str, *, after: tuple[str, ...] = ()) -> str:
    state = new_story(world, 1)
    for before in after:
        state = play(world, state, before).after
    return " ".join(span.text for span in play(world, state, words).spans)


@cases
def test_a_persona_is_told_up_to_its_secret(inn: World, words: str) -> None:
    text = telling_of(inn, words).casefold()
    assert not [word for word in ("poison", "struck", "register") if word in text]


def test_a_trade_is_told(inn: World) -> None:
    assert "cook" in telling_of(inn, "ann, who are you?").casefold()
    assert "A doctor." in telling_of(inn, "doctor, who are you?")


@cases
def test_a_hidden_person_is_named_by_nobody(inn: World, words: str) -> None:
    assert "Jakob" not in telling_of(inn, words)


def test_who_was_met_or_is_known_to_them_is_named(inn: World) -> None:
    assert "Jakob" in telling_of(inn, "ask ann about the gorge", after=("go up", "greet jakob", "go down"))
    assert "Tilly" in telling_of(inn, "doctor, what of the well?") or "Tilly" in telling_of(
        inn, "ask doctor about the well"
    )


@cases
def test_nobody_says_who_somebody_is_whom_they_hide_or_cannot_know(inn: World, words: str) -> None:
    assert "stowaway" not in telling_of(inn, words).casefold()
