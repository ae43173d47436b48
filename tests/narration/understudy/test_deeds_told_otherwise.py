"""Deeds told as "you", the other half of one, reading anywhere, one of many, kindness to beasts, words to nobody."""

from __future__ import annotations

from gamemaster.language.understanding import understand
from gamemaster.rules.proposal import Answer, Express, Try, Use
from tests.casekit import cases
from tests.scenekit import play_in, scene
from tests.worldkit import world_at

LIGHTHOUSE, LONG_NIGHT = "worlds/lighthouse", "worlds/long_night"
_SAYING = {"tell", "ask", "accuse", "insult", "talk", "inform"}


@cases
def test_what_you_do_is_done_and_not_said(world: str, place: str, here: str, words: str, verbs: list[str]) -> None:
    reading = understand(world_at(world), scene(world, place, here), words)
    assert [one.verb for one in reading.intents] == verbs


@cases
def test_what_you_are_told_is_said(world: str, place: str, here: str, words: str) -> None:
    reading = understand(world_at(world), scene(world, place, here), words)
    assert reading.intents
    assert all(one.verb in _SAYING and here in one.objects for one in reading.intents)


@cases
def test_the_other_half_of_a_deed_is_done_too(world: str, place: str, has: str, words: str, left: list[str]) -> None:
    _, turn = play_in(world, place, words, has=has)
    assert [one.left for one in turn.outcome.changes if isinstance(one, Express)] == left


@cases
def test_a_thing_is_read_wherever_one_sits(words: str) -> None:
    _, turn = play_in(LIGHTHOUSE, "kitchen", words, here="tallack", has="torn_page storm_lantern")
    assert [one.rule for one in turn.outcome.changes if isinstance(one, Use)] == ["read_page"]
    assert not any(isinstance(one, Express) and one.came for one in turn.outcome.changes)


@cases
def test_a_gesture_after_what_it_is_for_is_made(words: str, kinds: list[str]) -> None:
    _, turn = play_in(LONG_NIGHT, "shore", words, here="ivar")
    assert [one.kind for one in turn.outcome.changes if isinstance(one, Express)] == kinds


@cases
def test_a_knock_is_at_what_was_at_hand(words: str, rule: str) -> None:
    _, turn = play_in(LONG_NIGHT, "yard", words)
    assert rule in [one.rule for one in turn.outcome.changes if isinstance(one, Use)]


@cases
def test_one_of_many_in_a_pocket_is_about_the_player(words: str, left: str) -> None:
    _, turn = play_in(LIGHTHOUSE, "landing", words)
    assert left in {one.text for one in turn.after.details.values() if turn.after.is_at_hand(one)}
    turn.after.place = "store"
    assert left in {one.text for one in turn.after.details.values() if turn.after.is_at_hand(one)}


@cases
def test_a_beast_takes_kindness(words: str) -> None:
    _, turn = play_in(LIGHTHOUSE, "kitchen", words)
    (shown,) = (one for one in turn.outcome.changes if isinstance(one, Express))
    assert shown.came
    assert all(text.endswith(".") and text.count(".") > 1 for text in shown.came)


@cases
def test_food_for_a_beast_is_bait(words: str, why: str) -> None:
    _, turn = play_in(LIGHTHOUSE, "kitchen", words, has="pilchards")
    assert turn.after.items["pilchards"] == "kitchen"
    assert [one.why for one in turn.outcome.changes if isinstance(one, Try)] == ([why] if why else [])


@cases
def test_words_into_what_was_handled_are_for_nobody_here(words: str, unheard: bool) -> None:
    _, turn = play_in(LIGHTHOUSE, "wireless", words, here="dilys")
    assert any(isinstance(one, Try) and one.why == "no_voice" for one in turn.outcome.changes) == unheard
    assert any(isinstance(one, Answer) for one in turn.outcome.changes) != unheard


@cases
def test_a_murmured_prayer_is_one(words: str) -> None:
    reading = understand(world_at(LONG_NIGHT), scene(LONG_NIGHT, "boathouse", "ivar"), words)
    assert reading.intents[-1].verb == "pray"
