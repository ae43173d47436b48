"""What an address has now and had of late, and what it is told above that."""

from gamemaster.admission.bounds import AddressBounds, Count, Permit, Refusal
from gamemaster.admission.options import AddressOptions


def test_so_many_at_once_and_no_more_until_one_is_given_back() -> None:
    count = Count(2, "open sockets")
    first, second, third = (count.take("a") for _ in range(3))
    assert isinstance(first, Permit)
    assert isinstance(second, Permit)
    assert isinstance(third, Refusal)
    assert third.limit == "2 open sockets of one address"
    assert isinstance(count.take("b"), Permit), "another address has its own"
    first.give_back()
    first.give_back()
    assert count["a"] == 1, "given back once"
    assert isinstance(count.take("a"), Permit)


def test_so_much_a_minute_and_the_wait_is_named() -> None:
    now = [100.0]
    bounds = AddressBounds(AddressOptions(acts_per_minute=60, model_tokens_per_minute=600), lambda: now[0])
    assert [bounds.acts.admit("a") for _ in range(60)] == [None] * 60
    refused = bounds.acts.admit("a")
    assert refused is not None
    assert (refused.limit, refused.retry_after_s) == ("60 acts a minute from one address", 1.0)
    assert bounds.acts.admit("b") is None
    now[0] += 1
    assert bounds.acts.admit("a") is None


def test_what_is_known_afterwards_is_charged_afterwards() -> None:
    now = [100.0]
    bounds = AddressBounds(AddressOptions(model_tokens_per_minute=600), lambda: now[0])
    assert bounds.model_tokens.look("a") is None
    bounds.model_tokens.charge("a", 1_200)
    refused = bounds.model_tokens.look("a")
    assert refused is not None
    assert refused.retry_after_s is not None
    assert 60 <= refused.retry_after_s <= 61
    now[0] += 61
    assert bounds.model_tokens.look("a") is None
