"""A change that was meant is in effect for players, and not in a session that was recorded before it."""

from __future__ import annotations

import asyncio
import re

from gamemaster.rules.relationships import promise_in_words
from gamemaster.rules.state import Promise
from gamemaster.rules.upkeep.intended_changes import (
    BROKE_A_PROMISE,
    INTENDED_CHANGES,
    later_than,
    names_of_changes,
    only_changes,
)
from tests.worldkit import sample

BROKEN = Promise(by="player", to="mara", what="to come back", status="broken")


def test_players_get_the_new_words_and_an_old_recording_the_old_ones() -> None:
    new, old = "You broke a promise to Mara", "You broken a promise to Mara"
    assert promise_in_words(sample(), BROKEN).startswith(new)
    with only_changes([]):
        assert promise_in_words(sample(), BROKEN).startswith(old)
    with only_changes([BROKE_A_PROMISE.name, "another"]):
        assert promise_in_words(sample(), BROKEN).startswith(new)
    assert promise_in_words(sample(), BROKEN).startswith(new)


async def test_tasks_that_begin_within_a_replay_are_within_it() -> None:
    async def words() -> str:
        return promise_in_words(sample(), BROKEN)

    with only_changes([]):
        begun = asyncio.create_task(words())
    assert "broken a promise" in await begun


def test_a_recording_says_which_came_since() -> None:
    assert later_than(names_of_changes()) == []
    assert later_than("") == list(INTENDED_CHANGES)


def test_each_has_a_name_of_its_own_a_day_and_a_reason() -> None:
    assert len({change.name for change in INTENDED_CHANGES}) == len(INTENDED_CHANGES)
    for change in INTENDED_CHANGES:
        assert re.fullmatch(r"[a-z_]+", change.name)
        assert re.fullmatch(r"\d{4}-\d\d-\d\d", change.since)
        assert change.what
