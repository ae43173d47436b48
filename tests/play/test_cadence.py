"""Cadence: nothing of the text is lost in cutting it, and the pauses stay within their bound."""

from hypothesis import given
from hypothesis import strategies as st

from gamemaster.play.cadence import INSTANT, Cadence


@given(st.text())
def test_the_pieces_are_the_text(text: str) -> None:
    assert "".join(Cadence().pieces(text)) == text
    assert list(INSTANT.pieces(text)) == [text]


@given(st.text(min_size=1, max_size=20_000))
def test_the_pauses_of_a_long_text_stay_bounded(text: str) -> None:
    cadence, paused = Cadence(chars_per_second=100, at_most_s=1.5), 0.0
    for piece in cadence.pieces(text):
        paused += cadence.pause_s(piece, paused)
    assert paused <= 1.5 + 1e-9


def test_words_are_never_cut() -> None:
    text = "The ice groans under you, long and low, like something turning in its sleep."
    pieces = list(Cadence().pieces(text))
    assert len(pieces) > 1
    assert all(piece.endswith(" ") for piece in pieces[:-1])


def test_instant_never_pauses() -> None:
    assert INSTANT.pause_s("x" * 1000, 0.0) == 0.0
