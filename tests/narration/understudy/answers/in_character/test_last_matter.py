"""Questions on what was just said are answered on that matter, in one voice, and never by the next line at random."""

from __future__ import annotations

import re

import pytest

from gamemaster.language.talk.questions.asked_kinds import asked_kind, suits
from gamemaster.narration.understudy.understudy import play
from gamemaster.rules.proposal import Answer, Attempt, Greet
from gamemaster.rules.state import StoryState, new_story
from tests.worldkit import world_at
from worlds.schema import World

FORD, DINER, OFFICE, INN = (
    "tests/worlds_small/ford",
    "tests/worlds_small/bellamy",
    "tests/worlds_modern/brannigan",
    "tests/worlds_unseen/caravanserai",
)


def _after(folder: str, *before: str) -> tuple[World, StoryState]:
    world = world_at(folder)
    state = new_story(world, 1)
    for words in before:
        state = play(world, state, words).after
    return world, state


def _speech(world: World, state: StoryState, words: str) -> list[tuple[str, str]]:
    return [(one.speaker, one.text.strip()) for one in play(world, state, words).spans if one.speaker]


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        ("owes you for what?", "why"),
        ("how old is she, the little one?", "how_many"),
        ("which night was that?", "when"),
        ("whose hand?", "who"),
        ("hook where?", "where"),
        ("was he still upstairs?", "whether"),
    ],
)
def test_what_one_thing_a_question_wants(words: str, kind: str) -> None:
    assert asked_kind(words) == kind


def test_a_text_holds_what_a_kind_of_question_wants() -> None:
    world = world_at(FORD)
    assert suits(world, "who", "Ketil came by himself.")
    assert not suits(world, "who", "It is up to its axle at the ford.")
    assert suits(world, "when", "He comes on Thursday.")
    assert not suits(world, "when", "It is up to its axle at the ford.")


def test_the_line_that_tells_it_is_said_and_not_the_next() -> None:
    world, state = _after(OFFICE, "ask Otis about Eddie")
    assert (
        "didn't see him go out"
        in _speech(world, state, "you went round at ten? was he still upstairs?")[-1][1]
    )
    world, state = _after(OFFICE, "ask Otis about Crane")
    said = _speech(world, state, "by the key? which key?")
    assert len(said) == 1
    assert "On the hook" in said[0][1]


def test_what_no_line_tells_is_owned_to_after_the_kind_of_question() -> None:
    world, state = _after(FORD, "ask Ketil about the mill")
    (said,) = _speech(world, state, "the wheel? what stopped it?")
    assert re.search(r"why", said[1], re.IGNORECASE)
    assert "bad for trade" not in said[1]


@pytest.mark.parametrize("words", ["what are you afraid of up there?", "who are you afraid of up there?"])
def test_whom_nobody_is_feared_as_a_fear_is_told(words: str) -> None:
    world, state = _after(OFFICE, "ask Otis about Crane")
    assert "Lincoln" in _speech(world, state, words)[-1][1]


@pytest.mark.parametrize(
    ("folder", "before", "words"),
    [
        (DINER, "ask Odile about the chef", "I can stir the caramel for you if your arm's tired"),
        (INN, "ask Bishr about the riders", "let me stand your watch for an hour so you can get some sleep"),
        (INN, "ask Bishr about the riders", "I'll help you lift it"),
    ],
)
def test_a_service_is_accepted_and_bargained_for_by_nobody(folder: str, before: str, words: str) -> None:
    world, state = _after(folder, before)
    played = play(world, state, words)
    assert not any(isinstance(one, Attempt) for one in played.outcome.changes)
    assert any(isinstance(one, Answer) for one in played.outcome.changes)
    assert not re.search(r"price|it for me\b|get for it|No\.", _speech(world, state, words)[-1][1])


def test_a_kind_promise_frightens_nobody() -> None:
    world, state = _after(OFFICE, "ask Otis about the key")
    words = "Tell me who, and I'll see you right with the police, my word on it."
    assert all(one.verb != "threaten" for one in play(world, state, words).outcome.intents)
    threat = "Tell me who, or I'll see you hang for it."
    assert any(one.force == "threaten" for one in play(world, state, threat).outcome.intents)


def test_what_is_said_on_to_somebody_away_is_taken_up_by_nobody() -> None:
    world, state = _after("tests/worlds_modern/deck_nine", "ask Warden about the drone")
    played = play(world, state, "Bo!! can you hear me? where are you")
    assert [one for one in played.outcome.changes if not isinstance(one, Greet)] == []
    assert not any(one.speaker == "warden" for one in played.spans)
