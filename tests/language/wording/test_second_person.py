"""Tests of telling a player's gestures back to them."""

from __future__ import annotations

import pytest

from gamemaster.language.wording.second_person import in_second_person


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("I laugh at my luck", "You laugh at your luck."),
        ("*wrings out her scarf*", "You wring out her scarf."),
        ("shrug", "You shrug."),
        ("watches the sea", "You watch the sea."),
        ("my hands shake", "Your hands shake."),
        ("I'm cold", "You are cold."),
        ("...", "You hold still."),
    ],
)
def test_told_back(words: str, told: str) -> None:
    assert in_second_person(words) == told
