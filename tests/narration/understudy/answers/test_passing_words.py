"""A few words without a verb in company, and words that are put right."""

from __future__ import annotations

import pytest

from gamemaster.narration.understudy.understudy import play_without_suggestions as play
from gamemaster.rules.state import StoryState, new_story
from tests.narration.understudy.conversations import LONG_NIGHT
from tests.worldkit import world_at


def _with(place: str, *who: str) -> StoryState:
    state = new_story(world_at(LONG_NIGHT), seed=1)
    state.place = place
    for one, person in state.characters.items():
        person.place = place if one in who else "elsewhere"
    return state


def _talks_of(state: StoryState, *inputs: str) -> list[tuple[str, str]]:
    """Who is talked with about what by the last of the inputs."""
    for words in inputs[:-1]:
        state = play(world_at(LONG_NIGHT), state, words).after
    changes = play(world_at(LONG_NIGHT), state, inputs[-1]).outcome.changes
    return [(change.who, change.topic) for change in changes if change.op == "discuss"]


@pytest.mark.parametrize("words", ["nine?", "is it nine?"])
def test_a_guess_goes_to_whoever_talks_of(words: str) -> None:
    assert _talks_of(_with("shore", "ivar"), "what comes after ten?", words) == [("ivar", "riddle")]


@pytest.mark.parametrize("words", ["Ragnhild??", "ragnhild?? whos that", "Who is Ragnhild?"])
def test_a_bare_name_asks_after_whoever_is_away(words: str) -> None:
    played = play(world_at(LONG_NIGHT), _with("shore", "ivar"), words)
    said = [change for change in played.outcome.changes if change.op in ("discuss", "answer")]
    assert [change.who for change in said] == ["ivar"]
    assert any("Ragnhild" in span.text or "Grandmother" in span.text for span in played.spans)


def test_a_remark_on_the_night_is_no_news() -> None:
    for words in ("Long night ahead", "Ulf, it is a cold night", "Quiet tonight, isn't it?"):
        played = play(world_at(LONG_NIGHT), _with("yard", "ulf"), words)
        [said] = [change for change in played.outcome.changes if change.op == "answer"]
        assert said.source == "reaction", words
        assert "That's news to me." not in said.texts, words


@pytest.mark.parametrize("words", ["hmm", "ok cool", "asdf qwer", "wamble the lantern"])
def test_what_says_nothing_or_might_be_a_deed_is_said_to_nobody(words: str) -> None:
    played = play(world_at(LONG_NIGHT), _with("shore", "ivar"), words)
    assert not [change for change in played.outcome.changes if change.op in ("discuss", "answer")]


@pytest.mark.parametrize(
    "words", ["no, I meant Ragnhild", "not Ulf!", "sorry, i was talking to Ragnhild", "not Ulf, Ragnhild"]
)
def test_what_was_asked_of_the_wrong_person_is_asked_of_the_right_one(words: str) -> None:
    state = _with("hall", "ulf", "ragnhild")
    assert _talks_of(state, "Ulf, what do you know about the knocking?", words) == [("ragnhild", "knocking")]


def test_what_was_meant_instead_is_asked_of_the_same_person() -> None:
    state = _with("shore", "ivar")
    assert _talks_of(state, "Ivar, tell me about Orm", "no, I meant the knocking") == [("ivar", "knocking")]
    assert _talks_of(state, "i mean ask him about the knocking") == [("ivar", "knocking")]


def test_questions_that_are_joined_are_answered_in_order() -> None:
    words = "Ivar, what are you doing, who is Ulf, and what do you know about the knocking?"
    topics = [
        intent.topic for intent in play(world_at(LONG_NIGHT), _with("shore", "ivar"), words).outcome.intents
    ]
    assert topics == ["doing", "ulf", "knocking"]
