"""A deed goes as far as was said: a sip leaves the jug, half the way is no walk, a thought is no deed."""

from __future__ import annotations

from gamemaster.authoring.input_lists import state_of
from gamemaster.narration.understudy.understudy import Played, play
from gamemaster.rules.draft import HANDLED
from gamemaster.rules.state import StoryState
from tests.casekit import cases
from tests.worldkit import world_at

NIGHT = "worlds/long_night"
SHIP, OFFICE = "tests/worlds_modern/deck_nine", "tests/worlds_modern/brannigan"


def play_in(world: str, place: str, words: str, has: str = "") -> tuple[StoryState, Played]:
    state = state_of(world_at(world), 1, {"input": "x", "place": place, "has": has.split()})
    return state, play(world_at(world), state, words)


def text_of(turn: Played) -> str:
    return " ".join(span.text for span in turn.spans)


@cases
def test_a_part_of_a_thing_leaves_the_rest(world: str, place: str, thing: str, words: str) -> None:
    before, turn = play_in(world, place, words, thing)
    assert turn.after.items[thing] == "player"
    assert all(one.kind == HANDLED for one in turn.after.details.values())  # "the bar, bitten into"
    assert turn.after.minutes - before.minutes <= 5
    assert not any(span.kind == "aside" for span in turn.spans), text_of(turn)


@cases
def test_the_whole_of_a_thing_is_meant(world: str, place: str, thing: str, words: str, where: str) -> None:
    assert play_in(world, place, words, thing)[1].after.items[thing] == where


def test_the_rest_is_what_is_left() -> None:
    _, turn = play_in(SHIP, "corridor", "eat a third of the bar and hand the rest to Bo", "ration")
    assert turn.after.items["ration"] == "bo"


def test_a_rule_for_one_of_many_is_still_played() -> None:
    assert "Three left" in text_of(play_in(OFFICE, "lobby", "smoke one cigarette")[1])


@cases
def test_a_walk_that_is_only_begun_leads_nowhere(world: str, place: str, words: str) -> None:
    before, turn = play_in(world, place, words)
    assert turn.after.place == place
    assert turn.after.minutes - before.minutes <= 2


@cases
def test_a_walk_that_is_meant_leads_there(world: str, place: str, words: str, to: str) -> None:
    assert play_in(world, place, words)[1].after.place == to


def test_what_comes_first_is_done_first() -> None:
    _, turn = play_in(NIGHT, "shore", "walk up to the yard but first I look at the boats")
    assert turn.outcome.changes[0].op == "notice"


@cases
def test_what_is_not_ordered_changes_nothing(world: str, place: str, words: str) -> None:
    before, turn = play_in(world, place, words, {"wireless": "record valve"}.get(place, ""))
    assert turn.after.place == place
    assert [thing for thing, where in before.items.items() if turn.after.items[thing] != where] == []
    assert turn.after.minutes - before.minutes <= 5
    assert turn.after.details == before.details


@cases
def test_a_promise_not_to_is_kept_in_the_words_it_was_given_in(
    world: str, place: str, words: str, what: str
) -> None:
    given = play_in(world, place, words)[1].after.promises.values()
    assert [one.what for one in given if one.by == "player"] == [what]


@cases
def test_what_is_sworn_to_be_so_binds_nobody(world: str, place: str, words: str) -> None:
    assert not play_in(world, place, words)[1].after.promises


@cases
def test_only_looking_takes_nothing(world: str, place: str, has: str, words: str, thing: str) -> None:
    before, turn = play_in(world, place, words, has)
    assert [(one.op, one.what) for one in turn.outcome.changes if one.op == "notice"] == [("notice", thing)]
    assert turn.after.items == before.items


@cases
def test_asking_how_a_thing_is_costs_nothing(world: str, place: str, words: str, answer: str) -> None:
    before, turn = play_in(world, place, words)
    assert turn.after.minutes == before.minutes
    assert turn.after.items == before.items
    assert turn.after.noticed == before.noticed
    assert answer in text_of(turn)


@cases
def test_what_is_to_be_done_beside_somebody_is_done_there(
    world: str, place: str, has: str, words: str, to: str
) -> None:
    _, turn = play_in(world, place, words, has)
    assert turn.after.place == to
    done = [one.op for one in turn.outcome.changes if one.op != "take"]
    assert done[0] == "move"


@cases
def test_what_is_brought_is_handed_over_where_they_are(
    world: str, place: str, has: str, words: str, thing: str, who: str
) -> None:
    after = play_in(world, place, words, has)[1].after
    assert after.place == after.characters[who].place
    assert after.items[thing] == who


@cases
def test_what_waits_for_somebody_who_is_not_found_is_not_done_here(
    world: str, place: str, has: str, words: str, thing: str
) -> None:
    before, turn = play_in(world, place, words, has)
    assert (turn.after.place, turn.after.items[thing]) == (place, "player")
    assert turn.after.flags == before.flags
    assert [span.kind for span in turn.spans][-1] == "aside"


@cases
def test_what_is_not_to_be_done_to_the_player_is_nobodys_word(world: str, place: str, words: str) -> None:
    assert not play_in(world, place, words)[1].after.promises


@cases
def test_each_of_two_things_is_done_for_itself(
    world: str, place: str, has: str, words: str, gone: str, kept: str
) -> None:
    _, turn = play_in(world, place, words, has)
    assert {thing for thing in has.split() if turn.after.items[thing] != "player"} == set(gone.split())
    assert {thing for thing in has.split() if turn.after.items[thing] == "player"} == set(kept.split())
    assert not turn.after.details
    assert not any(span.kind == "aside" for span in turn.spans), text_of(turn)


def test_one_of_two_is_handed_over() -> None:
    _, turn = play_in(OFFICE, "lobby", "light two cigarettes, one for me and one for Otis")
    assert "hand one to Otis" in text_of(turn)


@cases
def test_a_wager_is_put_to_whoever_is_there(world: str, place: str, words: str) -> None:
    before, turn = play_in(world, place, words)
    assert any(span.kind == "speech" for span in turn.spans), text_of(turn)
    assert turn.after.items == before.items


def test_a_wager_leaves_the_question_beside_it() -> None:
    _, turn = play_in(OFFICE, "lobby", "if I win you tell me about Crane. how long have you worked here?")
    assert "ask" in [one.verb for one in turn.outcome.intents]
