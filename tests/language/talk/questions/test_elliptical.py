"""Questions typed without their auxiliary are put in full; orders and statements stay as they are."""

from __future__ import annotations

import pytest

from gamemaster.language.talk.questions.elliptical import asked_of_hearers, in_full, is_discourse


@pytest.mark.parametrize(
    ("typed", "full"),
    [
        ("you okay buddy", "are you okay"), ("you seen anything of eddie", "have you seen anything of eddie"),
        ("seen anyone go by", "have you seen anyone go by"),
        ("want help with the barrels", "do you want help with the barrels"),
        ("got any bread", "have you got any bread"), ("know anything about ulf", "do you know anything about ulf"),
        ("you trust him", "do you trust him"), ("you hurt", "are you hurt"), ("mind if i sit", "do you mind if i sit"),
        ("any idea where he went", "have you any idea where he went"),
        ("expecting company", "are you expecting company"), ("thinking about cobb", "are you thinking about cobb"),
        ("anything else", "anything else"), ("evening sir", "evening sir"), ("going where", "going where"),
    ],
)  # fmt: skip
def test_what_lacks_an_auxiliary_gets_it(typed: str, full: str) -> None:
    assert " ".join(in_full(typed.split(), True)) == full


@pytest.mark.parametrize(
    "typed",
    [
        "take the axe", "you took the axe", "you trust him", "know your place", "you look tired", "i want help",
        "need a light", "you hurt my friend", "any bread will do", "i think so",
    ],
)  # fmt: skip
def test_what_does_not_ask_stays(typed: str) -> None:
    assert " ".join(in_full(typed.split(), False)) == typed


def test_what_trails_is_left_out() -> None:
    assert in_full("you wanted to ask me something i think".split(), False)[-1] == "something"
    assert is_discourse("you never know".split())
    assert not is_discourse("you know where he is".split())


@pytest.mark.parametrize(
    ("typed", "asked"),
    [
        ("does anyone here speak greek", "do you speak greek"), ("anybody know the way", "do you know the way"),
        ("who here can ride", "can you ride"), ("which of you knows the captain", "do you know the captain"),
        ("is anyone hurt", "are you hurt"), ("anyone hungry", "are you hungry"),
        ("is anybody a doctor", "are you a doctor"), ("anyone seen the cat", "have you seen the cat"),
        ("has anyone seen jory", "have you seen jory"), ("did any of you hear that", "did you hear that"),
        ("could someone here lend me a knife", "could you lend me a knife"),
        ("hey , anybody want some water", "hey , do you want some water"),
    ],
)  # fmt: skip
def test_what_is_asked_of_anybody_is_asked_of_the_hearers(typed: str, asked: str) -> None:
    assert " ".join(asked_of_hearers(typed.split(), True)) == asked


@pytest.mark.parametrize(
    "typed",
    [
        "is anyone here", "is anyone watching me", "can anyone see me", "did anyone come in tonight",
        "did anyone follow us", "has anybody been here before", "anyone home", "is anyone else awake on deck nine",
        "does anyone come here at night", "who can help me", "did somebody see us go",
    ],
)  # fmt: skip
def test_what_asks_about_others_stays(typed: str) -> None:
    assert " ".join(asked_of_hearers(typed.split(), True)) == typed
