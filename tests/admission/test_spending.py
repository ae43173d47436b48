"""What the model costs: shares of a day, and a breaker that a loop opens."""

import logging

import pytest

from gamemaster.admission.bounds import AddressBounds
from gamemaster.admission.options import AddressOptions, BudgetOptions
from gamemaster.admission.spending import CHARS_PER_S, WINDOW_S, Spender, Spending
from gamemaster.storage.day_sums import DAY_S

ME = Spender("192.0.2.1", "me", "story")
NOON = 20_000 * DAY_S + DAY_S / 2


def test_a_player_and_a_story_have_a_share_of_a_day() -> None:
    now = [NOON]
    options = BudgetOptions(player_tokens_per_day=1_000, story_tokens_per_day=600)
    spending = Spending(options, clock=lambda: now[0])
    spending.charge(ME, 599)
    assert spending.why_not(ME) is None
    spending.charge(ME, 1)
    assert spending.why_not(ME) == "This story has had its share of the model for today. It is back in 12 h."
    other = Spender(ME.address, "me", "another story")
    assert spending.why_not(other) is None
    spending.charge(other, 400)
    assert "You have had your share" in (spending.why_not(other) or "")
    assert spending.why_not(Spender(ME.address, "you", "yours")) is None
    now[0] += DAY_S / 2
    assert spending.why_not(ME) is None, "a new day"


def test_an_address_has_so_much_a_minute() -> None:
    bounds = AddressBounds(AddressOptions(model_tokens_per_minute=500), lambda: 1.0)
    spending = Spending(addresses=bounds, clock=lambda: NOON)
    spending.charge(ME, 2_000)
    assert "500 tokens of the model a minute" in (spending.why_not(ME) or "")
    assert spending.why_not(Spender("192.0.2.2", "me", "story")) is None


def test_a_loop_opens_the_breaker_and_time_closes_it(caplog: pytest.LogCaptureFixture) -> None:
    now = [NOON]
    spending = Spending(BudgetOptions(breaker_tokens=1_000), clock=lambda: now[0])
    for _ in range(10):
        spending.charge(ME, 100)
        assert spending.why_not(ME) is None
    with caplog.at_level(logging.ERROR):
        spending.charge(ME, 100)
        spending.charge(ME, 100)
    assert len(caplog.records) == 1, "said once"
    assert "rests" in (spending.why_not(Spender("b", "b", "b")) or ""), "for all"
    now[0] += WINDOW_S + 1
    assert spending.why_not(ME) is None
    spending.charge(ME, 100)
    assert spending.why_not(ME) is None, "what was long ago counts no more"


def test_the_whole_has_a_day_too() -> None:
    spending = Spending(BudgetOptions(model_tokens_per_day=1_000), clock=lambda: NOON)
    spending.charge(ME, 1_000)
    assert "all that it may in a day" in (spending.why_not(Spender("b", "b", "b")) or "")


def test_an_address_is_spoken_to_so_much() -> None:
    bounds = AddressBounds(AddressOptions(voice_s_per_minute=60), lambda: 1.0)
    spending = Spending(addresses=bounds)
    assert spending.why_unspoken(ME) is None
    spending.charge_voice(ME, 15 * 120)
    assert "60 seconds of speech a minute" in (spending.why_unspoken(ME) or "")


def test_a_player_and_a_story_are_spoken_to_so_much_a_day() -> None:
    now = [NOON]
    spending = Spending(
        BudgetOptions(player_voice_s_per_day=100, story_voice_s_per_day=60), clock=lambda: now[0]
    )
    spending.charge_voice(ME, 59 * CHARS_PER_S)
    assert spending.why_unspoken(ME) is None
    spending.charge_voice(ME, CHARS_PER_S)
    assert spending.why_unspoken(ME) == (
        "This story has had its share of the voice for today. It is back in 12 h."
    )
    other = Spender(ME.address, "me", "another story")
    assert spending.why_unspoken(other) is None
    spending.charge_voice(other, 40 * CHARS_PER_S)
    assert "You have had your share of the voice" in (spending.why_unspoken(other) or "")
    assert spending.why_not(ME) is None, "the model costs another share"
    now[0] += DAY_S / 2
    assert spending.why_unspoken(ME) is None, "a new day"
