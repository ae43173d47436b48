"""Orders and what they are done to: blows, what is put on something, what is only knocked at."""

from __future__ import annotations

import pytest

from gamemaster.language.reading import Reading
from gamemaster.language.understanding import understand
from gamemaster.play.opening import begin
from tests.worldkit import world_at


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
