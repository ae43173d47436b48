"""What is said plainly and wants a short word back: consent to what was ordered, a sharp word, what is owned to. Pure."""

from __future__ import annotations

from typing import Literal

from gamemaster.language.english import Forms

PlainSaying = Literal["obey", "snap", "admit"]
_FORMS = Forms(__name__)
_KINDS: tuple[PlainSaying, ...] = ("obey", "snap", "admit")


def plain_saying(text: str) -> PlainSaying | None:
    """Which of these a sentence is, in plain words without marks and without a name called out."""
    return next((kind for kind in _KINDS if _FORMS[kind].fullmatch(text)), None)
