"""In which form a model server is asked for JSON: the surest that it may know. What it refuses is tried again later."""

from __future__ import annotations

from dataclasses import dataclass, field

from gamemaster.narration.prompts.chat_messages import AnswerForm

FIRST_S, MOST_S = 60.0, 3600.0  # until a refused form is tried again; twice as long after each refusal


@dataclass(eq=False)
class Forms:
    """What one server was seen to take. Times in seconds, by any clock that only goes forward."""

    _form: AnswerForm = field(default=AnswerForm.SCHEMA, init=False)
    _again_at: float = field(default=float("-inf"), init=False)
    _wait_s: float = field(default=FIRST_S, init=False)

    def at(self, now: float) -> AnswerForm:
        """The form to begin with."""
        return self._form if now < self._again_at else AnswerForm.SCHEMA

    def refuse(self, form: AnswerForm, now: float) -> None:
        """The server does not take `form`: for a while the next one is begun with."""
        if now >= self._again_at:  # it was tried again, for nothing; or refused for the first time
            self._again_at = now + self._wait_s
            self._wait_s = min(2 * self._wait_s, MOST_S)
            self._form = AnswerForm.SCHEMA
        self._form = max(self._form, AnswerForm(min(form + 1, AnswerForm.PLAIN)))

    def accept(self, form: AnswerForm) -> None:
        """The server answered as it was asked to."""
        if form is AnswerForm.SCHEMA:
            self._wait_s = FIRST_S
