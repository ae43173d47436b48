"""Worlds of other times, which no part of the code was written for: lifts, telephones, guns, consoles, airlocks."""

from __future__ import annotations

import pytest

from gamemaster.authoring.skein.ending_paths import path_faults
from gamemaster.language.understanding import understand
from gamemaster.narration.understudy.understudy import Played
from gamemaster.narration.understudy.understudy import play_without_suggestions as play
from gamemaster.rules.proposal import Attempt, Roll
from tests.scenekit import standing
from tests.worldkit import world_at
from worlds.schema import PLAYER

OFFICE, SHIP, NIGHT = "tests/worlds_modern/brannigan", "tests/worlds_modern/deck_nine", "worlds/long_night"


def try_out(folder: str, setting: str, words: str) -> Played:
    return play(world_at(folder), standing(folder, setting, 5), words)


@pytest.mark.parametrize(
    ("folder", "setting", "words", "place"),
    [
        # A way is taken by going it, as far as was said.
        (OFFICE, "lobby", "take the elevator", "elevator"),
        (OFFICE, "lobby", "take the stairs up to my office", "fourth"),
        (OFFICE, "fourth", "use the lift to get to the lobby", "lobby"),
        (OFFICE, "fourth", "take the elevator to the ninth floor", "elevator"),  # its button needs a key
        (OFFICE, "fourth pass_key", "take the elevator to the ninth floor", "ninth"),
        (OFFICE, "elevator", "take the elevator up", "fourth"),
        (OFFICE, "elevator", "push the button for four", "fourth"),
        (OFFICE, "elevator", "push the button for nine", "elevator"),
        (OFFICE, "elevator", "take the elevator to four", "fourth"),
        (SHIP, "corridor", "take the lift", "lift"),
    ],
)  # fmt: skip
def test_a_way_is_taken_and_not_carried(folder: str, setting: str, words: str, place: str) -> None:
    played = try_out(folder, setting, words)
    assert played.after.place == place, played.outcome
    assert not any(isinstance(op, Attempt) for op in played.outcome.changes)


@pytest.mark.parametrize(
    ("folder", "setting", "words"),
    [
        (OFFICE, "elevator", "push the buttons"),
        (OFFICE, "elevator", "shake the mirror"),
        (OFFICE, "lobby revolver", "pull the gun"),
        (OFFICE, "lobby revolver", "aim the gun at the clock"),
        (OFFICE, "ninth", "push crane's door"),
        (SHIP, "bunkroom torch", "shake the torch"),
        (SHIP, "gardens", "press the breaker"),
        (SHIP, "pump_room", "type 'status'"),
        (SHIP, "pump_room gus", 'type "help"'),
    ],
)
def test_a_thing_is_handled_without_a_feat_of_strength(folder: str, setting: str, words: str) -> None:
    played = try_out(folder, setting, words)
    assert not any(isinstance(op, Attempt) for op in played.outcome.changes), played.outcome
    assert played.after.wounds == standing(folder, setting, 5).wounds


@pytest.mark.parametrize(
    ("setting", "words", "thing"),
    [
        ("crane_office", "try 9-17-31 on the safe", "safe"),
        ("crane_office", "enter the combination", "safe"),
        ("crane_office", "turn the dial to 9, then 17, then 31", "safe"),
        ("fourth", "dial 555-1234", "phone"),
        ("crane_office", "turn 3 times", None),
        ("lobby", "try 9-17-31", None),
    ],
)
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


@pytest.mark.parametrize(
    ("folder", "setting", "words", "read"),
    [
        # A weapon that is levelled at somebody is a threat, one that is fired a blow.
        (OFFICE, "lobby revolver", "point the gun at otis", "threaten otis revolver"),
        (OFFICE, "lobby revolver", "pull the gun on otis", "threaten otis revolver"),
        (OFFICE, "lobby revolver", "fire at otis", "attack otis"),
        (OFFICE, "lobby revolver", "point at otis", "show otis"),
        # A key that is held to a lock opens it, whatever the lock is made of.
        (SHIP, "gardens keycard", "swipe the keycard", "use vault keycard"),
        (SHIP, "gardens keycard", "tap the card on the reader", "use vault keycard"),
        (SHIP, "gardens keycard", "insert the keycard into the slot", "use vault keycard"),
        (SHIP, "gardens keycard", "touch the keycard", "touch keycard"),
        (SHIP, "gardens torch", "swipe the torch", "take torch"),
        (SHIP, "corridor keycard", "tap the card on the hatch", "touch keycard"),
    ],
)  # fmt: skip
def test_what_is_held_is_used_on_what_is_before_it(folder: str, setting: str, words: str, read: str) -> None:
    first = understand(world_at(folder), standing(folder, setting, 5), words).intents[0]
    assert " ".join([first.verb, *first.objects, *filter(None, [first.tool])]) == read


def test_a_key_is_used_by_going_where_it_lets_one_go() -> None:
    assert try_out(SHIP, "gardens keycard", "use the keycard").after.place == "vault"
    assert try_out(SHIP, "gardens keycard", "swipe the card through the reader").after.place == "vault"
    assert try_out(SHIP, "corridor keycard", "use the keycard").after.place == "corridor"


@pytest.mark.parametrize(
    ("folder", "setting", "words", "rule"),
    [
        # A phrase of the writer's holds where its rule refuses, though the menu offers the deed in the same words.
        (OFFICE, "fourth", "call the police", "call_police"),
        # What is done by oneself is done whoever hears it.
        (SHIP, "gardens", "sing to gus", "play_music"),
        (SHIP, "gardens", "sing gus a song", "play_music"),
    ],
)
def test_a_rule_answers_in_the_words_of_its_writer(folder: str, setting: str, words: str, rule: str) -> None:
    assert any(op.op == "use" and op.rule == rule for op in try_out(folder, setting, words).outcome.changes)


def test_a_tool_is_used_on_what_was_named_alone() -> None:
    played = try_out(SHIP, "gardens wrench", "use the wrench on the grating")
    assert all(op.op != "use" for op in played.outcome.changes), played.outcome


@pytest.mark.parametrize(
    ("folder", "setting", "words", "told", "untold"),
    [
        # What holds things is opened by looking into it; nothing is said of it that its writer did not.
        (OFFICE, "fourth", "open the filing cabinet", "everything from h to k is gone", "does not open"),
        (SHIP, "bunkroom", "open my locker", "a child's drawing", "no lid"),
        (OFFICE, "fourth", "open the couch", "the couch", "no lid"),
        (OFFICE, "fourth", "close the elevator door", "you close the elevator door", "nothing comes of it"),
        # One of several is not all of them.
        (OFFICE, "lobby", "offer otis a cigarette", "you offer otis a cigarette", "luckies"),
        (SHIP, "lab", "take the dishes", "the dishes", "dishes stays"),
        (SHIP, "lab", "charge the kettle", "", "accus"),
    ],
)
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


@pytest.mark.parametrize(
    ("folder", "words", "absurd"),
    [
        (OFFICE, "take the car", False),
        (OFFICE, "take the train", False),  # a world with a telephone knows what a train is
        (OFFICE, "use the lightsaber", True),
        (NIGHT, "take the train", True),
        (NIGHT, "take the pistol", True),
    ],
)
def test_what_is_absurd_depends_on_the_world(folder: str, words: str, absurd: bool) -> None:
    place = world_at(folder).player.at
    assert (understand(world_at(folder), standing(folder, place, 5), words).unclear == "absurd") is absurd


@pytest.mark.parametrize(
    ("folder", "setting", "words", "read"),
    [
        # Whoever is far off is not reached by a shout; what is said to nobody calls nobody.
        (SHIP, "lab", "phone my mother", []),
        (OFFICE, "elevator", "call a taxi", []),
        (OFFICE, "elevator", "call for help", ["call"]),
        (OFFICE, "elevator", "I say 'Nine, please'", ["express"]),
        (OFFICE, "elevator", "I shout 'Help!'", ["call"]),
        (SHIP, "pump_room", "log into the computer", ["hack terminal"]),  # as its writer has it
        (OFFICE, "lobby", "pick his pocket", ["steal otis"]),
        (SHIP, "gardens", "kick the door in", ["break vault"]),  # of two ways the one that is shut
        (SHIP, "gardens", "unlock the door", ["unlock vault"]),
        (OFFICE, "lobby", "pick the guard's pocket", ["steal otis"]),
    ],
)
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


@pytest.mark.parametrize("die", [1, 20])
def test_whether_an_ending_is_asked_back_does_not_tell_the_dice(die: int) -> None:
    state = standing(OFFICE, "crane_office revolver", 5)
    state.flags["loaded"] = 0
    played = play(world_at(OFFICE), state, "frighten Crane with the revolver", Roll(d20=(die,) * 4))
    assert [aside.why for aside in played.outcome.asides] == ["ending"]
    again = play(world_at(OFFICE), played.after, played.outcome.asides[0].choices[0], Roll(d20=(die,) * 4))
    assert (again.after.ended == "confession") is (die == 20)


@pytest.mark.parametrize("folder", [OFFICE, SHIP])
def test_every_ending_is_reached_by_its_path(folder: str) -> None:
    assert path_faults(world_at(folder)) == []
