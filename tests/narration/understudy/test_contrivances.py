"""Things that are to pass for others, or serve for what they were not made for, and what is kept about oneself."""

from __future__ import annotations

import pytest

from gamemaster.narration.understudy.understudy import play_without_suggestions
from gamemaster.rules.operations.improvised_operations import HANDLING_MINUTES
from gamemaster.rules.reach import features
from tests.casekit import cases
from tests.scenekit import play_in, scene, text_of
from tests.worldkit import world_at
from worlds.schema import PLAYER

LIGHTHOUSE, LONG_NIGHT = "worlds/lighthouse", "worlds/long_night"
MOMENT = 2 * HANDLING_MINUTES


@cases
def test_a_likeness_costs_a_moment_and_stays(world: str, place: str, words: str, asked: str) -> None:
    before, turn = play_in(world, place, words)
    assert turn.after.minutes - before.minutes <= MOMENT
    turn.after.turn += 1
    answer = play_without_suggestions(world_at(world), turn.after, asked)
    assert text_of(answer).startswith("Yes.")


@cases
def test_what_is_laid_somewhere_lies_there_and_nothing_else_is_lost(
    world: str, place: str, words: str, laid: list[str]
) -> None:
    before, turn = play_in(world, place, words)
    gone = set(before.carried_items()) - set(turn.after.carried_items())
    assert gone == set(laid)
    assert all(turn.after.items[one] == place for one in laid)


@cases
def test_a_print_is_taken_and_both_things_stay(words: str) -> None:
    before, turn = play_in(LONG_NIGHT, "boathouse", words, has="belt_knife")
    assert turn.after.items == before.items
    assert any("a print in" in one.text for one in turn.after.details.values())
    assert turn.after.minutes - before.minutes <= MOMENT


@cases
def test_as_what_a_thing_is_used_is_told(world: str, place: str, words: str, kept: str) -> None:
    before, turn = play_in(world, place, words)
    assert any(kept in one.text for one in turn.after.details.values())
    assert turn.after.items == before.items
    assert kept.rsplit(" ", 1)[-1] in text_of(turn)


@cases
def test_what_looks_like_one_and_is_none(world: str, place: str, words: str, verb: str) -> None:
    _, turn = play_in(world, place, words)
    assert turn.outcome.intents[0].verb == verb


@cases
def test_nothing_is_lost_by_what_only_presses_wedges_or_rolls(world: str, place: str, words: str) -> None:
    before, turn = play_in(world, place, words)
    assert turn.after.items == before.items
    assert turn.after.minutes - before.minutes <= MOMENT


@cases
def test_a_thing_that_lies_here_is_taken_where_it_is_told_so(words: str) -> None:
    _, turn = play_in(LONG_NIGHT, "hall", words)
    assert turn.after.items["wooden_horse"] == PLAYER


@cases
def test_what_comes_before_and_after_it_is_done_too(
    world: str, place: str, words: str, verbs: list[str]
) -> None:
    _, turn = play_in(world, place, words)
    assert [one.verb for one in turn.outcome.intents] == verbs
    assert not turn.outcome.asides


@pytest.mark.parametrize("world", [LIGHTHOUSE, "tests/sample_world"])
@cases
def test_told_as_kept_on_oneself_is_carried(verb: str, where: str, world: str) -> None:
    """Of all that stands anywhere: one of many is kept, and of the rest it is told that it cannot be taken."""
    told = kept = 0
    for place in world_at(world).locations:
        state = scene(world, place)
        for feature in features(world_at(world), state):
            turn = play_without_suggestions(world_at(world), state, f"{verb} the {feature.name} {where}".strip())
            about = [one for one in turn.after.details.values() if one.bound == "player"]
            taken = any(turn.after.items[one] == PLAYER != state.items[one] for one in state.items)
            said = f"You {verb} the {feature.name.lower()}" in text_of(turn).replace("\n", " ")
            told += said
            kept += bool(about)
            assert not said or about or taken, (place, feature.name, text_of(turn))
    assert told == 0 or kept


@cases
def test_nobody_climbs_what_they_carry(words: str, item: str) -> None:
    before, turn = play_in(LIGHTHOUSE, "bunkroom", words, has=item)
    assert turn.after.place != before.place


@cases
def test_behind_something_one_hides_and_does_not_sleep(words: str) -> None:
    before, turn = play_in(LONG_NIGHT, "shore", words)
    assert "sleep" not in {one.verb for one in turn.outcome.intents}
    assert turn.after.minutes - before.minutes <= 15


@cases
def test_a_second_half_is_done(world: str, place: str, words: str, verb: str) -> None:
    _, turn = play_in(world, place, words, here="tallack")
    assert verb in {one.verb for one in turn.outcome.intents}


@cases
def test_what_something_is_laid_over_is_nobody(words: str) -> None:
    _, turn = play_in(LONG_NIGHT, "hall", words, here="ragnhild")
    assert "high seat" in text_of(turn)
    assert "Ragnhild" not in text_of(turn).partition(".")[0]


@cases
def test_a_part_that_is_only_played_is_no_lie(words: str) -> None:
    before, turn = play_in(LONG_NIGHT, "hall", words, here="ragnhild")
    assert "deceive" not in {one.verb for one in turn.outcome.intents}
    assert turn.after.characters["ragnhild"].relations == before.characters["ragnhild"].relations


def test_a_thing_elsewhere_is_not_made_up_for_by_a_rule_of_no_thing() -> None:
    _, turn = play_in(LIGHTHOUSE, "landing", "blow a few notes on the tin whistle")
    assert not any(one.op == "use" for one in turn.outcome.changes)


def test_a_stake_named_meanwhile_is_put_to_whoever_hears_it() -> None:
    _, turn = play_in(LIGHTHOUSE, "store", "I grin, betting Jory my letter against his spoon", here="jory")
    assert turn.outcome.intents[-1].force == "bet"
    assert any(span.speaker == "jory" for span in turn.spans)


def test_what_is_wedged_between_stones_bars_no_way() -> None:
    before, turn = play_in(LONG_NIGHT, "shore", "wedge my knife between two stones so it looks like a trap")
    assert turn.after.minutes - before.minutes <= MOMENT
    assert not turn.after.blocks


def test_what_was_shaken_is_listened_to() -> None:
    _, turn = play_in(LIGHTHOUSE, "landing", "shake the crate and listen for what is in it", here="")
    assert [one.objects for one in turn.outcome.intents] == [("turnips",), ("turnips",)]
