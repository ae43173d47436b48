"""Worlds of other times, which no part of the code was written for: lifts, telephones, guns, consoles, airlocks."""

from __future__ import annotations

from gamemaster.authoring.skein.ending_paths import path_faults
from gamemaster.language.understanding import understand
from gamemaster.narration.understudy.understudy import Played
from gamemaster.narration.understudy.understudy import play_without_suggestions as play
from gamemaster.rules.proposal import Attempt, Roll
from tests.casekit import cases
from tests.scenekit import standing
from tests.worldkit import world_at
from worlds.schema import PLAYER

OFFICE, SHIP = "tests/worlds_modern/brannigan", "tests/worlds_modern/deck_nine"


def try_out(folder: str, setting: str, words: str) -> Played:
    return play(world_at(folder), standing(folder, setting, 5), words)


@cases
def test_a_way_is_taken_and_not_carried(folder: str, setting: str, words: str, place: str) -> None:
    played = try_out(folder, setting, words)
    assert played.after.place == place, played.outcome
    assert not any(isinstance(op, Attempt) for op in played.outcome.changes)


@cases
def test_a_thing_is_handled_without_a_feat_of_strength(folder: str, setting: str, words: str) -> None:
    played = try_out(folder, setting, words)
    assert not any(isinstance(op, Attempt) for op in played.outcome.changes), played.outcome
    assert played.after.wounds == standing(folder, setting, 5).wounds


@cases
def test_a_number_is_tried_on_what_it_opens(setting: str, words: str, thing: str | None) -> None:
    intents = understand(world_at(OFFICE), standing(OFFICE, setting, 5), words).intents
    assert next((one.objects[0] for one in intents if one.objects), None) == thing


def test_a_thing_whose_opening_is_written_is_not_broken_open_for_show() -> None:
    played = try_out(OFFICE, "crane_office", "crack the safe")
    assert "a million ways" in " ".join(span.text for span in played.spans)
    assert not any(isinstance(op, Attempt) for op in played.outcome.changes)


def test_nothing_is_put_to_use_that_is_not_there() -> None:
    text = " ".join(span.text for span in try_out(SHIP, "lab", "install the impeller").spans)
    assert "You install" not in text


def test_who_follows_nobody_is_persuaded_and_not_sent_away() -> None:
    reading = understand(
        world_at(SHIP), standing(SHIP, "command", 5), "persuade the captain to wait three days"
    )
    assert [(one.verb, one.objects) for one in reading.intents] == [("persuade", ("captain",))]


def test_my_office_is_mine_in_whichever_office_one_stands() -> None:
    state = standing(OFFICE, "crane_office", 5)
    state.visited["fourth"] = 1
    assert understand(world_at(OFFICE), state, "go to my office").intents[0].objects == ("fourth",)


@cases
def test_what_is_held_is_used_on_what_is_before_it(folder: str, setting: str, words: str, read: str) -> None:
    first = understand(world_at(folder), standing(folder, setting, 5), words).intents[0]
    assert " ".join([first.verb, *first.objects, *filter(None, [first.tool])]) == read


def test_a_key_is_used_by_going_where_it_lets_one_go() -> None:
    assert try_out(SHIP, "gardens keycard", "use the keycard").after.place == "vault"
    assert try_out(SHIP, "gardens keycard", "swipe the card through the reader").after.place == "vault"
    assert try_out(SHIP, "corridor keycard", "use the keycard").after.place == "corridor"


@cases
def test_a_rule_answers_in_the_words_of_its_writer(folder: str, setting: str, words: str, rule: str) -> None:
    assert any(op.op == "use" and op.rule == rule for op in try_out(folder, setting, words).outcome.changes)


def test_a_tool_is_used_on_what_was_named_alone() -> None:
    played = try_out(SHIP, "gardens wrench", "use the wrench on the grating")
    assert all(op.op != "use" for op in played.outcome.changes), played.outcome


@cases
def test_a_thing_is_told_of_as_what_it_is(
    folder: str, setting: str, words: str, told: str, untold: str
) -> None:
    text = " ".join(span.text for span in try_out(folder, setting, words).spans).casefold()
    assert told in text
    assert untold not in text


def test_who_offers_one_of_several_keeps_the_rest() -> None:
    assert try_out(OFFICE, "lobby", "offer otis a cigarette").after.items["cigarettes"] == PLAYER
    assert try_out(OFFICE, "lobby", "give otis the cigarettes").after.items["cigarettes"] == "otis"


def test_nobody_sleeps_on_what_stands_elsewhere() -> None:
    played = try_out(OFFICE, "lobby", "lie down on the couch")
    assert played.after.minutes - standing(OFFICE, "lobby", 5).minutes < 10


@cases
def test_what_is_absurd_depends_on_the_world(folder: str, words: str, absurd: bool) -> None:
    place = world_at(folder).player.at
    assert (understand(world_at(folder), standing(folder, place, 5), words).unclear == "absurd") is absurd


@cases
def test_modern_ways_of_speaking_are_read(folder: str, setting: str, words: str, read: list[str]) -> None:
    intents = understand(world_at(folder), standing(folder, setting, 5), words).intents
    assert [" ".join([one.verb, *one.objects]) for one in intents] == read


def test_nobody_is_an_it_that_stays_where_it_is() -> None:
    text = " ".join(span.text for span in try_out(OFFICE, "lobby", "take otis").spans)
    assert "Otis" in text
    assert "it is" not in text


def test_whose_pocket_is_picked_loses_what_a_rule_lets_be_stolen() -> None:
    played = try_out(OFFICE, "lobby", "pick his pocket")
    assert [op.op for op in played.outcome.changes] == ["attempt"]


@cases
def test_whether_an_ending_is_asked_back_does_not_tell_the_dice(die: int) -> None:
    state = standing(OFFICE, "crane_office revolver", 5)
    state.flags["loaded"] = 0
    played = play(world_at(OFFICE), state, "frighten Crane with the revolver", Roll(d20=(die,) * 4))
    assert [aside.why for aside in played.outcome.asides] == ["ending"]
    again = play(world_at(OFFICE), played.after, played.outcome.asides[0].choices[0], Roll(d20=(die,) * 4))
    assert (again.after.ended == "confession") is (die == 20)


@cases
def test_every_ending_is_reached_by_its_path(folder: str) -> None:
    assert path_faults(world_at(folder)) == []
