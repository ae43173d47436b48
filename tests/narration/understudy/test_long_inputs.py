"""Long inputs of several kinds, as people type them: what is told is done, in the order typed, once and to its end."""

from __future__ import annotations

from tests.casekit import cases
from tests.scenekit import play_in, text_of

LIGHTHOUSE, LONG_NIGHT = "worlds/lighthouse", "worlds/long_night"


@cases
def test_a_way_that_is_taken_is_walked(world: str, place: str, words: str, to: str) -> None:
    assert play_in(world, place, words)[1].after.place == to


@cases
def test_a_spot_that_is_here_is_no_way_off(world: str, place: str, words: str) -> None:
    _, turn = play_in(world, place, words)
    assert turn.after.place == place
    assert text_of(turn).startswith("You walk ")


@cases
def test_an_interjection_takes_no_time(words: str) -> None:
    before, turn = play_in(LIGHTHOUSE, "store", words)
    assert turn.after.minutes - before.minutes <= 1


@cases
def test_a_wait_after_a_knock_is_a_moment(words: str) -> None:
    before, turn = play_in(LIGHTHOUSE, "store", words)
    assert turn.after.minutes - before.minutes <= 5


@cases
def test_what_is_done_before_a_walk_is_told_before_it(words: str, told: str) -> None:
    _, turn = play_in(LIGHTHOUSE, "landing", words)
    assert turn.after.place == "store"
    assert text_of(turn).index(told) < text_of(turn).index("whitewashed")


@cases
def test_a_little_is_taken_and_the_rest_stays(
    world: str, place: str, words: str, item: str, told: str
) -> None:
    before, turn = play_in(world, place, words)
    assert turn.after.items.get(item) == before.items.get(item)
    assert told in text_of(turn)


@cases
def test_a_flourish_is_no_aside(world: str, place: str, words: str) -> None:
    assert "did not follow" not in text_of(play_in(world, place, words)[1])


def test_them_is_what_was_called_by_many() -> None:
    words = "I open the pilchards and give them to the cat"
    _, turn = play_in(LIGHTHOUSE, "kitchen", words, has="pilchards")
    assert turn.after.items.get("pilchards") != "player"


def test_what_is_made_for_both_is_set_before_both() -> None:
    assert "You set one before" in text_of(play_in(LIGHTHOUSE, "kitchen", "I make us both a cup of tea")[1])


def test_a_thing_given_to_keep_is_refused_once() -> None:
    words = 'I hold my belt-knife out to Ulf. "Keep it till I leave, if it makes you easier."'
    _, turn = play_in(LONG_NIGHT, "yard", words)
    assert sum(span.speaker == "ulf" for span in turn.spans) <= 1


def test_the_beginning_is_told_in_whole_sentences() -> None:
    assert text_of(play_in(LIGHTHOUSE, "landing", "how did I get here?")[1]).endswith(".")


def test_what_a_rule_puts_back_is_not_carried() -> None:
    words = "I get the wooden horse down off the bench end and turn it so it faces away from the door"
    assert play_in(LONG_NIGHT, "hall", words)[1].after.items["wooden_horse"] == "hall"


def test_what_is_shown_after_a_quotation_is_told() -> None:
    told = text_of(
        play_in(LIGHTHOUSE, "store", '"Trust me." I wink at him, a bit too broadly, and go up.')[1]
    )
    assert "You wink at him" in told
    assert "warmth on the rock" in told
