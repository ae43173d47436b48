"""A prompt that a server cut is noticed from its own count."""

from __future__ import annotations

import pytest

from inference.remote.context_check import ContextCheck


@pytest.mark.parametrize(
    ("characters", "tokens", "cached", "cut"),
    [
        (36_000, 9_000, 0, False),
        (36_000, 9_000, 8_900, False),
        (36_000, 100, 8_900, False),  # some leave out what they had cached
        (36_000, 4_096, 0, True),
        (36_000, 2_048, 0, True),
        (36_000, 0, 0, False),  # it does not count
        (2_000, 100, 0, False),  # too short to tell
    ],
)
def test_a_cut_prompt_is_noticed(characters: int, tokens: int, cached: int, cut: bool) -> None:
    assert (ContextCheck().look(characters, tokens, cached) is not None) is cut


def test_what_whole_prompts_took_says_what_the_next_must_take() -> None:
    check = ContextCheck()
    assert check.look(28_000, 7_400) is None
    warning = check.look(44_000, 8_192)
    assert warning is not None, "4 characters a token before, more than 5 now"
    assert "16,384" in warning
    assert check.look(44_000, 11_500) is None
    assert check.warning == warning
