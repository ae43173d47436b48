"""Tests of the question that a deed is to answer."""

from __future__ import annotations

import pytest

from gamemaster.language.talk.questions.questions_in_purposes import question_in


@pytest.mark.parametrize(
    ("purpose", "asked"),
    [
        ("to see who is in charge here", "who is in charge here"),
        ("to find out where the knocking comes from", "where the knocking comes from"),
        ("to see if anybody is watching", "is anybody watching"),
        ("to check whether the old lock has been forced", "has the old lock been forced"),
        ("to see the sea", ""),
        ("to warm my hands", ""),
        ("to see if it rattles", ""),
    ],
)
def test_a_purpose_that_wants_to_know_something_is_a_question(purpose: str, asked: str) -> None:
    assert " ".join(question_in(purpose.split())) == asked
