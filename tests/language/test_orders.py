"""Orders and what they are done to: blows, what is put on something, what is only knocked at."""

from __future__ import annotations

import pytest

from gamemaster.language.reading import Reading
from gamemaster.language.understanding import understand
from gamemaster.play.opening import begin
from tests.worldkit import world_at

INN, SHIP = "tests/worlds_unseen/caravanserai", "tests/worlds_modern/deck_nine"


def read(folder: str, place: str, words: str, *has: str) -> Reading:
    world = world_at(folder)
    state = begin(world, 1).model_copy(update={"place": place})
    state.items.update(dict.fromkeys(has, "player"))
    return understand(world, state, words)


@pytest.mark.parametrize("words", ["kick the drum", "hit the drum", "slap the drum", "punch the drum hard"])
def test_one_blow_breaks_nothing(words: str) -> None:
    assert [intent.verb for intent in read("worlds/lighthouse", "store", words).intents] == ["knock"]


@pytest.mark.parametrize("words", ["smash the drum", "break the drum with the oar", "kick in the drum"])
def test_what_is_to_be_broken_is(words: str) -> None:
    assert [intent.verb for intent in read("worlds/lighthouse", "store", words).intents] == ["break"]


@pytest.mark.parametrize(
    ("folder", "place"), [("worlds/lighthouse", "store"), ("worlds/long_night", "shore")]
)
@pytest.mark.parametrize("words", ["knock on the wardrobe", "kick the piano", "rap on the skylight twice"])
def test_nobody_knocks_at_another_door_instead(folder: str, place: str, words: str) -> None:
    reading = read(folder, place, words)
    assert not reading.intents
    assert reading.unclear == "no_such_thing"


@pytest.mark.parametrize("words", ["knock", "knock twice", "knock at the door"])
def test_a_door_need_not_be_named(words: str) -> None:
    assert [intent.verb for intent in read("worlds/long_night", "shore", words).intents] == ["knock"]


def test_what_is_put_on_something_is_not_worn() -> None:
    intents = read("worlds/lighthouse", "store", "take the oars, go up and put them on the table").intents
    assert [intent.verb for intent in intents] == ["take", "go", "put"]
    worn = read("worlds/long_night", "shore", "take off the cloak, then put it on", "sea_cloak").intents
    assert [intent.verb for intent in worn] == ["remove", "wear"]


@pytest.mark.parametrize(
    ("words", "minutes"),
    [
        ("knock and wait", 2), ("rap on the pipe, put my ear to it, and wait", 2), ("knock, then wait an hour", 60),
        ("hide and wait", None), ("wait", None), ("go up and wait", None),
    ],
)  # fmt: skip
def test_a_wait_for_what_comes_of_a_deed_is_a_pause(words: str, minutes: int | None) -> None:
    assert read("worlds/lighthouse", "store", words).intents[-1].minutes == minutes


@pytest.mark.parametrize(
    "words",
    [
        "check the book for tonight's entries",
        "look through the ledger for tonight",
        "look through the accounts",
        "look up the price in the accounts",
    ],
)
def test_what_is_gone_through_for_something_is_read(words: str) -> None:
    intent = read(INN, "kitchen", words).intents[0]
    assert (intent.verb, intent.objects[:1]) == ("read", ("water_book",))


@pytest.mark.parametrize(
    ("place", "words"),
    [
        ("kitchen", "look at the water book"),
        ("kitchen", "look at the water book for a moment"),
        ("gate", "check the letter for marks"),  # it is sealed, and to read it breaks the seal
        ("gate", "look through the letter"),
    ],
)
def test_what_is_only_looked_at_is_not_read(place: str, words: str) -> None:
    assert read(INN, place, words).intents[0].verb != "read"


@pytest.mark.parametrize(
    "words", ["read the terminal logs", "check the terminal logs", "read the terminal log"]
)
def test_what_is_elsewhere_by_its_last_word_is_sought_in_what_is_here(words: str) -> None:
    assert read(SHIP, "pump_room", words).intents[0].objects == ("terminal",)


def test_what_is_here_itself_is_meant() -> None:
    assert read(SHIP, "corridor", "examine the sealing tape").intents[0].objects == ("tape",)


@pytest.mark.parametrize(
    ("place", "words"), [("kitchen", "read the tally"), ("kitchen", "read the tally on the chain")]
)
def test_a_noun_in_ly_is_no_manner(place: str, words: str) -> None:
    assert read(INN, place, words).intents[0].objects == ("jar",)


@pytest.mark.parametrize(
    ("words", "missed"),
    [
        ("shut off the sprinklers", "sprinklers"),
        ("shut down the reactor", "reactor"),
        ("close up the shop", "shop"),
    ],
)
def test_what_is_shut_off_is_wanted_here(words: str, missed: str) -> None:
    reading = read(SHIP, "gardens", words)
    assert not reading.intents
    assert missed in reading.about


@pytest.mark.parametrize(
    "words",
    [
        "go to the attic and read the page",
        "wander off somewhere private and read the page",
        "walk over to the piano and open the drawer",
    ],
)
def test_what_was_to_be_done_elsewhere_is_not_done_here(words: str) -> None:
    reading = read("worlds/lighthouse", "kitchen", words, "torn_page")
    assert not reading.intents
    assert reading.unclear == "no_such_thing"


@pytest.mark.parametrize("words", ["go to the stove and read the page", "go down and read the page"])
def test_what_can_be_gone_to_is_where_it_is_done(words: str) -> None:
    intents = read("worlds/lighthouse", "kitchen", words, "torn_page").intents
    assert [intent.verb for intent in intents] == ["go", "read"]


def test_look_before_a_statement_looks_at_nothing() -> None:
    world = world_at("worlds/lighthouse")
    state = begin(world, 1).model_copy(update={"place": "store"})
    state.characters["jory"].place = "store"
    assert "look" not in [one.verb for one in understand(world, state, "Look, you seem tired").intents]
    assert understand(world, state, "look around, I'm lost").intents[0].verb == "look"


def test_whoever_knocks_to_ask_somebody_inside_goes_in() -> None:
    world = world_at("worlds/long_night")
    state = begin(world, 1).model_copy(update={"place": "yard"})
    state.characters["groa"].place = "groa_hut"
    intents = understand(world, state, "go to the turf hut, knock twice and ask Groa for guest-right").intents
    assert [intent.verb for intent in intents] == ["knock", "go", "ask"]
    assert [one.verb for one in understand(world, state, "go to the turf hut and knock").intents] == ["knock"]
