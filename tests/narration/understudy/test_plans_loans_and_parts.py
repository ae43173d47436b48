"""Words beside a deed that are no deed of their own: company, a loan, a plan, a part, what is kept back."""

from __future__ import annotations

from gamemaster.narration.understudy.understudy import Played, play_without_suggestions
from gamemaster.rules import proposal as ops
from tests.casekit import cases
from tests.scenekit import scene
from tests.worldkit import world_at


def _play(world: str, place: str, here: str, has: str, words: str) -> Played:
    return play_without_suggestions(world_at(world), scene(world, place, here, has), words)


@cases
def test_a_walk_ends_where_it_was_to_lead(
    world: str, place: str, here: str, has: str, words: str, ends_at: str
) -> None:
    played = _play(world, place, here, has, words)
    walks = [one.to for one in played.outcome.changes if isinstance(one, ops.Move)]
    assert played.after.place == ends_at
    assert len(walks) == len(set(walks)), "nobody walks there and back"


@cases
def test_what_is_lent_is_no_gift(
    world: str, place: str, here: str, has: str, words: str, thing: str, lent: bool
) -> None:
    played = _play(world, place, here, has, words)
    given = [one for one in played.outcome.changes if isinstance(one, ops.Give)]
    assert [(one.item, one.lent) for one in given] == [(thing, lent)]
    assert played.after.place == place


@cases
def test_of_a_part_the_rest_is_left(
    world: str, place: str, here: str, has: str, words: str, thing: str, is_left: bool
) -> None:
    before = scene(world, place, here, has)
    played = play_without_suggestions(world_at(world), before, words)
    assert (played.after.items[thing] == before.items[thing]) == is_left
    assert played.after.minutes - before.minutes <= 10


@cases
def test_what_is_hidden_is_the_thing(world: str, place: str, here: str, has: str, words: str, thing: str) -> None:
    hidden = [one for one in _play(world, place, here, has, words).outcome.changes if isinstance(one, ops.Attempt)]
    assert [(one.stance, one.target) for one in hidden] == [("hide", thing)]


@cases
def test_a_call_keeps_its_own_words(world: str, place: str, here: str, has: str, words: str, told: str) -> None:
    assert f"“{told}" in " ".join(span.text for span in _play(world, place, here, has, words).spans)


@cases
def test_words_are_for_whoever_is_meant(
    world: str, place: str, here: str, has: str, words: str, hearers: list[str]
) -> None:
    intents = _play(world, place, here, has, words).outcome.intents
    heard = [one.objects[0] for one in intents if one.verb in ("ask", "tell", "talk", "call") and one.objects]
    assert heard == hearers


@cases
def test_it_is_said_that_nobody_is_there(
    world: str, place: str, here: str, has: str, words: str, nobody: bool
) -> None:
    told = [one for one in _play(world, place, here, has, words).outcome.changes if isinstance(one, ops.Inform)]
    assert any(one.kind == "people" for one in told) == nobody
