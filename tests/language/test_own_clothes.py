"""What is done to one's own clothes and body, or made and thrown at once: told as typed, and it costs nothing."""

from __future__ import annotations

from tests.casekit import cases
from tests.scenekit import play_in, text_of
from worlds.schema import PLAYER

NIGHT, DECK, LIGHT = "worlds/long_night", "tests/worlds_modern/deck_nine", "worlds/lighthouse"


@cases
def test_it_is_told_as_typed_and_takes_no_time(world: str, place: str, words: str, told: str) -> None:
    _, played = play_in(world, place, words)
    assert told in text_of(played)
    assert played.ruling.minutes == 0
    assert not [one for one in played.outcome.changes if one.op in ("attempt", "take", "drop")]


def test_what_is_done_to_oneself_is_told_as_typed() -> None:
    _, played = play_in(NIGHT, "shore", "brush the snow off me")
    assert "You brush the snow off you" in text_of(played)


def test_a_prayer_for_what_is_not_here_is_a_prayer() -> None:
    _, played = play_in(NIGHT, "shore", "pray for the drowned")
    assert [happening.what for happening in played.ruling.happenings if happening.kind == "rule"] == [
        "pray_anywhere"
    ]


@cases
def test_how_one_came_here_is_what_the_opening_tells(words: str) -> None:
    _, played = play_in(DECK, "", words)
    told = text_of(played)
    assert told.startswith("You wake to the wrong sound")
    assert "@" not in told


@cases
def test_what_is_hidden_in_ones_clothes_stays_with_one(words: str) -> None:
    _, played = play_in(LIGHT, "kitchen", words, here="tallack", has="torn_page")
    assert played.ruling.minutes <= 1
    assert played.after.items["torn_page"] == PLAYER


@cases
def test_what_is_done_at_the_end_of_a_walk_leads_nowhere_else(words: str) -> None:
    _, played = play_in(LIGHT, "landing", words)
    assert played.after.place == "store"


def test_a_quiet_corner_elsewhere_is_gone_to_first() -> None:
    _, played = play_in(
        LIGHT,
        "kitchen",
        "find a quiet corner upstairs n read the paper by meself",
        here="tallack",
        has="torn_page",
    )
    assert played.after.place == "bunkroom"
    assert "read_page" in [happening.what for happening in played.ruling.happenings]


def test_what_is_to_be_said_at_the_end_of_a_walk_is_said_there() -> None:
    _, played = play_in(NIGHT, "yard", "go into the hall and say I come in peace", here="ulf")
    assert played.after.place == "hall"
    assert [one.objects for one in played.outcome.intents if one.verb == "tell"] == [("ragnhild",)]


def test_who_is_named_after_a_question_about_them_is_its_topic() -> None:
    _, played = play_in(LIGHT, "store", "what's he like, Tallack?", here="jory")
    assert [(one.objects, one.topic) for one in played.outcome.intents] == [(("jory",), "tallack")]
