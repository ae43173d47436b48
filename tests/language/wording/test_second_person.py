"""Tests of telling a player's gestures back to them."""

from __future__ import annotations

import pytest

from gamemaster.language.wording.second_person import in_second_person


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("I laugh at my luck", "You laugh at your luck."),
        ("*wrings out her scarf*", "You wring out her scarf."),
        ("takes off cap", "You take off your cap."),
        ("shrug", "You shrug."),
        ("watches the sea", "You watch the sea."),
        ("my hands shake", "Your hands shake."),
        ("I'm cold", "You are cold."),
        ("...", "You hold still."),
        ("as the talk lulls I raise my voice", "As the talk lulls, you raise your voice."),
        ("I'll sit down by the wall", "You sit down by the wall."),
        ("I am going to stretch my legs", "You stretch your legs."),
        ("I've a hand on the door", "You have a hand on the door."),
        ("before anyone speaks I stand up", "Before anyone speaks, you stand up."),
    ],
)
def test_told_back(words: str, told: str) -> None:
    assert in_second_person(words) == told
