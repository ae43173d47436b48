"""Tests of what the player will not do: echoed words refused, and violence forsworn, are never carried out."""

from __future__ import annotations

import pytest

from gamemaster.authoring.input_lists import state_of
from gamemaster.language.reading import Reading
from gamemaster.language.understanding import understand
from gamemaster.narration.understudy.understudy import play_without_suggestions as play
from gamemaster.rules.state import StoryState
from tests.worldkit import world_at

NIGHT, LIGHTHOUSE = "worlds/long_night", "worlds/lighthouse"
LOBBY, DECK = "tests/worlds_modern/brannigan", "tests/worlds_modern/deck_nine"
WORLDS = (NIGHT, LIGHTHOUSE, LOBBY, DECK)
COMPANY = {NIGHT: "ulf", LIGHTHOUSE: "jory", LOBBY: "otis", DECK: "warden"}


def scene(world: str, *here: str) -> StoryState:
    return state_of(world_at(world), 1, {"input": "x", "here": list(here)})


def read(world: str, words: str, *here: str) -> Reading:
    return understand(world_at(world), scene(world, *here), words)


@pytest.mark.parametrize("world", WORLDS)
@pytest.mark.parametrize(
    "words",
    [
        "I mean you no harm", "we mean no harm to you", "I won't hurt you", "I am not going to hurt you",
        "I'd never hurt you", "no need for violence", "there's no need to fight", "no violence please",
        "I'm not here to fight", "I have no wish to fight you", "I do not want to fight", "don't hurt me",
        "nobody needs to get hurt", "easy, I won't harm you", "I come in peace, no harm meant",
    ],
)  # fmt: skip
def test_violence_forsworn_is_told_to_whoever_hears_it(world: str, words: str) -> None:
    found = read(world, words, COMPANY[world])
    assert [intent.verb for intent in found.intents] == ["tell"]
    assert all(intent.objects[0] in world_at(world).characters for intent in found.intents)
    before = scene(world, COMPANY[world])
    after = play(world_at(world), before, words).after
    assert (after.place, after.wounds) == (before.place, before.wounds)


@pytest.mark.parametrize("words", ["I mean you no harm", "no need for violence", "I won't hurt you"])
def test_violence_forsworn_alone_is_nothing_done(words: str) -> None:
    found = read(LIGHTHOUSE, words)
    assert not found.intents
    assert found.unclear is None


@pytest.mark.parametrize("words", ["harm Ulf", "I hit Ulf", "I mean to harm Ulf", "no. I attack Ulf"])
def test_a_blow_is_still_a_blow(words: str) -> None:
    found = read(NIGHT, words, "ulf")
    struck = [intent.verb for intent in found.intents if intent.verb != "tell"]
    assert struck == ["attack"] or (found.clarify is not None and "Attack Ulf" in found.clarify.choices)


@pytest.mark.parametrize(
    "words", ["I will hurt you", "I'm going to kill you", "I mean to hurt you", "I will kill you, Ulf"]
)
def test_what_one_will_do_to_you_is_a_threat_and_no_blow(words: str) -> None:
    assert [(one.verb, one.objects) for one in read(NIGHT, words, "ulf").intents] == [("threaten", ("ulf",))]


@pytest.mark.parametrize("world", WORLDS)
@pytest.mark.parametrize(
    "words",
    [
        "Sleep? Not tonight.", "rest? no way", "sleep? no", "wait? no.", "hit him? never", "sleep? not a chance",
        "rest? I'd rather not", "Leave? Now? No.", "sleep? ha!", "run? hardly",
    ],
)  # fmt: skip
def test_an_echoed_word_that_is_refused_is_no_order(world: str, words: str) -> None:
    for here in ([], [COMPANY[world]]):
        found = read(world, words, *here)
        assert not found.intents
        assert found.unclear is None
        after = play(world_at(world), scene(world, *here), words).after
        assert after.minutes == scene(world, *here).minutes


@pytest.mark.parametrize(
    ("words", "verb"),
    [
        ("sleep? no. I go to the yard", "go"),
        ("hide? never. attack ulf", "attack"),
        ("sleep? no, I listen", "listen"),
    ],
)
def test_what_is_done_instead_of_the_echoed_word_is_done(words: str, verb: str) -> None:
    assert [one.verb for one in read(NIGHT, words, "ulf").intents if one.verb != "tell"] == [verb]


def test_an_order_without_a_refusal_is_obeyed() -> None:
    assert [one.verb for one in read(LIGHTHOUSE, "sleep. no dreams").intents][:1] == ["sleep"]
    assert [one.verb for one in read(NIGHT, "ulf? no lamp, ulf?", "ulf").intents] != []


def test_in_silence_leads_into_nothing() -> None:
    assert [one.verb for one in read(NIGHT, "go in anger").intents] == ["go"]
    assert all(one.direction is None for one in read(NIGHT, "go in anger").intents)
    hall = understand(
        world_at(NIGHT),
        state_of(world_at(NIGHT), 1, {"input": "x", "place": "yard"}),
        "go in silence to the hall",
    )
    assert [one.objects for one in hall.intents] == [("hall",)]
