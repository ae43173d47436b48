"""Ordinary small acts stay small: told as they are typed, a minute, and nothing is changed, broken or lost."""

from __future__ import annotations

import pytest

from gamemaster.narration.understudy.understudy import Played, play
from gamemaster.rules.proposal import Attempt, Express, Take
from gamemaster.rules.state import new_story
from tests.worldkit import world_at

LIGHTHOUSE = "worlds/lighthouse"


def played(place: str, words: str, *carried: str) -> Played:
    state = new_story(world_at(LIGHTHOUSE), 5)
    state.place = place
    state.items.update(dict.fromkeys(carried, "player"))
    return play(world_at(LIGHTHOUSE), state, words)


@pytest.mark.parametrize(
    ("place", "words", "told"),
    [
        ("landing", "wipe my feet as the sign says", "You wipe your feet as the sign says."),
        ("landing", "I turn my lantern down", "You turn your lantern down."),
        ("kitchen", "pull up a chair", "You pull up a chair."),
        ("kitchen", "grab a chair", "You grab a chair."),
        ("wireless", "unplug the headphones", "You unplug the headphones."),
    ],
)
def test_a_small_act_is_told_and_takes_a_minute(place: str, words: str, told: str) -> None:
    turn = played(place, words, "storm_lantern")
    assert [type(op) for op in turn.outcome.changes] == [Express]
    assert turn.ruling.minutes == 1
    assert not turn.ruling.checks
    assert turn.spans[0].text == told


@pytest.mark.parametrize(
    ("place", "words", "stance"),
    [
        ("kitchen", "kick the table over", "force"),
        ("kitchen", "mend the table", "craft"),
        ("wireless", "repair the headphones", "craft"),
    ],
)
def test_what_the_words_do_outright_is_attempted(place: str, words: str, stance: str) -> None:
    attempts = [op for op in played(place, words).outcome.changes if isinstance(op, Attempt)]
    assert [op.stance for op in attempts] == [stance]


def test_what_is_taken_down_from_its_shelf_is_taken() -> None:
    turn = played("store", "take down the box of mantles")
    assert turn.outcome.changes == (Take(item="mantle"),)
    assert turn.after.items["mantle"] == "player"
