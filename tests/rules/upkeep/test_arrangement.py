"""What a writer arranges in a story of their own."""

from __future__ import annotations

import pytest

from gamemaster.rules.upkeep.arrangement import ArrangementError, arrange, is_arrangement
from tests.worldkit import begin, sample


def test_a_writer_goes_gives_sets_and_knows() -> None:
    state = begin()
    for words in ("!at loft", "!give key", "!set alarm", "!know sand", "!minutes 90"):
        state, _ = arrange(sample(), state, words)
    assert (state.place, state.items["key"], state.minutes, state.turn) == ("loft", "player", 90, 0)
    assert {"alarm"} <= state.flags.keys()
    assert {"sand"} <= state.facts.keys()
    assert "alarm" not in arrange(sample(), state, "!clear alarm")[0].flags
    assert begin().place == "yard"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("!at lofft", "did you mean 'loft'"),
        ("!give gold", "no item 'gold'"),
        ("!fly", "there are: !at"),
        ("!clear alarm", "no flag that is set"),
        ("!minutes soon", "!minutes 60"),
    ],
)
def test_what_cannot_be_arranged_says_what_can(words: str, says: str) -> None:
    assert is_arrangement(words)
    with pytest.raises(ArrangementError, match=says):
        arrange(sample(), begin(), words)
