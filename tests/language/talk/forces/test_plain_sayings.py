"""Consent, a sharp word, disbelief, something owned to: told by form, and nothing else is."""

from __future__ import annotations

import pytest

from gamemaster.language.names.normalization import plain, words_of
from gamemaster.language.talk.forces.plain_sayings import PlainSaying, plain_saying


def kind_of(text: str) -> PlainSaying | None:
    return plain_saying(" ".join(word for word in words_of(plain(text.rstrip(".!"))) if word[0].isalnum()))


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("obey", "Yes, sir."), ("obey", "Understood."), ("obey", "Very good, madam."),
        ("snap", "Don't you 'dear boy' me!"), ("snap", "Mind your own business."), ("snap", "Stop calling me that."),
        ("snap", "Don't talk to me like that, I'm tired."),
        ("doubt", "You're pulling my leg."), ("doubt", "That's a lie and you know it."),
        ("admit", "I've never held a rudder in my life."), ("admit", "To be honest, I'm lost."),
        ("admit", "I can't swim."),
    ],
)  # fmt: skip
def test_what_wants_a_short_word_back(kind: PlainSaying, text: str) -> None:
    assert kind_of(text) == kind


@pytest.mark.parametrize(
    "text",
    [
        "Don't tell me.",
        "Don't leave me.",
        "Stop the mill.",
        "Yes, the red one.",
        "I have a knife.",
        "Good evening, sir.",
    ],
)
def test_what_is_none_of_these(text: str) -> None:
    assert kind_of(text) is None
