"""Tests of durations that players name."""

from __future__ import annotations

import pytest

from gamemaster.language.clauses.durations import duration_of
from gamemaster.language.names.normalization import words_of
from gamemaster.rules.state import new_story
from tests.worldkit import world_at

WORLD = world_at("worlds/long_night")  # begins at 15:00


@pytest.mark.parametrize(
    ("words", "minutes"),
    [
        ("wait ten minutes", 10),
        ("wait 10 min", 10),
        ("wait for an hour", 60),
        ("wait half an hour", 30),
        ("wait an hour and a half", 90),
        ("rest for two hours by the fire", 120),
        ("wait a moment", 2),
        ("rest a little while", 15),
        ("wait till four", 60),
        ("wait until 4 o'clock", 60),
        ("wait until half past five", 150),
        ("wait until quarter to four", 45),
        ("wait till 16", 60),
        ("wait until dark", 60),
        ("sleep until morning", 16 * 60),
        ("wait until midnight", 9 * 60),
        ("sleep through the night", 16 * 60),
        ("wait for ages", 120),
        ("wait till the tide turns", 120),
        ("wait until ulf comes", 120),
        ("wait hours", 120),
        ("wait three more hours", 180),
    ],
)
def test_duration(words: str, minutes: int) -> None:
    found = duration_of(WORLD, new_story(WORLD, 1), words_of(words))
    assert found is not None
    assert found.minutes == minutes


@pytest.mark.parametrize("words", ["wait", "wait here", "sleep", "wait for ulf", "rest by the fire"])
def test_no_duration(words: str) -> None:
    assert duration_of(WORLD, new_story(WORLD, 1), words_of(words)) is None
