"""Deeds with riders and parts: from whose eyes they are kept, what they are for, what comes first, how far they go."""

from __future__ import annotations

from gamemaster.language.gestures.concealment import kept_from
from gamemaster.language.understanding import understand
from gamemaster.narration.understudy.improvisation import comfort_for
from gamemaster.narration.understudy.understudy import play_without_suggestions
from gamemaster.rules.proposal import Attempt, Enjoy, Inform, Intent, Outcome, Roll, Try
from gamemaster.rules.referee import rule
from gamemaster.rules.stances.table import is_unnoticed
from tests.casekit import cases
from tests.scenekit import play_in, scene, text_of
from tests.worldkit import world_at
from worlds.schema import PLAYER

MILL = "tests/sample_world"
WELL, BADLY = Roll(d20=(20,) * 12), Roll(d20=(1,) * 12)


@cases
def test_what_is_kept_from_somebody_is_done_unnoticed_or_left(
    world: str, place: str, here: str, words: str, item: str
) -> None:
    before = scene(world, place, here)
    unseen = play_without_suggestions(world_at(world), before, words, WELL)
    tried = [one for one in unseen.outcome.changes if isinstance(one, Attempt)]
    assert len(tried) == 1
    assert is_unnoticed(tried[0])
    assert tried[0].target in here.split()
    assert unseen.after.items[item] == PLAYER
    assert not any(deed.what == "theft" for who in here.split() for deed in unseen.after.characters[who].witnessed)
    seen = play_without_suggestions(world_at(world), before, words, BADLY)
    assert seen.after.items == before.items
    assert seen.ruling.minutes <= 2
    name = world_at(world).characters[str(tried[0].target)].name
    assert any(name.split()[-1] in span.text for span in seen.spans)


@cases
def test_no_clause_of_a_rider_is_told_back_or_waited_for(
    world: str, place: str, here: str, words: str, rider: str
) -> None:
    reading = understand(world_at(world), scene(world, place, here), words)
    assert reading.held_back is None
    assert all(rider not in one.words for one in reading.intents)
    assert all(kept_from(one.purpose) for one in reading.intents if one.role != "speech" and one.verb != "sneak")


@cases
def test_where_nobody_is_to_see_it_a_deed_is_simply_done(world: str, place: str, words: str, item: str) -> None:
    _, turn = play_in(world, place, words)
    assert not any(isinstance(one, Attempt) for one in turn.outcome.changes)
    assert turn.after.items[item] == PLAYER


@cases
def test_what_only_looks_like_a_rider_keeps_nothing_from_anybody(world: str, place: str, here: str, words: str) -> None:
    reading = understand(world_at(world), scene(world, place, here), words)
    assert not any(kept_from(one.purpose) for one in reading.intents)


@cases
def test_what_a_deed_is_for_is_neither_done_nor_waited_for(
    world: str, place: str, words: str, verbs: list[str]
) -> None:
    reading = understand(world_at(world), scene(world, place), words)
    assert reading.held_back is None
    assert [one.verb for one in reading.intents] == verbs


@cases
def test_what_comes_after_after_is_done_first(world: str, place: str, words: str, told: list[str]) -> None:
    reading = understand(world_at(world), scene(world, place), words)
    assert [one.words for one in reading.intents] == told


@cases
def test_a_walk_goes_as_far_as_what_it_names(world: str, place: str, words: str, leads_to: str) -> None:
    _, turn = play_in(world, place, words)
    assert turn.after.place == leads_to


@cases
def test_a_bare_second_deed_is_done_to_the_same_thing(
    world: str, place: str, words: str, verb: str, thing: str
) -> None:
    reading = understand(world_at(world), scene(world, place), words)
    assert (reading.intents[-1].verb, reading.intents[-1].objects) == (verb, (thing,))


@cases
def test_a_piece_that_was_cut_off_is_what_it_means(world: str, place: str, here: str, words: str, kept: str) -> None:
    _, turn = play_in(world, place, words, here)
    assert turn.after.items[kept] == PLAYER


@cases
def test_haste_is_no_meal(words: str, brief: bool) -> None:
    eaten = Intent(verb="eat", objects=("bread",), words=words)
    state = scene(MILL, "yard", has="bread")
    assert comfort_for(world_at(MILL), state, eaten) == Enjoy(what="bread", offer="food", brief=brief)
    hasty, slow = (
        Outcome(intents=(eaten,), changes=(Enjoy(what="bread", offer="food", brief=one),)) for one in (True, False)
    )
    took = [rule(world_at(MILL), state, one, WELL).ruling.minutes for one in (hasty, slow)]
    assert took[0] < took[1]


@cases
def test_what_lies_here_is_put_where_it_is_to_be(world: str, place: str, words: str, item: str, spot: str) -> None:
    _, turn = play_in(world, place, words)
    assert spot in turn.after.spots[item]


@cases
def test_what_cannot_be_done_so_says_what_is_the_matter(
    world: str, place: str, here: str, words: str, why: str
) -> None:
    before, turn = play_in(world, place, words, here)
    assert why in [one.why for one in turn.outcome.changes if isinstance(one, Try)]
    assert turn.after.minutes - before.minutes <= 2
    assert turn.after.blocks == before.blocks


@cases
def test_a_thing_that_is_only_moved_hides_nobody_and_warms_nobody(
    world: str, place: str, here: str, words: str
) -> None:
    before, turn = play_in(world, place, words, here)
    assert not any(isinstance(one, Attempt | Enjoy) for one in turn.outcome.changes)
    assert turn.after.minutes - before.minutes <= 2
    assert turn.after.items == before.items


@cases
def test_what_is_put_into_something_carried_stays_with_it(world: str, place: str, words: str, has: str) -> None:
    _, turn = play_in(world, place, words, has=has)
    assert all(turn.after.items[item] == PLAYER for item in has.split())


@cases
def test_a_look_out_tells_who_is_outside_and_not_who_is_here(world: str, place: str, here: str, words: str) -> None:
    _, turn = play_in(world, place, words, here)
    asked = [one for one in turn.outcome.changes if isinstance(one, Inform)]
    assert [one.kind for one in asked] == ["people"]
    assert "Here with you" not in text_of(turn)


@cases
def test_what_is_pulled_off_a_thing_is_not_the_thing(world: str, place: str, words: str, leads_to: str) -> None:
    before, turn = play_in(world, place, words)
    assert turn.after.place == leads_to
    assert not any(isinstance(one, Attempt) for one in turn.outcome.changes)
    assert turn.after.items == before.items


def test_a_hand_on_a_rail_holds_out_against_nothing() -> None:
    before, turn = play_in("worlds/lighthouse", "landing", "hold the derrick and look at the sea")
    assert not any(isinstance(one, Attempt) for one in turn.outcome.changes)
    assert turn.after.minutes - before.minutes <= 2


def test_my_own_is_what_is_carried() -> None:
    floor = scene("worlds/long_night", "counting_floor", has="belt_knife")
    read = understand(world_at("worlds/long_night"), floor, "take my knife out")
    assert read.intents[0].objects == ("belt_knife",)
