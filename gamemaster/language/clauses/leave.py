"""A deed that hangs on somebody's leave: they are asked for it, and the deed waits for their answer. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from gamemaster.language.clauses.subjects import FIRST, JOINTS
from gamemaster.language.english import Forms, Words
from gamemaster.language.names.noun_index import Scope
from gamemaster.language.names.noun_phrases import leading_person
from gamemaster.language.talk.addressee import can_answer

_FORMS = Forms(__name__)
_WORDS = Words(__name__)
_GRANTED = ("granted", "minded_by_nobody", "allowed", "had")
_ASKED_FIRST = (
    "but_ask_first", "but_first_ask", "after_asking", "ask_first_then", "before_it_ask", "with_their_leave",
)  # fmt: skip
_FEWEST = 2  # words of an order that leave is asked for: "take it"


@dataclass(frozen=True)
class LeaveAsked:
    """Who is asked; None: somebody who is not here."""

    who: str | None


def with_leave_as_condition(scope: Scope, words: list[str]) -> list[str]:
    """ "Take a torch, but ask her first" as "if she allows it, take a torch"; any other words as they are."""
    text = _FORMS["spelt_out"].sub("allows it", " ".join(words))
    if text != " ".join(words):
        words = text.split()
    for form in _ASKED_FIRST:
        found = _FORMS[form].fullmatch(text)
        if found is None:
            continue
        who = found["who"].split()
        deed = _without_joints(found["deed"].split())
        named, length = leading_person(scope, who)
        if named is None and who[-1].endswith("s"):  # "with Ragnhilds leave"
            named, length = leading_person(scope, [*who[:-1], who[-1][:-1]])
        if named is None or length != len(who) or len(deed) < _FEWEST:
            continue
        return ["if", *who, "allows", "it", ",", *deed]
    return words


def _without_joints(words: list[str]) -> list[str]:
    while words and (words[-1] in JOINTS or words[-1] in ("only", "but")):
        words = words[:-1]
    return words


def leave_in(scope: Scope, gate: list[str]) -> LeaveAsked | None:
    """Whose leave a condition waits for; None of any other condition, and where nobody is here to give leave."""
    text = " ".join(word for word in gate[1:] if word not in ("really", "then", ","))
    forms = ("refused",) if gate[0] == "unless" else _GRANTED if gate[0] == "if" else ()
    found = next((one for form in forms if (one := _FORMS[form].fullmatch(text)) is not None), None)
    if found is None or not can_answer(scope.world, scope.state):
        return None
    given = found.groupdict()
    named = [word for word in (given.get("who") or given.get("by") or "").split() if word != "only"]
    if not named or not _WORDS["anybody"].isdisjoint(named) or not FIRST.isdisjoint(named) or named == ["me"]:
        return LeaveAsked("")
    who, length = leading_person(scope, named)
    if who is None or length != len(named):
        return None
    return LeaveAsked(who if who in scope.people else None)


def is_bare_leave(words: list[str]) -> bool:
    """Whether a sentence only asks leave for what was said before it: "may I?"."""
    return _FORMS["bare"].fullmatch(" ".join(words)) is not None


def request_for(deed: list[str]) -> list[str]:
    """The question that asks leave for a deed: "may I take a torch"."""
    while deed and (deed[0] in FIRST or deed[0] in ("will", "would", "then", "only", "just", "please")):
        deed = deed[1:]
    return ["may", "i", *deed]
