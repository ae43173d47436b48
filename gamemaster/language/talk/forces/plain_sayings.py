"""What is said plainly and wants a short word back: consent, a sharp word, disbelief, something owned to. Pure."""

from __future__ import annotations

from typing import Literal, get_args

from gamemaster.language.english import Forms

PlainSaying = Literal["obey", "snap", "doubt", "admit"]
# With what somebody has asked, and is told: it has no form of its own.
PLAIN_SAYINGS: frozenset[str] = frozenset({*get_args(PlainSaying), "answered"})
_FORMS = Forms(__name__)
_KINDS: tuple[PlainSaying, ...] = ("obey", "snap", "doubt", "admit")


def plain_saying(text: str) -> PlainSaying | None:
    """Which of these a sentence is, in plain words without marks and without a name called out."""
    return next((kind for kind in _KINDS if _FORMS[kind].fullmatch(text)), None)
