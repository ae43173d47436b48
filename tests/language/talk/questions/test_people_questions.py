"""Questions about people by form; and what looks like one and asks after a thing, a place, the hearer's state."""

from __future__ import annotations

from gamemaster.language.talk.questions.people_questions import people_question_of
from tests.casekit import cases
from tests.language.talk.kinds import assert_all_are


@cases
def test_a_question_about_people(kind: str, texts: str) -> None:
    assert_all_are(kind, texts, people_question_of)


@cases
def test_what_is_no_such_question(text: str) -> None:
    assert people_question_of(text) is None
