"""Fixtures for tests of the narrators."""

from __future__ import annotations

import pytest

from gamemaster.language.parser import foreseen_sentences
from gamemaster.language.talk.questions import gm_questions
from gamemaster.narration.understudy.answers import written_answers
from gamemaster.narration.understudy.answers.in_character import meaning


@pytest.fixture
def no_written_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """The worlds' `answers` are put aside: for tests of what is said where no writer foresaw the question."""
    for module in (foreseen_sentences, written_answers):
        monkeypatch.setattr(module, "answer_to", lambda *_, **__: None)
    monkeypatch.setattr(meaning, "is_open_to", lambda *_: False)
    for module in (gm_questions, written_answers):
        monkeypatch.setattr(module, "gm_answer_to", lambda *_, **__: None)
