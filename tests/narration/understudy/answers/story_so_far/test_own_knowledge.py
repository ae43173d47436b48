"""Tests of questions that only the player's own memory answers: the Game Master's, at no time, with people about."""

from __future__ import annotations

import pytest

from gamemaster.narration.understudy.understudy import Played, play
from tests.casekit import cases
from tests.scenekit import notice, scene, state_at
from tests.worldkit import world_at

NIGHT, LIGHT = "worlds/long_night", "worlds/lighthouse"
CITY = "tests/worlds_modern/brannigan"


def notices(turn: Played) -> str:
    return "\n".join(span.text for span in turn.spans if span.kind == "notice")


@pytest.mark.usefixtures("no_written_answers")
@cases
def test_the_game_master_says_what_the_player_knows(world: str, place: str, words: str, told: str) -> None:
    turn = play(world_at(world), state_at(world, place), words)
    assert told in notices(turn)
    assert turn.ruling.minutes == 0
    assert not any(span.speaker for span in turn.spans)


def test_people_who_were_met_elsewhere_are_told_apart_from_those_here() -> None:
    state = state_at(NIGHT, "hall")
    state.characters["ivar"].met = True
    heard = notices(play(world_at(NIGHT), state, "who have I met so far?"))
    assert heard == "You have met Ivar and Ragnhild. Ragnhild is here with you."


def test_what_somebody_said_of_it_is_quoted_with_their_name() -> None:
    state = state_at(NIGHT, "shore")
    after = play(world_at(NIGHT), state, "Ivar, who is Orm?").after
    heard = notices(play(world_at(NIGHT), after, "what have I heard about Orm so far?"))
    assert "Ivar said: " in heard


def test_the_name_that_a_player_gave_is_remembered() -> None:
    state = state_at(CITY, "lobby")
    after = play(world_at(CITY), state, "My name is Torvald").after
    turn = play(world_at(CITY), after, "What was my name?")
    assert notices(turn).startswith("You said that your name is Torvald.")
    assert turn.ruling.minutes == 0


def test_amid_a_talk_what_happened_in_the_night_is_asked_of_the_other() -> None:
    state = state_at(LIGHT, "kitchen")
    after = play(world_at(LIGHT), state, "Good evening, Tallack").after
    turn = play(world_at(LIGHT), after, "what happened last night?")
    assert not notices(turn).startswith("Nothing that you saw")


@cases
def test_who_somebody_here_is_costs_no_time_and_tells_their_calling(words: str) -> None:
    told = notice(play(world_at(NIGHT), scene(NIGHT, "hall", "ragnhild"), words))
    assert told.startswith("Ragnhild: Mistress of Kaldvik.")


def test_whether_one_has_met_somebody_is_told_from_the_record() -> None:
    state = state_at(NIGHT, "hall")
    assert "not spoken yet" in notice(play(world_at(NIGHT), state, "have I met Ragnhild?"))
    state.characters["ragnhild"].met = True
    assert "Yes: you have spoken with" in notice(play(world_at(NIGHT), state, "have I met Ragnhild?"))


def test_a_look_about_answers_who_is_about() -> None:
    turn = play(world_at(NIGHT), state_at(NIGHT, "hall"), "who's about? I have a look round")
    assert "notice" not in {span.kind for span in turn.spans}
