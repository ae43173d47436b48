"""What was just read aloud is what "this" and "that" mean, to whoever heard it; "do that again" is the last deed."""

from __future__ import annotations

import pytest

from gamemaster.language.understanding import understand
from gamemaster.narration.understudy.understudy import play_without_suggestions as play
from gamemaster.rules.proposal import Discuss, Operation
from gamemaster.rules.state import DEED, MATTER, StoryState, new_story
from tests.worldkit import begin, playable_worlds, sample
from worlds.schema import PLAYER, World


@pytest.fixture
def reading() -> tuple[World, StoryState]:
    """A page was read aloud in the kitchen, before three people."""
    world = playable_worlds()["lighthouse"]
    before = new_story(world, 1)
    before.place = "kitchen"
    before.items["torn_page"] = PLAYER
    for who in ("tallack", "jory", "dilys"):
        before.characters[who].place, before.characters[who].met = "kitchen", True
    after = play(world, before, "I read the torn page out loud").after
    after.characters["jory"].place = "kitchen"  # who goes his rounds by the clock
    return world, after


def _said_by(world: World, state: StoryState, words: str) -> list[Operation]:
    return [one for one in play(world, state, words).outcome.changes if one.op in ("discuss", "answer")]


@pytest.mark.parametrize(
    "words",
    ['"Jory, what do you make of that?"', '"What is this, Jory?"', '"Jory, have you seen this before?"'],
)
def test_they_speak_of_what_was_read(reading: tuple[World, StoryState], words: str) -> None:
    world, state = reading
    said = _said_by(world, state, words)
    assert [one.topic for one in said if isinstance(one, Discuss)] == ["page"]


def test_what_names_something_else_is_of_that(reading: tuple[World, StoryState]) -> None:
    world, state = reading
    said = _said_by(world, state, '"Jory, what do you make of that fog?"')
    assert "page" not in [one.topic for one in said if isinstance(one, Discuss)]


def test_reading_makes_a_thing_the_matter(reading: tuple[World, StoryState]) -> None:
    assert "page" in reading[1].focus[MATTER]


def test_the_last_deed_is_done_again_in_its_own_words() -> None:
    first = play(sample(), begin(), "I look at the sky and whistle").after
    deed = play(sample(), first, "take a deep breath, then look around").after
    assert deed.focus[DEED]
    again = understand(sample(), deed, "do that again")
    once = understand(sample(), deed, deed.focus[DEED])
    assert [one.verb for one in again.intents] == [one.verb for one in once.intents]
    moved = play(sample(), deed, "go east").after
    assert moved.place != deed.place
    assert DEED not in moved.focus  # a walk is not walked again from elsewhere
    assert "again" in understand(sample(), begin(), "do that again").clauses[0].text
