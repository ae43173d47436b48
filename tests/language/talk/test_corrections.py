"""What takes the place of an order that was not meant, and what only calls a halt before one."""

from __future__ import annotations

from gamemaster.authoring.input_lists import state_of
from gamemaster.language.reading import Reading
from gamemaster.language.understanding import understand
from tests.casekit import cases
from tests.worldkit import world_at

CITY = "tests/worlds_modern/brannigan"


def read(words: str, world: str = CITY, place: str = "lobby") -> Reading:
    return understand(world_at(world), state_of(world_at(world), 1, {"input": words, "place": place}), words)


@cases
def test_what_was_meant_is_done(world: str, place: str, words: str, verb: str, thing: str) -> None:
    reading = read(words, world, place)
    assert [(one.verb, one.objects) for one in reading.intents] == [(verb, (thing,))]


@cases
def test_a_wait_stays_a_wait(words: str) -> None:
    reading = read(words)
    assert [one.verb for one in reading.intents] == ["wait"]


@cases
def test_what_was_not_wanted_is_taken_back(words: str) -> None:
    reading = read(words)
    assert [one.role for one in reading.clauses] == ["undo"]


@cases
def test_a_noise_that_is_looked_into_is_listened_to(words: str) -> None:
    reading = read(words)
    assert [one.verb for one in reading.intents] == ["listen"]


@cases
def test_one_of_two_alternatives_is_done_and_time_is_skipped_by_waiting(words: str, verbs: list[str]) -> None:
    reading = read(words, "tests/worlds_unseen/caravanserai", "gate")
    assert [one.verb for one in reading.intents] == verbs
