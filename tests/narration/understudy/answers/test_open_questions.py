"""Questions that name no matter, and those that only turn to somebody before the question."""

from __future__ import annotations

import re

import pytest

from gamemaster.language.names.spelling import vocabulary_of
from gamemaster.language.talk.sentences import sentences_of, without_turning
from gamemaster.narration.understudy.understudy import play_without_suggestions as play
from gamemaster.rules.state import StoryState, new_story
from tests.worldkit import world_at

FORD = "tests/worlds_small/ford"
BOY, NIGHT, WHEEL = "Ari. Ten years old", "I was here, pouring", "The wheel has stood"


def talk_after(*inputs: str) -> list[tuple[str | None, str]]:
    """Who says what in the last turn of these."""
    world = world_at(FORD)
    state: StoryState = new_story(world, 1)
    for words in inputs:
        played = play(world, state, words)
        state = played.after
    return [(span.speaker, span.text) for span in played.spans]


@pytest.mark.parametrize(
    ("words", "who", "told"),
    [
        ("who died?", "halla", BOY),
        ("Halla, who was killed?", "halla", BOY),
        ("what happened here?", "halla", BOY),
        ("Ketil, what happened last night?", "ketil", WHEEL),
        ("Halla, what do you know?", "halla", BOY),
        ("tell me what you know, Ketil", "ketil", WHEEL),
    ],
)
def test_an_open_question_is_answered_with_what_the_story_is_about(words: str, who: str, told: str) -> None:
    assert any(speaker == who and told in text for speaker, text in talk_after(words))


@pytest.mark.parametrize("words", ["Bersi, who died?", "Bersi, what happened here?"])
def test_who_has_nothing_of_it_says_so(words: str) -> None:
    told = [text for speaker, text in talk_after(words) if speaker == "bersi"]
    assert len(told) == 1
    assert re.search("guessing|told me|nearer to it|bottom of", told[0])


def test_what_was_told_is_not_told_again_as_news() -> None:
    asked = ("Halla, what do you know?", "Halla, what else do you know?")
    first, second = talk_after(*asked[:1]), talk_after(*asked)
    assert not {text for _, text in first} & {text for _, text in second}


@pytest.mark.parametrize(
    "words",
    [
        "What about you, Halla, where were you that night?",
        '"What about you, Halla, where were you that night?"',
        "And you, Halla? Where were you that night?",
    ],
)
def test_turning_to_somebody_is_no_question_of_its_own(words: str) -> None:
    assert talk_after(words) == [("halla", NIGHT + ". From dusk till the candle went. Ask anybody.")]


def test_one_more_is_asked_the_same() -> None:
    asked = ("Halla, what happened to the boy?", "And you, Ketil?")
    assert any(speaker == "ketil" and "Children drown" in text for speaker, text in talk_after(*asked))


def test_turning_alone_stays_as_it_is() -> None:
    assert without_turning(sentences_of("What about you, Halla?")) == [
        ("what about you , halla".split(), True)
    ]
    assert sentences_of("And you, Halla? Where were you?") == [("halla , where were you".split(), True)]


def test_the_past_of_a_known_word_is_no_misspelling() -> None:
    known = vocabulary_of(world_at(FORD))
    assert known.knows("died")
    assert not known.knows("driud")


def test_a_noun_that_is_qualified_otherwise_names_no_topic() -> None:
    assert not any("up to its axle" in text for _, text in talk_after("Bersi, is there a better road?"))
    assert any("up to its axle" in text for _, text in talk_after("Bersi, is the road open?"))


TOLD = ("Halla, tell me about the cellar", "ask Bersi about the sheriff", "Halla, tell me about the boy")


@pytest.mark.parametrize(
    ("words", "remembered"),
    [
        ("what did Halla say about the cellar?", "The cellar is shut"),
        ("who told me about the sheriff?", "Bersi said"),
        ("who told me about the bridge?", "You do not remember"),
        ("what did Bersi say about the boy?", "You do not remember that Bersi"),
    ],
)
def test_what_was_said_before_is_remembered_by_its_matter(words: str, remembered: str) -> None:
    told = talk_after(*TOLD, words)
    assert [remembered in text for _, text in told] == [True]
