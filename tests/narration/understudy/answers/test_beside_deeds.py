"""Tests of questions in one breath with a look or a touch: the thing answers, and nobody present is asked."""

from __future__ import annotations

import pytest

from gamemaster.narration.understudy.understudy import play_without_suggestions as play
from gamemaster.rules.state import Span, new_story
from tests.worldkit import world_at

NIGHT, LIGHT, CITY = "worlds/long_night", "worlds/lighthouse", "tests/worlds_modern/brannigan"


def _spans_of(world: str, place: str, words: str, *visited: str) -> list[Span]:
    state = new_story(world_at(world), 1)
    state.place = place
    state.visited.update(dict.fromkeys((place, *visited), 1))
    return play(world_at(world), state, words).spans


@pytest.mark.parametrize(
    ("world", "place", "words"),
    [
        (LIGHT, "store", "I knock on the tube, is it hollow?"),
        (NIGHT, "shore", "touch one of the poles, what is it made of?"),
        (CITY, "lobby", "I look at the marble, is it real?"),
    ],
)
def test_nobody_is_asked_about_what_one_looks_at(world: str, place: str, words: str) -> None:
    heard = " ".join(span.text for span in _spans_of(world, place, words) if span.speaker)
    asked = " ".join(span.text for span in _spans_of(world, place, words.split(",")[0]) if span.speaker)
    assert heard == asked


def test_what_cannot_be_seen_of_scenery_is_said_to_be_open() -> None:
    texts = [span.text for span in _spans_of(CITY, "lobby", "I look at the marble, is it real?")]
    assert texts[0].startswith("Brown marble")
    assert texts[1] == "Whether it is real, you can only guess."


def test_whoever_is_addressed_is_asked_all_the_same() -> None:
    spans = _spans_of(LIGHT, "store", "I look at the drums. Jory, are they full?")
    assert "jory" in {span.speaker for span in spans}


def test_a_text_that_was_just_told_is_not_told_again_as_an_answer() -> None:
    spans = _spans_of(NIGHT, "hall", "look at the shields, are there shields in the roof?")
    texts = [span.text for span in spans if span.kind in ("narration", "notice")]
    assert len(texts) == len(set(texts))


def test_the_faces_here_are_no_windows_of_another_place() -> None:
    texts = " ".join(
        span.text for span in _spans_of(NIGHT, "hall", "I look round at the faces", "yard", "shore")
    )
    assert "shutters" not in texts


def test_the_question_in_a_purpose_is_answered_and_put_to_nobody() -> None:
    spans = _spans_of(CITY, "lobby", "I look round to see who is in charge here")
    assert [span.text for span in spans if span.kind == "notice"] == ["Otis, by the look of it."]
