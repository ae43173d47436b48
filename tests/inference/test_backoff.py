"""Waits grow, stay within their bound, differ, and start anew."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from inference.backoff import Backoff


@given(st.floats(0.001, 10), st.floats(0.001, 1000), st.integers(0, 200))
def test_every_wait_is_within_its_bound(first_s: float, most_s: float, failures: int) -> None:
    backoff = Backoff(first_s, most_s)
    for number in range(failures):
        bound = min(most_s, first_s * 2.0**number)
        assert bound / 2 <= backoff.next_s() <= bound


def test_two_that_fail_together_do_not_return_together() -> None:
    one, other = Backoff(1.0, 60.0, Random(1)), Backoff(1.0, 60.0, Random(2))
    assert all(one.next_s() != other.next_s() for _ in range(10))


def test_a_reset_starts_anew() -> None:
    backoff = Backoff(1.0, 60.0)
    for _ in range(10):
        backoff.next_s()
    assert backoff.next_s() >= 30.0
    backoff.reset()
    assert backoff.next_s() <= 1.0
