"""What a "sorry" is: manners, sympathy, or amends for something done. By form. Pure."""

from __future__ import annotations

from typing import Literal

from gamemaster.language.english import Forms

# `amends`: for a deed or a word of one's own. `bare`: it does not say for what, so that it is sympathy where nothing
# was done amiss. `quoted`: somebody else's. `courtesy`: for coming at a bad moment, and for all that hurts nobody.
Regret = Literal["courtesy", "bare", "quoted", "amends"]
_FORMS = Forms(__name__)


def regret_in(words: list[str]) -> Regret:
    """What the words of somebody who says sorry are."""
    text = " ".join(word for word in words if word[0].isalnum())
    if _FORMS["quoted"].fullmatch(text):
        return "quoted"
    if _FORMS["amends"].fullmatch(text):
        return "amends"
    return "bare" if _FORMS["bare"].fullmatch(text) else "courtesy"


def is_owned_to(speech: str) -> bool:
    """Whether a "sorry" says for what, so that it wants a word of its own even beside a question."""
    return _FORMS["meant"].search(speech) is not None
