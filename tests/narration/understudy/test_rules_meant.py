"""A rule is meant by more words than its writer wrote: coaxed, named with its matter, or in another place."""

from __future__ import annotations

import pytest

from gamemaster.narration.understudy.understudy import Played
from gamemaster.narration.understudy.understudy import play_without_suggestions as play
from gamemaster.rules.state import StoryState, new_story
from tests.casekit import cases
from tests.worldkit import world_at
from worlds.schema import Verb, World

BELLAMY = "tests/worlds_small/bellamy"  # a kitchen by a writer who had read the manual and no code


def at_the_bellamy(place: str, *, has: tuple[str, ...] = ()) -> tuple[World, StoryState]:
    world = world_at(BELLAMY)
    state = new_story(world, 1)
    state.place = place
    state.visited |= {"kitchen": 1, place: 1}
    for item in has:
        state.items[item] = "player"
    return world, state


def rules_of(played: Played) -> list[str]:
    return [one.rule for one in played.outcome.changes if one.op == "use"]


def text_of(played: Played) -> str:
    return " ".join(span.text for span in played.spans)


@pytest.mark.parametrize(
    "words",
    [
        "persuade rafferty",
        "ask him nicely to come back inside with me",
        "beg him to come back in",
        "tell him to come inside",
        "tell him he should come in",
        "chef if u come in ill wash pots for a month, deal?",
        '"Chef, with respect, get off that crate. We need you."',
        '"You\'ve still got her card pinned up, you old fool," I say softly. "Come in."',
    ],
)
@pytest.mark.parametrize("due", [True, False])
def test_whoever_is_coaxed_along_in_any_words_is_won_or_refuses_as_written(words: str, due: bool) -> None:
    world, state = at_the_bellamy("alley")
    state.facts.update({"first_recipe": 1} if due else {})
    played = play(world, state, words)
    assert rules_of(played) == ["call_back"] or "whose pear it is" in text_of(played)
    assert ("whose pear it is" in text_of(played)) is not due


@cases
def test_who_speaks_of_coming_coaxes_nobody(words: str) -> None:
    world, state = at_the_bellamy("alley")
    state.facts["first_recipe"] = 1
    assert rules_of(play(world, state, words)) == []


@cases
def test_a_deed_done_to_nothing_is_meant_by_what_it_is_about(words: str) -> None:
    world, state = at_the_bellamy("kitchen")
    assert "I see not three things in your hands" in text_of(play(world, state, words))
    world, state = at_the_bellamy("kitchen", has=("pears", "brandy", "saffron"))
    assert rules_of(play(world, state, words)) == ["plate_pear"]


@cases
def test_a_deed_of_another_place_is_no_hollow_success(words: str) -> None:
    world, state = at_the_bellamy("dining_room")
    played = play(world, state, words)
    assert "Kitchen" in text_of(played)
    assert "You plate" not in text_of(played)
    assert played.after.minutes - state.minutes <= 2


@cases
def test_what_a_rule_is_not_about_does_not_come_to_it(words: str) -> None:
    world, state = at_the_bellamy("kitchen", has=("pears", "saffron"))
    assert rules_of(play(world, state, words)) == []


@cases
def test_a_door_is_unlocked_where_it_is_and_gone_through(place: str, words: str, ends: str) -> None:
    world, state = at_the_bellamy(place, has=("office_key",))
    played = play(world, state, words)
    assert "office_open" in played.after.flags
    assert played.after.place == ends


def test_who_has_unlocked_a_door_goes_in_by_it() -> None:
    world, state = at_the_bellamy("kitchen", has=("office_key",))
    after = play(world, state, "unlock the office").after
    assert play(world, after, "go in").after.place == "office"


def test_a_place_that_was_told_as_one_came_in_is_not_told_again() -> None:
    world, state = at_the_bellamy("kitchen", has=("office_key",))
    text = text_of(play(world, state, "unlock the office, go in and look around"))
    assert text.count("A recipe card is pinned under the lamp") == 1


@cases
def test_what_was_done_to_somebody_else_is_no_order(words: str) -> None:
    world, state = at_the_bellamy("kitchen")
    played = play(world, state, words)
    assert {intent.verb for intent in played.outcome.intents} <= {"inform", "ask", "tell"}


def test_what_something_is_compared_with_is_not_there() -> None:
    world, state = at_the_bellamy("kitchen", has=("torch",))
    state.flags["torch_on"] = 1
    for words in ("carry the plate out to her", "look at the plate"):
        assert "circle" not in text_of(play(world, state, words))
    assert "circle" in text_of(play(world, state, "look at the torch"))


@cases
def test_what_stays_where_it_is_is_not_put_on(words: str) -> None:
    world, state = at_the_bellamy("kitchen")
    text = text_of(play(world, state, words))
    assert "folded apron" in text
    assert "You put it on" not in text
    assert "throw" not in text


def test_a_thing_given_as_a_promise_is_given() -> None:
    world, state = at_the_bellamy("alley")
    after = play(world, state, "give him my knife as a kind of promise that ill come back").after
    assert after.items["paring_knife"] == "rafferty"


@cases
def test_the_hour_is_the_game_masters(words: str) -> None:
    world, state = at_the_bellamy("alley")
    played = play(world, state, words)
    assert {(one.verb, one.topic) for one in played.outcome.intents} <= {
        ("inform", "time"),
        ("inform", "in_time"),
    }
    assert played.after.minutes == state.minutes


@cases
def test_what_i_need_of_yours_is_asked_of_you(words: str) -> None:
    world, state = at_the_bellamy("alley")
    assert play(world, state, words).after.items["office_key"] == "player"


@cases
def test_she_is_whoever_somebody_calls_so(words: str) -> None:
    world, state = at_the_bellamy("alley")
    (intent,) = play(world, state, words).outcome.intents
    assert intent.topic == "vane"


@cases
def test_a_plea_put_as_a_denial_is_one(words: str) -> None:
    world, state = at_the_bellamy("alley")
    assert "whose pear it is" in text_of(play(world, state, words))


@cases
def test_what_is_no_plea_to_come_does_not_come_to_its_rule(words: str) -> None:
    world, state = at_the_bellamy("alley")
    assert "whose pear it is" not in text_of(play(world, state, words))


def test_a_refusal_is_told_once() -> None:
    world, state = at_the_bellamy("alley")
    text = text_of(play(world, state, "give him a hug and ask him to come in"))
    assert text.count("whose pear it is") == 1


@cases
def test_how_somebody_looks_is_seen(asked_before: bool) -> None:
    world, state = at_the_bellamy("alley")
    state = play(world, state, "ask chef about the key").after if asked_before else state
    assert "Rain on his eyebrows" in text_of(play(world, state, "is he crying?"))


@cases
def test_a_glass_of_it_leaves_the_bottle(words: str, given: bool) -> None:
    world, state = at_the_bellamy("dining_room", has=("brandy",))
    after = play(world, state, words).after
    assert after.items["brandy"] == ("vane" if given else "player")


def test_a_thing_may_be_promised() -> None:
    world, state = at_the_bellamy("dining_room")
    after = play(world, state, "promise her the pear in ten minutes, on my life").after
    assert "the pear in ten minutes" in str(after.promises)


def test_it_is_the_one_of_two_that_a_rule_is_for() -> None:
    world, state = at_the_bellamy("cold_room")
    assert "torch_on" in play(world, state, "take the pears and the torch, turn it on").after.flags


@cases
def test_a_direction_after_an_order_is_walked(words: str, ends: str) -> None:
    world, state = at_the_bellamy("cold_room")
    assert play(world, state, words).after.place == ends


def test_nobody_waits_for_the_player_where_nobody_is() -> None:
    world, state = at_the_bellamy("cold_room")
    assert play(world, state, "wait for me here").after.minutes - state.minutes <= 1


@cases
def test_whether_there_is_time_is_answered_by_the_hour(words: str) -> None:
    world, state = at_the_bellamy("kitchen")
    assert "past nine" in text_of(play(world, state, words)) or "to nine" in text_of(
        play(world, state, words)
    )


def test_what_every_world_has_is_not_bound_to_the_place_of_a_rule() -> None:
    world, state = at_the_bellamy("alley")
    rule = world.rules["plate_pear"].model_copy(update={"verbs": ("sit",), "phrases": ()})
    seated = world.model_copy(
        update={"rules": {**world.rules, "plate_pear": rule}, "verbs": {**world.verbs, "sit": Verb()}}
    )
    assert "You sit down" in text_of(play(seated, state, "sit down"))


@cases
def test_what_a_dish_needs_is_not_used_up_for_another(words: str) -> None:
    world, state = at_the_bellamy("kitchen", has=("pears", "brandy", "saffron"))
    after = play(world, state, words).after
    assert {"pears", "brandy", "saffron"} <= set(after.carried_items())
