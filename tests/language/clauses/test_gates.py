"""Conditions: what the state decides is decided at once, and what may come to pass holds the deed back."""

from __future__ import annotations

from gamemaster.language.understanding import understand
from gamemaster.narration.understudy.understudy import play_without_suggestions as play
from gamemaster.rules.state import StoryState, new_story
from tests.casekit import cases
from tests.worldkit import world_at
from worlds.schema import NOWHERE, PLAYER

NIGHT, LIGHT, DECK = "worlds/long_night", "worlds/lighthouse", "tests/worlds_modern/deck_nine"
OFFICE = "tests/worlds_modern/brannigan"


def standing(folder: str, place: str, here: str = "", has: str = "") -> StoryState:
    state = new_story(world_at(folder), 1)
    state.place, state.visited[place] = place, 1
    for who, person in state.characters.items():
        person.place = place if who in here.split() else NOWHERE
    for item in has.split():
        state.items[item], state.held[item] = PLAYER, 0
    return state


@cases
def test_what_may_come_to_pass_holds_the_deed_back(
    folder: str, place: str, here: str, words: str, kept_for: str
) -> None:
    before = standing(folder, place, here)
    turn = play(world_at(folder), before, words)
    assert (turn.after.place, turn.after.minutes) == (before.place, before.minutes)
    assert turn.after.items == before.items
    assert [aside.why for aside in turn.outcome.asides] == ["held_back"]
    assert kept_for in turn.outcome.asides[0].about


@cases
def test_what_the_state_decides_is_decided(
    folder: str, place: str, here: str, has: str, words: str, done: bool
) -> None:
    before = standing(folder, place, here, has)
    reading = understand(world_at(folder), before, words)
    turn = play(world_at(folder), before, words)
    assert bool(reading.intents) is done
    assert [aside.why for aside in turn.outcome.asides] == ([] if done else ["not_so"])
    assert done or turn.after.minutes == before.minutes


def test_what_comes_before_a_condition_is_done() -> None:
    before = standing(NIGHT, "yard", "ulf")
    turn = play(world_at(NIGHT), before, "knock at the low hut. if nobody answers i leave")
    assert turn.after.place == "yard"
    assert [one.verb for one in turn.outcome.intents] == ["knock"]
    count = understand(
        world_at(NIGHT), before, "go to the hall and if ragnhild is asleep take the boar-spear"
    )
    assert [one.verb for one in count.intents][:1] == ["go"]


def test_a_condition_is_looked_at_where_the_walk_leads() -> None:
    there = standing(NIGHT, "hall")
    there.characters["ulf"].place = "yard"
    read = understand(world_at(NIGHT), there, "go to the yard and if ulf is there talk to him")
    assert [(one.verb, one.objects) for one in read.intents] == [("go", ("yard",)), ("talk", ("ulf",))]


def test_one_of_two_is_done() -> None:
    for words in (
        "if the boathouse is locked, knock; otherwise go in",
        "If the boathouse is locked, knock. Otherwise go in.",
    ):
        read = understand(world_at(NIGHT), standing(NIGHT, "shore"), words)
        assert [one.verb for one in read.intents] == ["go"]
        assert read.held_back is None
    read = understand(
        world_at(NIGHT), standing(NIGHT, "shore"), "if the boathouse is open, go in; otherwise knock"
    )
    assert [one.verb for one in read.intents] == ["go"]


@cases
def test_leave_questions_and_offers_are_no_conditions(words: str, verb: str) -> None:
    read = understand(world_at(NIGHT), standing(NIGHT, "hall", "ragnhild"), words)
    assert [one.verb for one in read.intents] == [verb]


def test_an_offer_with_a_name_and_no_comma_gives_nothing_away() -> None:
    before = standing(DECK, "corridor", "bo", "ration")
    read = understand(world_at(DECK), before, "bo if you come with me ill give you my ration")
    assert [one.verb for one in read.intents] == ["bargain"]
