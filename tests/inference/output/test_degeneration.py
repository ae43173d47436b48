"""Garbage is told from prose."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inference.output.degeneration import fault_in_output, loop_in

PROSE = (
    "The keeper trims the wick and listens. Out on the reef something answers the bell, three slow strokes, and "
    "then nothing for so long that he thinks he dreamed it. «Ist da wer?» he calls. 海は答えない。 The lamp turns."
)


def ids_of(text: str) -> list[int]:
    """One id for each word: as prose repeats words, so it repeats ids."""
    return [hash(word) % 50_000 for word in text.split()]


def test_prose_is_no_garbage() -> None:
    assert fault_in_output(ids_of(PROSE * 2), PROSE) is None


def test_a_refrain_is_no_loop() -> None:
    refrain = "Row, row, row the boat, row, row, row the boat, row, row, row the boat home. "
    assert fault_in_output(ids_of(PROSE + refrain + PROSE[:60]), refrain) is None


@pytest.mark.parametrize("period", [1, 2, 7, 30, 64])
def test_a_loop_is_found(period: int) -> None:
    ids = [*range(1000, 1100), *(list(range(period)) * 100)]
    assert "again and again" in (fault_in_output(ids, PROSE) or "")


def test_a_loop_that_has_ended_is_none() -> None:
    assert loop_in([*([7] * 200), *range(100)]) is None


@pytest.mark.parametrize("text", ["\ufffd" * 60, PROSE + "\ufffd" * 20, "\x00\x01" * 40])
def test_non_text_is_found(text: str) -> None:
    assert "no text" in (fault_in_output(range(50), text) or "")


def test_irregular_monotony_is_found() -> None:
    chooser = random.Random(3)
    assert "different tokens" in (fault_in_output(chooser.choices(range(5), k=300), PROSE) or "")


@given(st.lists(st.integers(0, 100_000), max_size=40), st.text(max_size=30))
def test_what_is_short_is_never_judged(ids: list[int], text: str) -> None:
    assert fault_in_output(ids, text) is None
