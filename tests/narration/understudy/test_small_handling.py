"""Ordinary small acts stay small: told as they are typed, a minute, and nothing is changed, broken or lost."""

from __future__ import annotations

from gamemaster.narration.understudy.understudy import Played
from gamemaster.narration.understudy.understudy import play_without_suggestions as play
from gamemaster.rules.proposal import Attempt, Express, Take
from gamemaster.rules.state import StoryState, new_story
from tests.casekit import cases
from tests.worldkit import world_at

LIGHTHOUSE = "worlds/lighthouse"


def play_at(place: str, words: str, *carried: str) -> Played:
    state = new_story(world_at(LIGHTHOUSE), 5)
    state.place = place
    state.items.update(dict.fromkeys(carried, "player"))
    return play(world_at(LIGHTHOUSE), state, words)


@cases
def test_a_small_act_is_told_and_takes_a_minute(place: str, words: str, told: str) -> None:
    turn = play_at(place, words, "storm_lantern")
    assert [type(op) for op in turn.outcome.changes] == [Express]
    assert turn.ruling.minutes == 1
    assert not turn.ruling.checks
    assert turn.spans[0].text == told


@cases
def test_what_the_words_do_outright_is_attempted(place: str, words: str, stance: str) -> None:
    attempts = [op for op in play_at(place, words).outcome.changes if isinstance(op, Attempt)]
    assert [op.stance for op in attempts] == [stance]


def test_what_is_taken_down_from_its_shelf_is_taken() -> None:
    turn = play_at("store", "take down the box of mantles")
    assert turn.outcome.changes == (Take(item="mantle"),)
    assert turn.after.items["mantle"] == "player"


@cases
def test_what_is_handled_stays_with_the_player(words: str) -> None:
    turn = play_at("kitchen", words, "tin_whistle")
    assert turn.after.items["tin_whistle"] == "player"
    assert not turn.ruling.rejections
    assert turn.ruling.minutes <= 1


def test_what_lies_here_and_is_put_in_a_pocket_is_taken() -> None:
    assert play_at("store", "slip the mantle into my pocket").after.items["mantle"] == "player"


@cases
def test_up_and_down_decide_where_the_player_goes(place: str, words: str, to: str) -> None:
    assert play_at(place, words).after.place == to


def test_a_question_about_a_deed_does_not_do_it() -> None:
    turn = play_at("kitchen", "Did I break the table just now? I'd like to mend it if I did.")
    assert not any(isinstance(op, Attempt) for op in turn.outcome.changes)


def test_one_of_several_is_taken_up_and_not_the_whole_lot() -> None:
    for words in ("take a mug", "I take one of the mugs", "pick up another mug"):
        played = play_at("kitchen", words)
        assert [op.op for op in played.outcome.changes] == ["express"], words
        assert "mug" in played.spans[0].text


def test_what_is_acted_out_and_comes_to_nothing_is_told_as_a_gesture() -> None:
    for words in ("*points at the stove*", "*raises a mug*", "*touches the calendar*"):
        played = play_at("kitchen", words)
        assert [op.op for op in played.outcome.changes] == ["express"], words
        assert played.ruling.minutes == 0


def test_nobody_pats_the_back_of_who_is_elsewhere() -> None:
    state = new_story(world_at(LIGHTHOUSE), 5)
    state.place = "kitchen"
    state.characters["dilys"].met = True
    played = play(world_at(LIGHTHOUSE), state, "*pats Dilys on the back*")
    assert [op.why for op in played.outcome.changes if op.op == "try"] == ["who_not_here"]


def play_in(world: str, place: str, words: str) -> tuple[StoryState, Played]:
    state = new_story(world_at(world), 5)
    state.place = place
    return state, play(world_at(world), state, words)


@cases
def test_nothing_is_told_as_changed_that_no_rule_changes(world: str, place: str, words: str) -> None:
    state, turn = play_in(world, place, words)
    assert turn.spans[0].text.startswith("You try to ")
    assert turn.spans[0].text.endswith(", and nothing changes.")
    assert turn.after.items == state.items


@cases
def test_what_changes_nothing_or_has_a_rule_is_told_as_it_is(
    world: str, place: str, words: str, told: str
) -> None:
    assert told in play_in(world, place, words)[1].spans[0].text


@cases
def test_what_is_not_here_is_said_not_to_be_and_costs_nothing(
    world: str, place: str, words: str, missed: str
) -> None:
    state, turn = play_in(world, place, words)
    told = " ".join(span.text for span in turn.spans)
    assert missed in told
    assert "I cannot tell" not in told
    assert turn.after.minutes == state.minutes


@cases
def test_no_idiom_is_a_thing_that_is_missing(world: str, place: str, words: str) -> None:
    told = " ".join(span.text for span in play_in(world, place, words)[1].spans)
    assert not any(f"no {word}" in told for word in words.split())
