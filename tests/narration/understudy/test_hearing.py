"""What a sentence of a role-player is taken to do: its ordinary act, at its ordinary cost, and no other."""

from __future__ import annotations

import pytest

from gamemaster.authoring.input_lists import state_of
from gamemaster.narration.understudy.understudy import Played
from gamemaster.narration.understudy.understudy import play_without_suggestions as play
from gamemaster.rules.state import StoryState
from tests.worldkit import world_at

WORLDS = {
    "lodge": "long_night",
    "wreck": "long_night",
    "yard": "long_night",
    "shore": "long_night",
    "hall": "long_night",
    "boathouse": "long_night",
}


def scene(place: str) -> tuple[str, StoryState]:
    world = f"worlds/{WORLDS.get(place, 'lighthouse')}"
    return world, state_of(world_at(world), 1, {"place": place})


def play_at(place: str, *inputs: str) -> Played:
    """The last of several turns that begin at a place."""
    world, state = scene(place)
    for words in inputs:
        turn = play(world_at(world), state, words)
        state = turn.after
    return turn


def deeds(turn: Played) -> list[str]:
    return [change.op for change in turn.outcome.changes]


@pytest.mark.parametrize(
    ("place", "words"),
    [
        ("shore", "I wrap my cloak tighter"),
        ("hall", "I get up and stretch"),
        ("kitchen", "I hum the tune under my breath"),
        ("store", "I lean on the coal bunker"),
        ("hall", "I stop dead"),
    ],
)
def test_a_gesture_changes_nothing_and_takes_a_minute_at_most(place: str, words: str) -> None:
    _, before = scene(place)
    turn = play_at(place, words)
    assert turn.ruling.minutes <= 1
    assert turn.after.items == before.items
    assert turn.after.place == before.place


def test_what_is_said_quietly_without_quotation_marks_is_speech() -> None:
    turn = play_at("store", "I lean on the coal bunker and say quietly, look mate, is this rock haunted?")
    assert [intent.role for intent in turn.outcome.intents][-1] != "question"
    assert turn.outcome.intents[-1].objects == ("jory",)
    assert turn.ruling.minutes < 10


def test_a_door_that_is_hammered_on_is_knocked_at() -> None:
    turn = play_at("yard", "I hammer on the hall door with my fist.")
    assert [intent.verb for intent in turn.outcome.intents] == ["knock"]
    assert deeds(play_at("yard", "I hammer on the hall door with my fist.", "go in")) == ["move"]


def test_what_is_laid_in_a_lap_is_given() -> None:
    turn = play_at("hall", "I get up, walk to the high seat and lay my knife in Ragnhild's lap.")
    assert turn.outcome.intents[-1].verb == "give"
    assert turn.outcome.intents[-1].recipient == "ragnhild"


def test_somebody_dragged_along_is_asked_to_come_and_not_fought() -> None:
    turn = play_at("store", "grab Jory by the arm and drag him with me up to the kitchen")
    assert [intent.verb for intent in turn.outcome.intents] == ["touch", "recruit"]
    assert turn.after.wounds == 0


def test_a_plea_to_come_along_does_not_walk_the_player_off() -> None:
    turn = play_at("store", "please come up with me to the bell, I can't do it alone")
    assert turn.after.place == "store"
    assert turn.outcome.intents[0].verb == "recruit"


def test_what_came_to_hand_is_what_it_means_next() -> None:
    turn = play_at("kitchen", "take the record", "I pull the paper out of the record sleeve", "read it")
    assert turn.outcome.intents[0].objects == ("torn_page",)


def test_a_part_of_an_order_that_cannot_be_done_is_named() -> None:
    turn = play_at("landing", "I pick up my umbrella and the crate of turnips")
    assert deeds(turn) == ["take"]
    assert [(aside.why, aside.about) for aside in turn.outcome.asides] == [("not_found", "umbrella")]


def test_a_thing_never_seen_is_called_what_the_player_called_it() -> None:
    turn = play_at("shore", "pick up one chessman and go to the yard")
    assert turn.after.place == "yard"
    assert [aside.about for aside in turn.outcome.asides] == ["chessman"]
    assert not any("walrus" in span.text for span in turn.spans)


@pytest.mark.parametrize(
    "words", ["quietly take the record", "well then, take the record", "take the record, fast as I can"]
)
def test_adverbs_and_interjections_are_never_what_was_not_followed(words: str) -> None:
    turn = play_at("kitchen", words)
    assert deeds(turn) == ["take"]
    assert turn.outcome.asides == ()


def test_what_leads_on_after_then_is_a_walk_in_its_place() -> None:
    turn = play_at("boathouse", "leave everything just as I found it, then back to the shore")
    assert turn.after.place == "shore"
    assert turn.after.items == scene("boathouse")[1].items


def test_how_one_lies_while_sleeping_is_no_deed() -> None:
    turn = play_at(
        "hall", "Bed down on the bench, boots on, knife under my hand, and sleep until first light."
    )
    assert [intent.verb for intent in turn.outcome.intents] == ["sleep"]
    assert turn.outcome.intents[0].minutes is not None


def with_the_page_read() -> tuple[str, StoryState]:
    world = "worlds/lighthouse"
    told = {"place": "watchroom", "has": ["torn_page"], "set": ["bell_stopped"], "here": ["tallack"]}
    state = state_of(world_at(world), 1, told)
    state.facts["tallack_slept"] = 0
    return world, state


def test_an_ending_that_was_not_asked_for_is_asked_back_first() -> None:
    world, state = with_the_page_read()
    turn = play(world_at(world), state, "I hold out the torn page to Tallack. I know, sir. You fell asleep.")
    assert turn.after.ended is None
    assert turn.ruling.minutes == 0
    assert [aside.why for aside in turn.outcome.asides] == ["ending"]
    again = play(world_at(world), turn.after, turn.outcome.asides[0].choices[0])
    assert again.after.ended == "clean_record"


def test_an_order_that_says_outright_what_ends_the_story_is_done() -> None:
    world, state = with_the_page_read()
    assert play(world_at(world), state, "give the torn page to Tallack").after.ended == "clean_record"


@pytest.mark.parametrize(
    ("words", "verbs"),
    [
        ("jory m8 wot u hidin up that pipe lol", ["ask"]),
        ("take the oars no wait just look at them", ["examine"]),
        ("take the mantle > go up", ["take", "go"]),
        ("I take his hand", ["touch"]),
        ("I take off my cap", ["express"]),
    ],
)
def test_words_typed_in_haste_are_read_for_what_they_mean(words: str, verbs: list[str]) -> None:
    assert [intent.verb for intent in play_at("store", words).outcome.intents] == verbs


def test_a_tale_of_oneself_is_played_and_a_tale_of_others_is_not() -> None:
    turn = play_at("wreck", "Bersi gave me this bag. I sat on the bench, then I took Bersi's spoon.")
    assert turn.outcome.intents[-1].verb == "take"
    assert turn.outcome.asides == ()


def test_how_one_holds_oneself_is_no_deed() -> None:
    turn = play_at("shore", "I hold my knife out, hilt first, eyes shut")
    assert "break" not in [intent.verb for intent in turn.outcome.intents]


@pytest.mark.parametrize(
    ("place", "words", "verbs"),
    [
        ("shore", "I stare back at the single line of footprints", ["examine"]),
        ("store", "wedge the gunmetal door with an oar, so the next knock has to be a polite one", ["block"]),
        ("lodge", "I come in stamping the snow off", ["express"]),
        ("hall", "Somebody ought to shout that the byre is on fire.", ["tell"]),
    ],
)
def test_what_hangs_on_a_deed_is_no_deed(place: str, words: str, verbs: list[str]) -> None:
    assert [intent.verb for intent in play_at(place, words).outcome.intents] == verbs


def test_what_the_player_did_is_told_with_their_own_capitals_and_marks() -> None:
    assert play_at("hall", "i kneel by Ragnhild").spans[0].text.startswith("You kneel by Ragnhild.")
    turn = play_at("hall", "I tuck my knife under the sleeping boy's arm, gently")
    assert "under the sleeping boy's arm." in turn.spans[0].text
    turn = play_at("wreck", '"BERSI!" I bellow across the ice. "You still owe me four silver!"')
    assert "“BERSI! You still owe me four silver!”" in turn.spans[0].text


def test_no_word_of_english_is_taken_for_another_one_misspelt() -> None:
    turn = play_at("store", "bet you a shilling I can call the next toss")
    assert "shilling" in turn.outcome.intents[0].words


def test_a_place_that_nobody_has_heard_of_is_not_named() -> None:
    turn = play_at("hall", "ok il take floor by the wall then")
    assert "Counting Floor" not in " ".join(span.text for span in turn.spans)
