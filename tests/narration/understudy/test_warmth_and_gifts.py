"""Fires that are named as warmth, and things that change hands beside what is said: told in anybody's words."""

from __future__ import annotations

import pytest

from gamemaster.rules.proposal import Enjoy
from tests.scenekit import play_in

LIGHTHOUSE, LONG_NIGHT = "worlds/lighthouse", "worlds/long_night"
INN, MILL = "tests/worlds_unseen/caravanserai", "tests/sample_world"


@pytest.mark.parametrize(
    ("world", "place", "here", "words", "fire"),
    [
        (LONG_NIGHT, "groa_hut", "groa", "creep close to the flames", "groa_hut_fire"),
        (LONG_NIGHT, "groa_hut", "groa", "I stretch my stiff hands towards the embers", "groa_hut_fire"),
        (LONG_NIGHT, "smithy", "skeggi", "hold my frozen fingers over the coals", "smithy_forge"),
        (LONG_NIGHT, "smithy", "skeggi", "turn my back to the heat of the forge", "smithy_forge"),
        (LONG_NIGHT, "hall", "ragnhild", "dry my gloves at the fire", "hall_hearth"),
        (INN, "kitchen", "nuha", "toast my toes at the hearth", "hearth"),
        (INN, "kitchen", "nuha", "draw nearer to the glow", "hearth"),
        (INN, "kitchen", "nuha", "I reach my palms out to the fire and sigh", "hearth"),
        (LIGHTHOUSE, "kitchen", "tallack", "let the warmth of the stove thaw me", "stove"),
        (LIGHTHOUSE, "kitchen", "tallack", "shuffle up close to the stove", "stove"),
    ],
)
def test_whoever_goes_to_a_fire_for_its_warmth_is_warmed(
    world: str, place: str, here: str, words: str, fire: str
) -> None:
    _, turn = play_in(world, place, words, here)
    assert [op for op in turn.outcome.changes if isinstance(op, Enjoy)] == [Enjoy(what=fire, offer="warmth")]


@pytest.mark.parametrize(
    ("world", "place", "here", "words"),
    [
        (LONG_NIGHT, "hall", "ragnhild", "lay another log on the fire"),
        (INN, "kitchen", "nuha", "stoke the fire a little"),
        (INN, "kitchen", "nuha", "poke at the embers"),
        (LIGHTHOUSE, "kitchen", "tallack", "feed the stove"),
        (LONG_NIGHT, "hall", "ragnhild", "nod to the lady beside the fire"),
    ],
)
def test_what_is_done_to_a_fire_or_beside_it_is_no_rest(
    world: str, place: str, here: str, words: str
) -> None:
    before, turn = play_in(world, place, words, here)
    assert turn.after.minutes - before.minutes <= 5
    assert turn.after.needs == before.needs or turn.after.minutes > before.minutes


@pytest.mark.parametrize(
    ("world", "place", "here", "has", "words"),
    [
        (INN, "gate", "bishr", "waterskin", '"You must be parched." *passes him the waterskin*'),
        (INN, "stable", "layla", "bridle", '"For the mare." *slips her the bridle*'),
        (LIGHTHOUSE, "store", "jory", "letter", '"Read that." *hands him the letter*'),
        (LIGHTHOUSE, "store", "jory", "winding_key", "*flips Jory the winding key* catch!"),
        (LONG_NIGHT, "byre", "cuthred", "sea_cloak", '*tosses him my cloak* "You are blue."'),
        (LONG_NIGHT, "shore", "ivar", "belt_knife", '"It is yours." *presses the knife into his hand*'),
    ],
)
def test_a_gift_beside_words_is_given(world: str, place: str, here: str, has: str, words: str) -> None:
    before, turn = play_in(world, place, words, here, has)
    assert turn.after.items[has] == here
    assert turn.after.characters[here].disposition >= before.characters[here].disposition


def test_what_is_pressed_into_a_hand_is_no_blow() -> None:
    before, turn = play_in(LONG_NIGHT, "shore", "*pushes the knife against his palm*", "ivar", "belt_knife")
    assert turn.after.characters["ivar"].disposition >= before.characters["ivar"].disposition


@pytest.mark.parametrize(
    ("world", "place", "here", "words", "item"),
    [
        (LONG_NIGHT, "hall", "ragnhild", '"Well met." *takes off my cloak and hangs it by the door*', "sea_cloak"),
        (LIGHTHOUSE, "kitchen", "tallack", '"There." *unfolds the letter and lays it on the table*', "letter"),
    ],
)  # fmt: skip
def test_it_is_laid_down_where_it_is_said(world: str, place: str, here: str, words: str, item: str) -> None:
    assert play_in(world, place, words, here, item)[1].after.items[item] == place
