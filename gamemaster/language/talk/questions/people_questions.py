"""Questions to somebody about people: who minds whom, whom they like, what they are to each other, who is about. Pure.

Whom the words name is left in the player's words; `narration/understudy/answers/in_character/about_people.py` answers.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, get_args

from gamemaster.language.english import Forms

# In the order in which their forms are tried.
PeopleKind = Literal[
    "likes_you", "trusted", "disliked", "closest", "minds", "is_your", "where_all", "everybody"
]
_KINDS: tuple[PeopleKind, ...] = get_args(PeopleKind)
_LEAD = re.compile(
    r"^(?:(?:and|so|but|well|now|then|oh|hey|please|tell me|say|listen|look|yes|no|okay"
    r"|(?:can|could|would|will) you tell me|do you know|i wonder) )+"
)
_FORMS = Forms(__name__)


@dataclass(frozen=True)
class PeopleQuestion:
    """What is asked about people: of whom, in the player's words, as what, which way off."""

    kind: PeopleKind
    whom: str = ""
    role: str = ""


_NOBODY_NAMED = frozenset("there it what this that these those here".split())


def people_question_of(text: str) -> PeopleQuestion | None:
    """The question about people that plain words to somebody are, without their name; None of any other."""
    for kind in _KINDS:
        found = _FORMS[kind].fullmatch(text) or _FORMS[kind].fullmatch(_LEAD.sub("", text))
        if found is None:
            continue
        groups = {name: (part or "").strip() for name, part in found.groupdict().items()}
        role = (
            groups.pop("role", "") or groups.pop("own", "") or groups.pop("what", "") or groups.pop("way", "")
        )
        whom = next((part for part in groups.values() if part), "")
        if whom in _NOBODY_NAMED:
            continue
        return PeopleQuestion(kind, whom, role)
    return None
