"""What costs a thing, a good name or hours is done only where it was asked for: laying down, shamming, listing."""

from __future__ import annotations

import pytest

from gamemaster.narration.understudy.understudy import Played
from gamemaster.narration.understudy.understudy import play_without_suggestions as play
from tests.scenekit import play_in, scene
from tests.worldkit import world_at
from worlds.schema import PLAYER

LIGHTHOUSE, LONG_NIGHT, BRANNIGAN = "worlds/lighthouse", "worlds/long_night", "tests/worlds_modern/brannigan"


def rules_of(turn: Played) -> set[str]:
    return {change.rule for change in turn.outcome.changes if change.op == "use"}


@pytest.mark.parametrize("words", ["slip the page back before he sees", "put the page back", "put page down"])
def test_what_is_only_laid_down_is_not_burnt(words: str) -> None:
    _, turn = play_in(LIGHTHOUSE, "kitchen", words, here="tallack", has="torn_page")
    assert "burn_page" not in rules_of(turn)
    assert turn.after.items["torn_page"] == "kitchen"


@pytest.mark.parametrize("words", ["burn the page", "throw the page in the stove"])
def test_what_is_to_be_burnt_still_is(words: str) -> None:
    assert "burn_page" in rules_of(play_in(LIGHTHOUSE, "kitchen", words, has="torn_page")[1])


@pytest.mark.parametrize(
    ("words", "where"),
    [
        ("put the torn page back in the record sleeve", "in the record sleeve"),
        ("slip the page into the sleeve", "in the record sleeve"),
        ("lay the page on the record sleeve", "on the record sleeve"),
    ],
)
def test_a_thing_is_in_what_it_was_put_into(words: str, where: str) -> None:
    _, turn = play_in(LIGHTHOUSE, "kitchen", words, has="torn_page")
    assert turn.after.spots == {"torn_page": where}


@pytest.mark.parametrize(
    "words",
    [
        "lie down on the bench and pretend to sleep but stay awake till someone moves",
        "lie down and pretend to sleep",
        "pretend to be asleep",
        "feign sleep",
        "lie on the bench, eyes shut, but stay awake",
        "lie down but don't sleep",
    ],
)
def test_to_pretend_to_sleep_is_neither_sleep_nor_a_lie(words: str) -> None:
    before, turn = play_in(LONG_NIGHT, "hall", words, here="ulf ragnhild")
    assert not {"deceive", "sleep"} & {intent.verb for intent in turn.outcome.intents}
    assert turn.after.minutes - before.minutes <= 30


@pytest.mark.parametrize(
    ("words", "verb"),
    [
        ("lie down on the bench and sleep", "sleep"),
        ("lie down", "sleep"),
        ("lie to ragnhild", "deceive"),
        ("pretend to be a priest", "deceive"),
    ],
)
def test_sleep_and_lies_that_are_meant_stay(words: str, verb: str) -> None:
    _, turn = play_in(LONG_NIGHT, "hall", words, here="ulf ragnhild")
    assert verb in {intent.verb for intent in turn.outcome.intents}


def test_a_gesture_beside_what_cannot_be_done_takes_a_moment() -> None:
    before, turn = play_in(
        LONG_NIGHT, "hall", "i smile at ulf but keep an eye on that axe", here="ulf ragnhild"
    )
    assert turn.after.minutes - before.minutes <= 1


@pytest.mark.parametrize(
    ("words", "things"),
    [
        ("gun, camera, paperclip - take em all", {"revolver", "camera", "wire"}),
        ("gun, camera - take both", {"revolver", "camera"}),
        ("the gun and the camera, take both", {"revolver", "camera"}),
        ("take them all", {"revolver", "camera", "wire", "trophy"}),
    ],
)
def test_of_a_list_nothing_else_is_taken(words: str, things: set[str]) -> None:
    before, turn = play_in(BRANNIGAN, "fourth", words)
    assert {thing for thing, at in turn.after.items.items() if at == PLAYER != before.items[thing]} == things


@pytest.mark.parametrize(
    "words",
    ["i meant pick it up. the film", "take it. the film", "no, i meant take the film",
     "fish the film out from under the fountain", "fish the film out"],
)  # fmt: skip
def test_the_film_is_taken_even_amid_a_talk(words: str) -> None:
    world = world_at(BRANNIGAN)
    asked = play(world, scene(BRANNIGAN, "lobby", "otis"), "ask otis about the key").after
    assert play(world, asked, words).after.items["film"] == PLAYER


@pytest.mark.parametrize("words", ["i meant the key", "fish around in the fountain"])
def test_nothing_is_taken_that_was_only_spoken_of_or_looked_for(words: str) -> None:
    before, turn = play_in(BRANNIGAN, "lobby", words, here="otis")
    assert turn.after.items == before.items


def test_to_light_up_is_to_light_what_one_smokes() -> None:
    assert rules_of(play_in(BRANNIGAN, "fourth", "light up")[1]) == {"smoke"}


def test_to_light_up_burns_nothing_else() -> None:
    _, turn = play_in(LIGHTHOUSE, "kitchen", "light up", has="torn_page")
    assert turn.after.items["torn_page"] == PLAYER
    assert not rules_of(turn)


@pytest.mark.parametrize(
    "words", ["give the pilchards to the cat, shh", "give the pilchards to the cat, pssst"]
)
def test_a_sound_at_the_end_is_no_thing(words: str) -> None:
    _, turn = play_in(LIGHTHOUSE, "kitchen", words, has="pilchards")
    assert turn.after.items["pilchards"] != PLAYER


@pytest.mark.parametrize(
    ("place", "words", "after"),
    [
        ("boathouse", "open the boathouse doors", "boathouse"),
        ("boathouse", "open the boathouse doors and look out", "boathouse"),
        ("hall", "open the hall door", "hall"),
        ("boathouse", "open the boathouse door and leave", "shore"),
        ("shore", "open the boathouse doors", "boathouse"),
        ("hall", "open the door to the yard", "yard"),
    ],
)
def test_to_open_the_doors_of_a_place_from_within_is_not_to_leave_it(
    place: str, words: str, after: str
) -> None:
    assert play_in(LONG_NIGHT, place, words)[1].after.place == after


@pytest.mark.parametrize(
    ("words", "verbs"),
    [
        ("take the trophy. but look underneath it first", ["examine", "take"]),
        ("look at the trophy first, then take it", ["examine", "take"]),
        ("first take the trophy, then look at it", ["take", "examine"]),
    ],
)
def test_what_is_to_be_done_first_is_done_first(words: str, verbs: list[str]) -> None:
    assert [intent.verb for intent in play_in(BRANNIGAN, "fourth", words)[1].outcome.intents] == verbs


def test_whatever_is_useful_is_whatever_there_is() -> None:
    _, turn = play_in("tests/worlds_modern/deck_nine", "bunkroom", "open my locker and take whatevers useful")
    assert turn.after.items["torch"] == PLAYER
