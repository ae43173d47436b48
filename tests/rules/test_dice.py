"""Every draw is a function of the seed and its purpose."""

from __future__ import annotations

from collections import Counter

import pytest

from gamemaster.rules.dice import DICE_PER_TURN, choose, draw, percent, roll_for


def test_the_same_purpose_draws_the_same() -> None:
    assert draw(1, "a", 2) == draw(1, "a", 2)
    assert len({draw(1, "a", 2), draw(2, "a", 2), draw(1, "a", 3), draw(1, "a2"), draw(1, "a", "2", "")}) == 5


def test_draws_do_not_depend_on_the_process() -> None:
    assert draw(7, "wolf") == 3383901896485508080


def test_dice_are_fair_enough() -> None:
    thrown = Counter(die for turn in range(500) for die in roll_for(3, turn).d20)
    assert set(thrown) == set(range(1, 21))
    assert all(60 < count < 145 for count in thrown.values()), "2000 throws, 100 of each expected"
    assert 20 < sum(percent(5, n) < 30 for n in range(100)) < 42


def test_a_retried_turn_gets_fresh_dice() -> None:
    assert roll_for(1, 4) == roll_for(1, 4)
    assert roll_for(1, 4) != roll_for(1, 4, attempt=1)
    assert len(roll_for(1, 4).d20) == DICE_PER_TURN


def test_choosing() -> None:
    assert choose(["only"], 1) == "only"
    assert {choose("abc", 1, n) for n in range(50)} == set("abc")
    with pytest.raises(IndexError, match="nothing to choose from"):
        choose([], 1)
