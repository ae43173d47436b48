"""The player's words: whatever is typed is kept readable, or refused with what is wrong."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamemaster.protocol.player_words import EmptyWordsError, TooLongError, clean


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  take\tthe \r\n knife ", "take the knife"),
        ("go\x00 north\x07\x1b[2J", "go north[2J"),
        ("sne\u0301ak", "snéak"),
        ("say \u202egnorw\u202c", "say gnorw"),
        ("\ud800ask hild", "ask hild"),
        ("👩‍🚀 waves", "👩‍🚀 waves"),
        ("?", "?"),
    ],
)
def test_words_are_cleaned(typed: str, kept: str) -> None:
    assert clean(typed, 100) == kept


@pytest.mark.parametrize("typed", ["", "   ", "\n\t", "\x00\x01", "\ud800", "\u200b", "\u202e"])
def test_nothing_said_is_refused(typed: str) -> None:
    with pytest.raises(EmptyWordsError):
        clean(typed, 100)


def test_the_refusal_names_the_limit() -> None:
    assert clean("x" * 50, 50) == "x" * 50
    with pytest.raises(TooLongError, match="51 characters long, and one act may hold at most 50"):
        clean("x" * 51, 50)


@given(st.text(alphabet=st.characters()))
def test_what_is_kept_is_one_clean_line_of_utf8(typed: str) -> None:
    try:
        words = clean(typed, 200)
    except (EmptyWordsError, TooLongError):
        return
    assert words.encode().decode() == words
    assert all(ord(c) >= 32 for c in words)
    assert clean(words, 200) == words
    assert len(words) <= 200
