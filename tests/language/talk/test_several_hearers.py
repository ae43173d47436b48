"""Words to several people in one turn: each of them hears and answers their own part."""

import pytest

from gamemaster.language.names.noun_index import scope_of
from gamemaster.language.talk.several_hearers import put_to_each, quotation_to_each
from gamemaster.language.understanding import understand
from gamemaster.narration.understudy.understudy import play_without_suggestions as play
from gamemaster.rules.state import StoryState, new_story
from tests.worldkit import world_at
from worlds.schema import World


def hall() -> tuple[World, StoryState]:
    world = world_at("worlds/long_night")
    state = new_story(world, 7)
    state.place = "hall"
    for who in ("ragnhild", "ulf", "hild", "skeggi", "yrsa"):
        state.characters[who].place = "hall"
    return world, state


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("I ask Ragnhild about Ketil and Ulf about the stores", ["ask ragnhild ketil", "ask ulf stores"]),
        ("ask Ulf and Hild about Orm", ["ask ulf orm", "ask hild orm"]),
        (
            "I tell Ulf to hold the door and Yrsa to fetch water",
            ["persuade ulf hold the door", "persuade yrsa fetch water"],
        ),
        ("Ulf, hold the door! Yrsa, come with me.", ["persuade ulf hold the door", "recruit yrsa"]),
        ("Ulf, hold the door, and Yrsa, come with me", ["persuade ulf hold the door", "recruit yrsa"]),
        ("Hild and Ulf, where is Orm?", ["ask hild orm", "ask ulf orm"]),
        ("Hild, Ulf, come with me", ["recruit hild", "recruit ulf"]),
        ('"Ragnhild, stay here," I say. "Ulf, where is the sledge?"', ["dismiss ragnhild", "ask ulf sledge"]),
        (
            'I say to Ulf, "Ulf, where is the sledge?", and to Hild, "Hild, where is Orm?"',
            ["ask ulf sledge", "ask hild orm"],
        ),
    ],
)
def test_each_is_spoken_to(words: str, expected: list[str]) -> None:
    world, state = hall()
    read = understand(world, state, words).intents
    assert [" ".join(filter(None, (one.verb, *one.objects, one.topic))) for one in read] == expected


def test_each_answers_their_own_part() -> None:
    world, state = hall()
    told = play(world, state, "I ask Ragnhild about Ketil and Ulf about the stores").spans
    assert any(one.speaker == "ragnhild" and "eleven" in one.text for one in told)
    assert any(one.speaker == "ulf" and "accounted" in one.text for one in told)


@pytest.mark.parametrize(
    "words",
    [
        "ask hild about orm and ulf",  # of two, to one
        "hild , did ulf kill orm and yrsa",
        "hild , ulf has hidden the key",
        "i tell hild about orm and go to the yard",
        "give the knife to hild and ask ulf about the stores",
    ],
)
def test_what_is_said_to_one_stays_whole(words: str) -> None:
    world, state = hall()
    assert put_to_each(scope_of(world, state), words.split()) == [words.split()]


def test_a_quotation_to_one_person_is_not_parted() -> None:
    scope = scope_of(*hall())
    assert quotation_to_each(scope, "Hild, stay here. And keep your bow ready.") == []
    assert quotation_to_each(scope, "Hild, stay here. Keep still. Ulf, come.") == [
        ("hild", "hild , stay here. keep still."),
        ("ulf", "ulf , come."),
    ]
