"""Orders without marks between them are parted where one is complete and another clearly begins, and nowhere else."""

import pytest

from gamemaster.language.clauses.run_ons import part_orders, without_preamble
from gamemaster.language.names.noun_index import Scope, scope_of
from gamemaster.rules.state import new_story
from tests.worldkit import world_at

WORLD = world_at("worlds/lighthouse")


def scope(place: str = "landing") -> Scope:
    state = new_story(WORLD, 1)
    state.place = place
    return scope_of(WORLD, state)


@pytest.mark.parametrize(
    ("words", "orders"),
    [
        ("look at the steps take the turnips", ["look at the steps", "take the turnips"]),
        ("take turnips examine derrick climb it", ["take turnips", "examine derrick", "climb it"]),
        ("take the turnips", ["take the turnips"]),
        ("take the crate of turnips", ["take the crate of turnips"]),
        ("let jory take the turnips", ["let jory take the turnips"]),
        ("take the turnips to feed the gannets", ["take the turnips to feed the gannets"]),
        ("throw the turnips at the gannets", ["throw the turnips at the gannets"]),
    ],
)
def test_orders_that_run_on_are_parted(words: str, orders: list[str]) -> None:
    assert [" ".join(order) for order in part_orders(scope(), words.split())] == orders


@pytest.mark.parametrize(
    ("words", "preamble"),
    [
        ("brooo brr take the turnips", "brooo brr"),
        ("take the turnips", ""),
        ("brooo never take the turnips", ""),
        ("he said take the turnips", ""),
    ],
)
def test_what_nobody_knows_before_an_order_stands_apart(words: str, preamble: str) -> None:
    assert " ".join(without_preamble(scope(), words.split())[0]) == preamble
