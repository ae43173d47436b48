"""What is offered of many, part of a meal, a coin that decides, a door that is listened at: small deeds."""

from __future__ import annotations

import pytest

from gamemaster.language.understanding import understand
from gamemaster.narration.understudy.understudy import play_without_suggestions as play
from gamemaster.rules.proposal import Attempt
from tests.narration.understudy.test_modern_worlds import OFFICE, SHIP, try_out
from tests.scenekit import standing
from tests.worldkit import world_at
from worlds.schema import PLAYER


def told_by(folder: str, setting: str, words: str) -> str:
    return "\n".join(span.text for span in try_out(folder, setting, words).spans)


@pytest.mark.parametrize(
    "words",
    ["cigarette?", "smoke, otis?", "want a smoke, otis?", "here, have a smoke", "have a cigarette, otis",
     "just kidding. here, have a smoke", "give otis a lucky"],
)  # fmt: skip
def test_one_of_many_is_offered_to_whoever_is_there(words: str) -> None:
    played = try_out(OFFICE, "lobby cigarettes", words)
    assert "Otis" in played.spans[0].text or "otis" in played.spans[0].text
    assert any(span.speaker == "otis" for span in played.spans), "and is answered"
    assert played.after.items["cigarettes"] == PLAYER, "the rest is kept"
    assert played.after.minutes - standing(OFFICE, "lobby", 5).minutes <= 1


def test_what_is_given_and_lit_is_not_smoked_by_the_giver() -> None:
    state = standing(OFFICE, "ninth cigarettes lighter", 5)
    played = play(world_at(OFFICE), state, "give her one lucky and light it with the zippo")
    assert "You light one." not in "".join(span.text for span in played.spans)
    assert played.after.needs["tired"] >= state.needs["tired"], "a smoke of one's own would rest one"


@pytest.mark.parametrize("words", ["knife?", "coat?"])
def test_what_is_not_many_is_not_given_away_by_its_name(words: str) -> None:
    reading = understand(world_at(OFFICE), standing(OFFICE, "lobby coat", 5), words)
    assert "give" not in [one.verb for one in reading.intents]


def test_half_a_meal_leaves_the_rest() -> None:
    assert try_out(SHIP, "bunkroom ration", "eat half the ration bar").after.items["ration"] == PLAYER
    assert try_out(SHIP, "bunkroom ration", "eat the ration bar").after.items["ration"] != PLAYER


@pytest.mark.parametrize(
    "words",
    ["flip the dime", "flip a coin", "flip the dime: heads i put the key back, tails i walk",
     "toss the dime. heads I go upstairs, tails I stay"],
)  # fmt: skip
def test_a_coin_falls_on_one_of_its_sides_and_nothing_more_is_done(words: str) -> None:
    sides = set()
    for seed in range(12):
        state = standing(OFFICE, "lobby dime pass_key", 5)
        state.seed = seed
        played = play(world_at(OFFICE), state, words)
        text = "".join(span.text for span in played.spans)
        sides.add(text.rstrip(".").rpartition(" ")[2])
        assert (played.after.place, played.after.items) == ("lobby", state.items)
        assert text.count("comes down") == 1
    assert sides == {"heads", "tails"}


@pytest.mark.parametrize(
    "words", ["listen at crane's door", "press my ear to crane's door", "listen to crane's office"]
)
def test_somebody_is_heard_behind_a_door_or_nobody_is(words: str) -> None:
    state = standing(OFFICE, "ninth", 5)
    someone = "".join(span.text for span in play(world_at(OFFICE), state, words).spans)
    state.characters["crane"].place = "nowhere"
    nobody = "".join(span.text for span in play(world_at(OFFICE), state, words).spans)
    assert someone != nobody
    assert "Nothing stirs" in nobody or "hear nobody" in nobody


def test_who_has_knocked_goes_in_where_they_knocked() -> None:
    knocked = play(world_at(SHIP), standing(SHIP, "corridor", 5), "knock at the lab").after
    assert play(world_at(SHIP), knocked, "well then go in").after.place == "lab"


def test_nobody_here_is_she() -> None:
    assert "\u201cher\u201d" in told_by(OFFICE, "lobby", "hit her")


@pytest.mark.parametrize(
    "words",
    ["who switched off the lights?", "who killed the lights?",
     "who switched off the lights? dont give me that not at liberty crap"],
)  # fmt: skip
def test_who_did_something_is_asked_and_no_lamp_is_handled(words: str) -> None:
    played = try_out(SHIP, "bunkroom torch", words)
    assert any(span.speaker == "warden" for span in played.spans)
    assert played.after.minutes - standing(SHIP, "bunkroom", 5).minutes <= 1


def test_whoever_is_told_to_listen_is_spoken_to() -> None:
    reading = understand(
        world_at(SHIP), standing(SHIP, "bunkroom", 5), "listen toaster, tell me or i rip your cables out"
    )
    assert [(one.verb, one.objects) for one in reading.intents] == [("threaten", ("warden",))]
    alone = understand(world_at(SHIP), standing(SHIP, "bunkroom", 5), "listen at the door, then look around")
    assert alone.intents[0].verb == "listen"


def test_a_deal_is_asked_for_and_nothing_of_the_players_is_taken() -> None:
    state = standing(OFFICE, "lobby cigarettes film", 5)
    offered = play(world_at(OFFICE), state, "offer otis a lucky for the master key").after
    handed = play(world_at(OFFICE), offered, "c'mon otis hand it over, we had a deal")
    assert handed.after.items == state.items
    assert not any(isinstance(op, Attempt) for op in handed.outcome.changes)
