"""Bargains: both sides are said back by whoever they are put to."""

from __future__ import annotations

import pytest

from gamemaster.language.talk.bargains import Terms, terms_of
from gamemaster.narration.understudy.understudy import play
from gamemaster.rules.state import new_story
from tests.narration.understudy.conversations import LONG_NIGHT
from tests.worldkit import world_at


@pytest.mark.parametrize(
    ("words", "offered", "asked"),
    [
        ("i will mend your boat if you tell me about ulf", "mend my boat", "tell you about Ulf"),
        ("if you help me find him i will show you my ship", "show me your ship", "help you find him"),
        ("i offer to fetch firewood in exchange for your stick", "fetch firewood", "give you my stick"),
        ("i will tell you a secret for a pebble", "tell me a secret", "give you a pebble"),
        ("i offer you my knife in return for your word", "give me your knife", "give you my word"),
    ],
)
def test_both_sides_of_a_bargain_are_turned_to_who_says_them(words: str, offered: str, asked: str) -> None:
    assert terms_of(words.split(), frozenset({"Ulf"})) == Terms(offered, asked)


@pytest.mark.parametrize(
    "words", ["i will break your stick unless you tell me", "i will fetch wood for the fire"]
)
def test_what_is_no_bargain_has_no_terms(words: str) -> None:
    assert terms_of(words.split()) is None


@pytest.mark.parametrize(
    "words",
    [
        "I'll mend your boat if you tell me about Ulf",
        "Ivar, I offer to mend your boat in exchange for your stick",
        "If you tell me about Ulf, I will mend your boat",
    ],
)
def test_whoever_is_made_an_offer_names_what_is_offered(words: str) -> None:
    world = world_at(LONG_NIGHT)
    state = new_story(world, seed=1)
    assert state.place == "shore"
    played = play(world, state, words)
    assert [intent.verb for intent in played.outcome.intents] == ["bargain"]
    assert "mend my boat" in " ".join(span.text for span in played.spans if span.speaker == "ivar")


def test_a_threat_is_no_offer() -> None:
    world = world_at(LONG_NIGHT)
    played = play(world, new_story(world, seed=1), "unless you tell me, I will break your stick")
    assert [intent.verb for intent in played.outcome.intents] == ["threaten"]
