"""Tests of ordinary purchases: what is bought, of whom, and what it is paid with."""

from __future__ import annotations

import pytest

from gamemaster.narration.understudy.understudy import play_without_suggestions as play
from gamemaster.rules.proposal import Express, Give
from gamemaster.rules.state import new_story
from tests.worldkit import ISLE, world_at
from worlds.schema import World

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


PERSON = {"want": "x", "fear": "x", "secret": "x", "manner": "Plain.", "description": "Small.", "replies": {}}
STALL = World.model_validate(
    {
        **ISLE,
        "player": {"at": "quay"},
        "locations": {"quay": {"name": "Quay", "description": "Stones."}},
        "characters": {"pia": {"name": "Pia", "at": "quay", "persona": "She keeps the coffee stall.", **PERSON}},
        "items": {
            "coffee": {"name": "cup of coffee", "description": "Hot.", "at": "quay", "owner": "pia", "tags": ["drink"]},
            "cloth": {"name": "cloth", "description": "Wet.", "at": "quay", "owner": "pia"},
        },
        "endings": {"end": {"title": "End", "when": {"minutes": ">= 999"}, "text": "Over."}},
    }
)


@pytest.mark.parametrize("words", ["I buy a coffee", "order a coffee", "can I have a coffee, please?"])
def test_whoever_keeps_a_stall_sells_what_lies_on_it_without_a_roll(words: str) -> None:
    turn = play(STALL, new_story(STALL, 1), words)
    assert turn.after.items["coffee"] == "player"
    assert turn.ruling.checks == ()


def test_what_is_no_fare_is_not_simply_sold() -> None:
    assert play(STALL, new_story(STALL, 1), "buy the cloth").after.items["cloth"] == "quay"


def test_a_drink_is_drunk_and_gone() -> None:
    held = play(STALL, new_story(STALL, 1), "buy a coffee").after
    turn = play(STALL, held, "drink the coffee")
    assert turn.after.items["coffee"] == "nowhere"
    assert turn.spans[0].text.startswith("You drink the cup of coffee")
    assert turn.ruling.minutes <= 2


def test_what_was_drunk_is_said_to_be_gone() -> None:
    held = play(STALL, new_story(STALL, 1), "buy a coffee").after
    empty = play(STALL, held, "drink the coffee").after
    turn = play(STALL, empty, "take the coffee")
    assert "is gone" in " ".join(span.text for span in turn.spans)
    assert turn.ruling.minutes == 0
