"""From whom a deed is to be kept, as players say it: "so Tallack doesn't see", "before anyone notices". Pure."""

from __future__ import annotations

from gamemaster.language.english import Forms

_FORMS = Forms(__name__)


def only_says_from_whom(text: str) -> bool:
    """Whether a clause says nothing but from whose eyes the deed before it is to be kept."""
    return _FORMS["whole"].fullmatch(text) is not None


def says_from_whom(text: str) -> bool:
    """Whether what a deed is done for is, among other things, that somebody does not see it."""
    return _FORMS["anywhere"].search(text) is not None
