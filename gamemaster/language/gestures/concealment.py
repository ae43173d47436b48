"""From whom a deed is to be kept, as players say it: "so Tallack doesn't see", "before anyone notices". Pure."""

from __future__ import annotations

import re

_SEES = "sees?|notices?|turns?|looks?|spots?"
_WHOLE = re.compile(
    rf"before .+ (?:{_SEES})(?: (?:it|me|up|round|around|back))?"
    r"|(?:\w+ ){1,3}(?:does|do|can|will|shall) not (?:\w+ )?(?:see|notice|look|spot)(?: (?:it|me|that|them))?"
)
_ANYWHERE = re.compile(
    r"\b(?:does|do|can|could|will|shall|would|may|might)(?: ?not| never) (?:\w+ )?(?:see|notice|look|spot|catch)"
    r"|\b(?:nobody|no one|noone|nothing) (?:can |will |could )?(?:sees?|notices?|looks?)\b"
    r"|\bbefore (?:he|she|they|any ?(?:one|body)|some ?(?:one|body)|[a-z]+) (?:can |could )?"
    rf"(?:{_SEES})\b"
)


def only_says_from_whom(text: str) -> bool:
    """Whether a clause says nothing but from whose eyes the deed before it is to be kept."""
    return _WHOLE.fullmatch(text) is not None


def says_from_whom(text: str) -> bool:
    """Whether what a deed is done for is, among other things, that somebody does not see it."""
    return _ANYWHERE.search(text) is not None
