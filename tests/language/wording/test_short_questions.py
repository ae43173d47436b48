"""What is asked back in brief keeps the person and the verb of the statement, and is English or nothing."""

import pytest

from gamemaster.language.wording.short_questions import short_question


@pytest.mark.parametrize(
    ("told", "asked"),
    [
        ("i was sick the whole way", "Were you?"), ("i brought turnips", "Did you?"),
        ("we have a long road behind us", "Have you?"), ("i carry a letter", "Do you?"),
        ("i am not a trader", "Aren't you?"), ("i do not believe in ghosts", "Don't you?"),
        ("my father had one", "Your father?"), ("the well is dry", "The well?"), ("he took the key", "Did he?"),
        ("she never comes down", "Never?"), ("they will come at dawn", "Will they?"),
        ("there is a light out there", "Is there?"), ("two fingers lost", ""), ("all of them", ""), ("", ""),
    ],
)  # fmt: skip
def test_a_statement_is_asked_back_in_brief(told: str, asked: str) -> None:
    assert short_question(told) == asked
