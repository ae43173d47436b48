"""Tests of inputs that ask several things at once: each of them has its answer."""

from __future__ import annotations

import pytest

from tests.scenekit import play_in

BELLAMY, LIGHTHOUSE = "tests/worlds_small/bellamy", "worlds/lighthouse"


@pytest.mark.parametrize(
    ("world", "place", "here", "words", "answers"),
    [
        (LIGHTHOUSE, "landing", "", "look around. where exactly am I and what's the weather doing?",
         ("Forty cut steps", "You are on the landing", "Wind south-west")),
        (BELLAMY, "kitchen", "odile", "how late is it, how many covers are still out, and is Odile cross with me?",
         ("ten past nine", "covers are still out", "Nothing that shows says so")),
        (BELLAMY, "kitchen", "odile", "what's the time by the kitchen clock?", ("ten past nine",)),
        (BELLAMY, "kitchen", "odile", "what does Odile look like and what's she wearing?", ("Sleeves rolled",)),
        (BELLAMY, "kitchen", "odile", "does anyone in the kitchen react?", ("says nothing of it",)),
        (BELLAMY, "kitchen", "odile", "what does Odile make of it?", ("Little of it shows",)),
        (LIGHTHOUSE, "kitchen", "tallack", "scratch the cat. what's she called?", ("Bosun",)),
        (LIGHTHOUSE, "landing", "", "Good evening, anyone here? *looks about*", ("Forty cut steps", "nobody here")),
    ],
)  # fmt: skip
def test_each_is_answered(world: str, place: str, here: str, words: str, answers: tuple[str, ...]) -> None:
    _, turn = play_in(world, place, words, here)
    told = " ".join(span.text for span in turn.spans)
    assert all(answer in told for answer in answers), told


@pytest.mark.parametrize(
    "words",
    [
        "taste the sauce",
        "sit down at the bar",
        "lean against the fridge",
        "pour myself a glass of water",
        "I sit on a stool and have a bite of whatever is left",
        "sit a minute",
    ],
)
def test_what_any_such_place_has_is_not_denied(words: str) -> None:
    _, turn = play_in(BELLAMY, "kitchen", words, "odile")
    assert "You see no" not in " ".join(span.text for span in turn.spans)


def test_what_matters_is_denied_where_it_is_not() -> None:
    for words in ("pull the lever", "take the crown", "press the red button"):
        _, turn = play_in(BELLAMY, "kitchen", words, "odile")
        assert "You see no" in " ".join(span.text for span in turn.spans), words


@pytest.mark.parametrize(
    ("words", "answers"),
    [
        ("who is in the photograph?", ("Thirty-one men",)),
        ("is there anything with writing on it here?", ("Nothing of that kind",)),
        ("what are they all doing?", ("Dilys",)),
    ],
)
def test_what_is_seen_is_told(words: str, answers: tuple[str, ...]) -> None:
    _, turn = play_in(LIGHTHOUSE, "wireless", words, "dilys")
    told = " ".join(span.text for span in turn.spans)
    assert all(answer in told for answer in answers), told
