"""Words that order nothing, although one of them might: feelings, thoughts, looks, exclamations.

Each was once taken for a deed, for words to whoever stood by, or for nothing that could be followed.
"""

from __future__ import annotations

from gamemaster.rules.proposal import Express
from tests.casekit import cases
from tests.scenekit import play_in, text_of
from tests.worldkit import world_at

NIGHT, LIGHT = "worlds/long_night", "worlds/lighthouse"
A_MOMENT = 1  # minute


def _world_of(place: str) -> str:
    return LIGHT if place in world_at(LIGHT).locations else NIGHT


@cases
def test_what_is_only_shown_is_told_as_it_was_typed(place: str, words: str, told: str) -> None:
    before, turn = play_in(_world_of(place), place, words)
    assert turn.after.place == before.place
    assert turn.after.minutes - before.minutes <= A_MOMENT
    assert all(isinstance(one, Express) or getattr(one, "source", "") == "reaction" for one in turn.outcome.changes)
    assert told in text_of(turn)


@cases
def test_what_escapes_somebody_or_is_told_to_nobody_is_no_deed_and_no_speech(place: str, words: str) -> None:
    before, turn = play_in(_world_of(place), place, words)
    assert (turn.after.place, turn.after.items) == (before.place, before.items)
    assert turn.after.minutes - before.minutes <= A_MOMENT
    assert all(isinstance(one, Express) for one in turn.outcome.changes)
    assert all(aside.why == "pause" for aside in turn.outcome.asides)


@cases
def test_what_may_be_a_deed_is_still_one(place: str, words: str, told: str) -> None:
    _, turn = play_in(_world_of(place), place, words)
    assert told in text_of(turn)
