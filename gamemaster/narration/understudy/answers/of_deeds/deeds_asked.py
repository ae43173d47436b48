"""The deed that a question asks about, as an order: "could I climb the mast?" asks about "climb the mast". Pure."""

from __future__ import annotations

from dataclasses import dataclass

from gamemaster.language.english import Forms
from gamemaster.language.names.normalization import plain, words_of

_FORMS = Forms(__name__)


@dataclass(frozen=True)
class DeedAsked:
    """A deed that somebody asks about, without doing it."""

    order: str  # as it would be typed to be done
    unseen: bool = False  # whether it is asked if it could be done without somebody noticing
    before: str = ""  # by when it would have to be done: "the coach goes"
    back: bool = False  # whether the player would be back by then


def deed_asked(question: str) -> DeedAsked | None:
    """The deed; None where nothing is asked about that one could do."""
    said = " ".join(word for word in words_of(plain(question)) if word[0].isalnum())
    said = _FORMS["leading"].sub("", said)
    found = _FORMS["able"].fullmatch(said) or _FORMS["of_risk"].fullmatch(said)
    if found is None:
        return None
    deed = next((part for part in found.groupdict().values() if part), "")
    order = _FORMS["unseen"].sub("", deed)
    unseen = order != deed
    limit = _FORMS["limit"].search(order)
    before, order = (limit["before"], order[: limit.start()]) if limit is not None else ("", order)
    bound = _FORMS["back"].sub("", order)
    back, order = bound != order, bound
    order = _FORMS["beside"].sub("", order).strip()
    return DeedAsked(order, unseen, before, back) if order else None


def asks_of_risk(question: str) -> bool:
    """Whether a question is after what could go wrong: "is it safe?", "will it hold me?"."""
    said = " ".join(word for word in words_of(plain(question)) if word[0].isalnum())
    return _FORMS["risk"].search(said) is not None
