"""Tests of ordinary purchases: what is bought, of whom, and what it is paid with."""

from __future__ import annotations

import pytest

from gamemaster.narration.understudy.understudy import play_without_suggestions as play
from gamemaster.rules.proposal import Express, Give
from gamemaster.rules.state import new_story
from tests.worldkit import world_at

FORD = "tests/worlds_small/ford"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("order three mugs of ale", "You buy three mugs of ale from Halla."),
        ("I buy a pint of beer off Bersi", "You buy a pint of beer from Bersi."),
        ("buy Ketil a drink", "You buy Ketil a drink."),
    ],
)
def test_what_a_tavern_serves_is_bought_there(words: str, told: str) -> None:
    turn = play(world_at(FORD), new_story(world_at(FORD), 5), words)
    assert turn.spans[0].text == told
    assert turn.ruling.minutes <= 5
    assert turn.after.items["ring"] == turn.after.items["knife"] == "player"


def test_what_is_named_to_pay_with_changes_hands_and_nothing_else() -> None:
    turn = play(world_at(FORD), new_story(world_at(FORD), 5), "order a mug of ale, pay with the silver ring")
    kinds = [op.op for op in turn.outcome.changes if isinstance(op, Express | Give)]
    assert kinds == ["express", "give"]
    assert (turn.after.items["ring"], turn.after.items["knife"]) == ("halla", "player")


@pytest.mark.parametrize("words", ["buy a horse", "order Halla to leave", "buy a sword off Halla"])
def test_what_nobody_here_sells_is_not_bought(words: str) -> None:
    turn = play(world_at(FORD), new_story(world_at(FORD), 5), words)
    assert not any(span.text.startswith("You buy") for span in turn.spans)
