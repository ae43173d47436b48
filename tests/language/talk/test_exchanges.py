"""Exchanges, requests, company and words given: what is offered for what is read, however it is put."""

from __future__ import annotations

import pytest

from gamemaster.language.understanding import understand
from gamemaster.rules.proposal import Intent
from gamemaster.rules.state import StoryState, new_story
from tests.narration.understudy.conversations import LIGHTHOUSE, LONG_NIGHT
from tests.worldkit import world_at
from worlds.schema import PLAYER

BRANNIGAN = "tests/worlds_modern/brannigan"
DECK_NINE = "tests/worlds_modern/deck_nine"


def read(folder: str, place: str, words: str, *, has: tuple[str, ...] = ()) -> tuple[Intent, ...]:
    world = world_at(folder)
    return understand(world, at(folder, place, has), words).intents


def at(folder: str, place: str, has: tuple[str, ...] = ()) -> StoryState:
    state = new_story(world_at(folder), seed=1).model_copy(deep=True)
    state.place = place
    for item in has:
        state.items[item] = PLAYER
    return state


@pytest.mark.parametrize(
    "words",
    [
        "slip otis the dime for the key",
        "offer the dime to otis for his key",
        "otis, how about this dime for the key?",
        "can i have the key for a dime?",
        "otis, will you give me that key for my dime?",
        "i'll trade you my dime for the master key, otis",
        "swap the dime for the key with otis",
    ],
)
def test_a_thing_for_a_thing_is_a_bargain_and_leaves_nothing_lying_about(words: str) -> None:
    (intent,) = read(BRANNIGAN, "lobby", words, has=("dime",))
    assert (intent.verb, intent.objects, intent.tool, intent.recipient) == (
        "bargain", ("otis",), "dime", "pass_key",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("words", "topic"),
    [
        ("jory, if I gave you the lantern would you stand my watch?",
         "i will give you the lantern if you stand my watch"),
        ("would you stand my watch if I brought you some tea?", "i will bring you some tea if you stand my watch"),
        ("i give him my lantern if he takes my watch", "i will give you my lantern if you take my watch"),
        ("offer to help him carry the coal in return for some peace",
         "i will help you carry the coal if you give me some peace"),
    ],
)  # fmt: skip
def test_deeds_and_gifts_are_put_as_both_sides_of_one_offer(words: str, topic: str) -> None:
    (intent,) = read(LIGHTHOUSE, "store", words, has=("storm_lantern",))
    assert (intent.verb, intent.objects, intent.topic) == ("bargain", ("jory",), topic)


@pytest.mark.parametrize(
    ("folder", "place", "words", "verbs"),
    [
        # Look-alikes: what something is given, bought or looked for is nobody's price.
        (LIGHTHOUSE, "store", "give the turnips to jory for supper", ["give"]),
        (BRANNIGAN, "lobby", "give otis the dime", ["give"]),
        (LONG_NIGHT, "shore", "search the boats for a rope", ["search"]),
        (LIGHTHOUSE, "store", "let us go up", ["go"]),
    ],
)
def test_what_is_no_exchange_is_read_as_before(folder: str, place: str, words: str, verbs: list[str]) -> None:
    has = ("dime",) if folder == BRANNIGAN else ("turnips",) if folder == LIGHTHOUSE else ()
    assert [one.verb for one in read(folder, place, words, has=has)] == verbs


@pytest.mark.parametrize(
    "words",
    [
        "could i maybe borrow that master key for five minutes?",
        "otis, may I use your key?",
        "would you lend me the master key",
        "can i please have the key",
    ],
)
def test_a_thing_of_somebodys_is_asked_of_them_and_of_nobody_else(words: str) -> None:
    (intent,) = read(BRANNIGAN, "lobby", words)
    assert (intent.verb, intent.objects, intent.topic) == ("ask", ("otis",), "key")


@pytest.mark.parametrize(
    "words",
    [
        "come up and tell tallack youre sorry, i'll go with you",
        "can jory come with me?",
        "jory, i don't want to go up there alone",
        "take me to the kitchen, will you?",
    ],
)
def test_company_is_asked_for_and_nobody_walks_before_the_answer(words: str) -> None:
    assert [(one.verb, one.objects) for one in read(LIGHTHOUSE, "store", words)] == [("recruit", ("jory",))]


@pytest.mark.parametrize("words", ["i'll get you that valve, deal?", "i will bring it right back, i swear"])
def test_a_word_given_is_a_promise(words: str) -> None:
    (intent,) = read(LIGHTHOUSE, "store", words)
    assert (intent.verb, intent.words[:13]) == ("promise", "i promise to ")


@pytest.mark.parametrize(
    ("words", "verb"),
    [
        ("if you see the guy in the lincoln, whistle", "persuade"),
        ("do me a favor and keep an eye on the door will ya", "persuade"),
        ("i'm just going out, wait for me", "dismiss"),
        ("lead the way", "recruit"),
        ("if you come with me i'll give you my coat", "bargain"),
        ("lend us your coat", "ask"),
    ],
)
def test_what_somebody_else_is_to_do_is_nothing_that_the_player_does(words: str, verb: str) -> None:
    assert verb in {one.verb for one in read(BRANNIGAN, "lobby", words) if one.objects == ("otis",)}
    assert not {"call", "wait", "go", "take"} & {one.verb for one in read(BRANNIGAN, "lobby", words)}


@pytest.mark.parametrize("words", ["sure i'll take the jug to skeggi", "okay, i'll take the jug to skeggi"])
def test_a_yes_before_a_deed_leaves_it_a_deed(words: str) -> None:
    (intent,) = read(LONG_NIGHT, "brewhouse", words)
    assert (intent.verb, intent.objects) == ("give", ("ale_jug",))
