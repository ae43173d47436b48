"""What the words name is what a deed is done to, or nothing is: nobody's cloak is mine, and a tea towel is no tea."""

from __future__ import annotations

from gamemaster.authoring.input_lists import state_of
from gamemaster.narration.understudy.understudy import Played, play
from gamemaster.rules.state import StoryState
from tests.casekit import cases
from tests.worldkit import world_at
from worlds.schema import PLAYER


def play_in(world: str, place: str, words: str, has: str = "") -> tuple[StoryState, Played]:
    state = state_of(world_at(world), 1, {"input": "x", "place": place, "has": has.split()})
    return state, play(world_at(world), state, words)


@cases
def test_a_thing_of_somebody_else_is_none_of_mine(world: str, place: str, words: str) -> None:
    before, turn = play_in(world, place, words)
    assert turn.after.items == before.items
    assert turn.after.minutes - before.minutes <= 2
    own = {item.id for item in world_at(world).items.values() if item.at == PLAYER}
    deeds = (intent for intent in turn.outcome.intents if intent.role == "act")
    assert own.isdisjoint(one for intent in deeds for one in (*intent.objects, intent.tool))


@cases
def test_deeds_that_change_nothing_carried(world: str, place: str, has: str, words: str) -> None:
    before, turn = play_in(world, place, words, has)
    assert turn.after.items == before.items
    assert turn.after.place == before.place
    assert turn.after.minutes - before.minutes <= 2


@cases
def test_what_is_named_is_still_found(world: str, place: str, has: str, words: str, thing: str) -> None:
    _, turn = play_in(world, place, words, has)
    assert thing in [one for intent in turn.outcome.intents for one in (*intent.objects, intent.tool)]


@cases
def test_a_deed_is_done_to_what_was_named_first(
    world: str, place: str, has: str, words: str, things: list[str]
) -> None:
    state, turn = play_in(world, place, words, has)
    deeds = [one for one in turn.outcome.intents if one.role == "act" and one.verb != "ask"]
    meant = [thing for one in deeds for thing in one.objects if thing not in state.present()]
    assert list(dict.fromkeys(meant)) == things
    assert not any(one.op == "use" and one.target not in meant for one in turn.outcome.changes)


@cases
def test_what_goes_into_the_fire_leaves_the_hand(world: str, place: str, words: str, thing: str) -> None:
    assert play_in(world, place, words, thing)[1].after.items[thing] != PLAYER


@cases
def test_a_rule_on_what_somebody_holds_is_found_by_its_words(
    world: str, place: str, words: str, rule: str
) -> None:
    changes = play_in(world, place, words)[1].outcome.changes
    assert [one.rule for one in changes if one.op == "use"] == [rule]
