"""Players who say who they are: their name is theirs, as they typed it."""

from __future__ import annotations

import pytest

from gamemaster.language.clauses.own_character import with_name_given
from gamemaster.language.talk.forces.statements import statement_of
from gamemaster.language.understanding import understand
from gamemaster.play import opening
from tests.worldkit import world_at


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("I'm Thomas", "my name is Thomas"),
        ("Hello, I am Nell. Who are you?", "Hello, my name is Nell. Who are you?"),
        ("I'm Halla, off the Otter", "my name is Halla, off the Otter"),
        ("The name's Bond", "my name is Bond"),
        ("you can call me Red", "my name is Red"),
    ],
)
def test_who_says_who_they_are_gives_their_name(typed: str, read: str) -> None:
    assert with_name_given(typed) == read


@pytest.mark.parametrize(
    "typed",
    ["I'm Tired.", "i'm thomas", "call me back later", "I'm Thomas's brother", "call me when it is done"],
)
def test_what_is_no_name_is_left_as_it_is(typed: str) -> None:
    assert with_name_given(typed) == typed


def test_a_name_that_is_given_is_not_spelt_otherwise() -> None:
    world = world_at("worlds/long_night")
    state = opening.begin(world, 1)
    assert "halla" in (understand(world, state, "my name is Halla").clauses[0].text)


def test_where_somebody_comes_from_is_no_name() -> None:
    assert statement_of("i am from the ship".split()).force != "named"
