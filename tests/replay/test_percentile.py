"""The percentile of all figures."""

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamemaster.replay.percentile import percentile


@pytest.mark.parametrize(
    ("share", "expected"), [(0.0, 10), (0.01, 10), (0.5, 20), (0.67, 30), (0.95, 30), (1.0, 30)]
)
def test_it_is_the_nearest_rank(share: float, expected: float) -> None:
    assert percentile([30, 10, 20], share) == expected


def test_the_half_of_an_even_number_is_the_lower_middle() -> None:
    assert percentile([1, 2, 3, 4], 0.5) == 2


def test_of_nothing_there_is_none() -> None:
    assert percentile([], 0.5) is None


def test_the_rank_is_not_lost_to_rounding() -> None:
    assert [percentile(range(1, 101), hundredth / 100) for hundredth in range(1, 101)] == list(range(1, 101))


@given(st.lists(st.integers(-1000, 1000), min_size=1), st.sampled_from([0.25, 0.5, 0.75, 1.0]))
def test_it_is_numpys_inverted_cdf(values: list[int], share: float) -> None:
    assert percentile(values, share) == numpy.percentile(values, share * 100, method="inverted_cdf")
