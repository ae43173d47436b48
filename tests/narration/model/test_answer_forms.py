"""Which form of answer a server is asked for: down when it refuses, and the surest again after a while."""

from __future__ import annotations

from gamemaster.narration.model.answer_forms import FIRST_S, Forms
from gamemaster.narration.prompts.chat_messages import AnswerForm


def test_a_refused_form_is_tried_again_later_and_less_often_each_time() -> None:
    forms = Forms()
    assert forms.at(0.0) is AnswerForm.SCHEMA
    forms.refuse(AnswerForm.SCHEMA, 0.0)
    assert forms.at(FIRST_S - 1) is AnswerForm.OBJECT
    assert forms.at(FIRST_S) is AnswerForm.SCHEMA
    forms.refuse(AnswerForm.SCHEMA, FIRST_S)
    assert forms.at(2.9 * FIRST_S) is AnswerForm.OBJECT
    assert forms.at(3.0 * FIRST_S) is AnswerForm.SCHEMA


def test_both_forms_refused_leave_words_alone() -> None:
    forms = Forms()
    forms.refuse(AnswerForm.SCHEMA, 0.0)
    forms.refuse(AnswerForm.OBJECT, 0.1)
    assert forms.at(1.0) is AnswerForm.PLAIN
    forms.refuse(AnswerForm.SCHEMA, FIRST_S)
    assert forms.at(FIRST_S + 1) is AnswerForm.OBJECT, "an update of the server may have taught it"


def test_a_form_that_works_again_is_kept() -> None:
    forms = Forms()
    forms.refuse(AnswerForm.SCHEMA, 0.0)
    forms.accept(AnswerForm.SCHEMA)
    assert forms.at(FIRST_S) is AnswerForm.SCHEMA
    forms.refuse(AnswerForm.SCHEMA, FIRST_S)
    assert forms.at(2 * FIRST_S) is AnswerForm.SCHEMA, "a first refusal again"
