"""Acts in several parts, and words to the Game Master: what each part comes to, and nothing that nobody ordered."""

from __future__ import annotations

import pytest

from gamemaster.authoring.input_lists import state_of
from gamemaster.narration.understudy.understudy import Played, play
from gamemaster.play.opening import begin
from tests.casekit import cases
from tests.worldkit import world_at
from worlds.schema import PLAYER

LONG_NIGHT, LIGHTHOUSE = "worlds/long_night", "worlds/lighthouse"
CARAVANSERAI = "tests/worlds_unseen/caravanserai"


def _turn_of(folder: str, place: str, words: str, *, here: str = "", has: str = "") -> Played:
    world = world_at(folder)
    state = state_of(world, 1, {"place": place, "here": here.split(), "has": has.split()})
    return play(world, state, words)


def _text_of(turn: Played) -> str:
    return "\n".join(span.text for span in turn.spans)


@cases
def test_what_orders_nothing_takes_no_time(folder: str, place: str, words: str) -> None:
    assert _turn_of(folder, place, words).ruling.minutes == 0


@pytest.mark.usefixtures("no_written_answers")
@cases
def test_ones_own_knife_is_not_handed_back_as_somebody_elses(place: str) -> None:
    turn = _turn_of(LONG_NIGHT, place, "do I still have Ivar's knife? if so hand it back")
    assert turn.after.items["belt_knife"] == PLAYER
    assert "nothing of Ivar's" in _text_of(turn)
    assert _turn_of(LONG_NIGHT, "shore", "give Ivar his knife back").after.items["belt_knife"] == PLAYER


def test_a_threat_in_jest_frightens_nobody() -> None:
    said = (
        '"Tell me the truth about Friday, Dilys, or I\'ll report you for dancing on duty," I say with a wink'
    )
    turn = _turn_of(LIGHTHOUSE, "kitchen", said, here="dilys")
    assert [one.verb for one in turn.outcome.intents] == ["tell"]
    assert turn.outcome.intents[0].objects == ("dilys",)


@cases
def test_a_part_that_fails_is_not_told_as_a_parser_would(
    folder: str, place: str, has: str, words: str, told: str, untold: str
) -> None:
    text = _text_of(_turn_of(folder, place, words, has=has))
    assert told in text
    assert untold not in text


def test_what_stands_elsewhere_is_told_of_with_the_way() -> None:
    world = world_at(LIGHTHOUSE)
    state = state_of(world, 1, {"place": "watchroom"})
    for place in ("watchroom", "wireless", "bunkroom", "kitchen", "store"):
        state.visited[place] = 1
    state.place = "store"
    turn = play(world, state, "wind the bell")
    assert "The bell machine is at the Watch Room" in _text_of(turn)
    assert turn.outcome.suggestions[0] == "Go to the Watch Room"


@cases
def test_the_first_look_does_not_repeat_the_opening(folder: str) -> None:
    world = world_at(folder)
    state = begin(world, 7)
    first = play(world, state, "look around")
    again = [key for span in first.spans for key in span.keys if key in state.told]
    place = world.locations[state.place].description.first
    long = [text for variant in place for text in variant.text if text in _text_of(first)]
    assert not long or not again


@cases
def test_the_game_master_answers_what_the_player_knows(
    folder: str, place: str, has: str, words: str, told: str
) -> None:
    turn = _turn_of(folder, place, words, has=has)
    assert turn.ruling.minutes == 0
    assert _text_of(turn).startswith(told)


def test_whoever_runs_the_place_is_looked_for_with_the_eyes() -> None:
    turn = _turn_of(CARAVANSERAI, "gate", "go into the yard and look for whoever runs this place")
    assert turn.after.place == "yard"
    assert "Here with you: Farrokh" in _text_of(turn)
    assert not turn.after.searched


def test_a_torch_to_the_yard_sets_fire_to_nothing() -> None:
    turn = _turn_of(LONG_NIGHT, "hall", "torch to the yard", has="pine_torch")
    assert turn.after.place == "yard"
    assert [one.verb for one in turn.outcome.intents] == ["go"]


def test_what_is_heaved_on_a_shoulder_is_carried_and_lies_nowhere() -> None:
    turn = _turn_of(LIGHTHOUSE, "landing", "heave the turnip crate up on my shoulder and take it in with me")
    assert turn.after.items["turnips"] == "player"
    assert _text_of(turn).count("Forty turnips") == 1
    assert "the player" not in _text_of(turn)


def test_of_a_long_request_only_what_is_asked_is_said_back() -> None:
    words = 'I say to Tallack "Drink up all of you, I am going up to look at this bell before twelve."'
    assert "all of me" not in _text_of(_turn_of(LIGHTHOUSE, "kitchen", words))


def test_what_to_beware_of_is_asked_of_the_game_master() -> None:
    turn = _turn_of(LONG_NIGHT, "hall", "GM: what should I be careful of tonight?")
    assert turn.ruling.minutes == 0
    assert "You do not know" not in _text_of(turn)


def test_whoever_sits_down_beside_somebody_keeps_them_company_and_does_not_rest() -> None:
    assert _turn_of(CARAVANSERAI, "gate", "sit down on the bench").ruling.minutes == 10
    assert _turn_of(CARAVANSERAI, "gate", "sit down beside the old man on the bench").ruling.minutes == 0
