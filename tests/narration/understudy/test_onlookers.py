"""What an act comes to among those who see it, what it was to show, and walks there and back."""

from __future__ import annotations

from gamemaster.language.wording.second_person import in_second_person
from gamemaster.language.wording.witness_lines import LINES
from gamemaster.narration.understudy.understudy import Played, play_without_suggestions
from tests.casekit import cases
from tests.scenekit import scene
from tests.worldkit import world_at

LONG_NIGHT, LIGHTHOUSE = "worlds/long_night", "worlds/lighthouse"
BELLAMY = "tests/worlds_small/bellamy"


def _turn(world: str, place: str, words: str, here: str = "") -> Played:
    return play_without_suggestions(world_at(world), scene(world, place, here), words)


def _text_of(turn: Played) -> str:
    return " ".join(span.text for span in turn.spans)


@cases
def test_what_nobody_can_overlook_is_remarked_on_once(
    world: str, place: str, here: str, words: str, who: str
) -> None:
    turn = _turn(world, place, words, here)
    assert [(one.op, one.who) for one in turn.outcome.changes if one.op == "answer"] == [("answer", who)]


@cases
def test_a_trifle_is_remarked_on_by_nobody(words: str) -> None:
    turn = _turn(LIGHTHOUSE, "kitchen", words, "tallack")
    assert not [one for one in turn.outcome.changes if one.op == "answer"]


def test_a_reaction_that_was_waited_for_is_told_or_denied() -> None:
    loud = _text_of(
        _turn(LIGHTHOUSE, "kitchen", "bang my fist on the table to see if Tallack flinches", "tallack")
    )
    assert "Ambrose Tallack flinches." in loud
    quiet = _turn(LIGHTHOUSE, "kitchen", "rub my hands and see if Tallack flinches", "tallack")
    assert "Ambrose Tallack does not flinch." in _text_of(quiet)
    cat = _text_of(
        _turn(LIGHTHOUSE, "kitchen", "dangle my bootlace in front of the cat to see if it'll play")
    )
    assert "does not play" in cat
    assert "to see if" not in cat


@cases
def test_whoever_is_to_come_back_comes_back(words: str) -> None:
    turn = _turn(BELLAMY, "kitchen", words)
    assert (turn.after.place, turn.after.visited["cold_room"]) == ("kitchen", 1)
    assert not turn.ruling.rejections
    assert not [span for span in turn.spans if span.kind == "aside"]


def test_what_is_fetched_for_somebody_is_brought_to_them() -> None:
    turn = _turn(BELLAMY, "kitchen", "bring the pears from the cold room to Odile")
    assert turn.after.items["pears"] == "odile"


@cases
def test_an_act_of_ones_own_is_told_as_it_was_typed(world: str, place: str, words: str, told: str) -> None:
    assert told in _text_of(_turn(world, place, words))


@cases
def test_what_is_not_here_or_means_nothing_is_not_told_as_done(words: str) -> None:
    turn = _turn(LIGHTHOUSE, "kitchen", words)
    assert not [one for one in turn.outcome.changes if one.op == "express"]


@cases
def test_nobody_is_struck_by_what_is_no_blow(world: str, place: str, here: str, words: str) -> None:
    turn = _turn(world, place, words, here)
    assert not [one for one in turn.outcome.changes if one.op == "attempt"]
    assert turn.after.wounds == 0


@cases
def test_a_call_and_a_climb_are_told_in_the_players_words(
    world: str, place: str, words: str, told: str
) -> None:
    assert told in _text_of(_turn(world, place, words))


@cases
def test_what_somebody_is_watched_for_takes_no_long_wait(words: str, most: int) -> None:
    assert _turn(LIGHTHOUSE, "kitchen", words, "tallack").ruling.minutes <= most


def test_whoever_one_comes_back_to_is_met_again() -> None:
    words = "go back to the yard, look at the basin and come back to Layla"
    assert _turn("tests/worlds_unseen/caravanserai", "stable", words, "layla").after.place == "stable"


def test_what_is_cleaned_or_brushed_off_is_told_beside_the_rest() -> None:
    washed = _turn(LONG_NIGHT, "hall", "wash the cups one by one")
    assert "You wash the cups one by one." in _text_of(washed)
    dusted = _turn(LONG_NIGHT, "hall", "pick up a log, toss it on the fire and dust off my hands")
    assert "You dust off your hands." in _text_of(dusted)
    assert not [span for span in dusted.spans if span.kind == "aside"]


def test_how_a_thing_is_to_be_is_told_with_the_deed_and_who_marks_it() -> None:
    words = "stick the carved horse so it faces away from the door, see if anyone flinches"
    told = _text_of(_turn(LONG_NIGHT, "hall", words, "ragnhild"))
    assert "so it faces away from the door. Nobody flinches." in told


def test_a_hand_in_a_pocket_is_a_theft_of_what_it_feels_for() -> None:
    words = "I stick my hand in his apron pocket while he's looking at the rain and feel around for the office key"
    turn = _turn(BELLAMY, "alley", words, "rafferty")
    assert [(one.verb, one.objects) for one in turn.outcome.intents] == [("steal", ("office_key",))]


def test_what_goes_on_is_told_as_a_sentence() -> None:
    assert in_second_person("already wiping down the pan") == "You are already wiping down the pan."


def test_who_speaks_in_what_a_writer_tells_of_a_deed_has_no_stock_word_besides() -> None:
    struck = world_at(LONG_NIGHT).rules["snowball_thrown"].text[0].text[0]
    turn = _turn(LONG_NIGHT, "shore", "throw a snowball at him", "ivar")
    said = [span.text for span in turn.spans if span.speaker == "ivar"]
    assert said[:1] == [struck.partition("@ivar:")[2].strip()]
    assert not set(said) & {line for lines in LINES["violent"].values() for line in lines}
