"""A deed that hangs on somebody's leave: they are asked for it, and the deed waits for their answer. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass

from gamemaster.language.clauses.subjects import FIRST, JOINTS
from gamemaster.language.names.noun_index import Scope
from gamemaster.language.names.noun_phrases import leading_person
from gamemaster.language.talk.addressee import can_answer

_LETS = r"(?:will |would |wants to )?(?:lets?|allows?|permits?)(?: (?:us|me|that|it|this|so|to|do))*"
_FINE = r"(?:okay|all right|alright|fine)"
_AGREES = (
    r"(?:(?:will |would )?(?:agrees?|consents?|approves?)|gives? (?:me |us )?(?:\w+ )?(?:leave|permission|nod)"
    rf"|says? (?:(?:that )?(?:yes|okay|so|(?:i|we) (?:can|may|could)|(?:it is|that is|its|thats) {_FINE}))"
    rf"|is (?:happy|{_FINE}) with (?:it|that|this))"
)
_MINDS = r"(?:(?:do|does|will|would) not (?:mind|object)|(?:has|have) no objections?|(?:has|have) nothing against it)"
_ALLOWED = (
    rf"(?:(?:it|that|this) is|its|thats) (?:allowed|permitted|{_FINE})"
    r"(?: (?:with|by|for) (?P<by>\w+(?: \w+)?))?"
)
_WHO = r"(?P<who>(?:\w+ ){0,2}?\w+)"
# What follows an "if": somebody's leave.
_GRANTED = tuple(
    re.compile(form)
    for form in (
        rf"{_WHO} (?:{_LETS}|{_AGREES}|{_MINDS}|(?:wants|would like) (?:me|us)(?: to)?)",
        r"(?:nobody|noone|no one|none of (?:them|you)) (?:minds?|objects?|would (?:mind|object))",
        _ALLOWED,
        r"(?:i|we) (?:may|(?:am|are) (?:allowed|permitted)|have (?:leave|permission))(?: to)?",
    )
)
_REFUSED = re.compile(
    rf"(?:{_WHO}) (?:(?:would |will )?(?:minds?|objects?|forbids? (?:it|me))|says? no)"
)  # unless
_ANYBODY = frozenset("you nobody noone anybody anyone somebody someone they it that this".split())

_THEM = r"(?P<who>\w+(?: \w+){0,2}?)"
_FOR_LEAVE = (
    r"(?: (?:if|whether) (?:(?:i|we) (?:may|can|could)|(?:it is|that is|its|thats) (?:okay|all right|alright|fine)"
    r"|(?:he|she|they) (?:minds?|(?:do|does) not mind|would mind|objects?|allows? it|lets? me|agrees?))(?: please)?"
    r"| for (?:leave|permission))?"
)
# A deed, and the order to ask somebody first, however the two are put together.
_ASKED_FIRST = tuple(
    re.compile(form)
    for form in (
        rf"(?P<deed>.+?) but (?:i )?ask {_THEM} first{_FOR_LEAVE}",
        rf"(?P<deed>.+?) but (?:i )?first (?:i )?ask {_THEM}{_FOR_LEAVE}",
        rf"(?P<deed>.+?) (?:only )?(?:after|once) (?:asking|i ask|i asked|i have asked) {_THEM}{_FOR_LEAVE}",
        rf"(?:first )?(?:i )?ask {_THEM} first{_FOR_LEAVE} (?:, )?(?:and )?then (?P<deed>.+)",
        rf"before (?P<deed>.+?) , (?:i )?(?:first )?ask {_THEM}(?: first)?{_FOR_LEAVE}",
        rf"(?P<deed>.+?) (?:only )?with {_THEM} (?:leave|permission|consent|blessing)",
    )
)
_SPELT_OUT = re.compile(
    r"(?<=\w )let us (?:me|us)\b(?: (?:to|do (?:it|so|that)))?"
)  # "if he lets me", put in full
_BARE = re.compile(
    r"(?:but )?(?:(?:may|can|could|might|shall) (?:i|we)"
    r"|(?:is|would) (?:that|it|this)(?: be)? (?:okay|all right|allowed|fine)"
    r"|(?:do|would|does) (?:you|he|she|anyone|anybody) mind|if (?:i|we) may)(?: please)?"
)
_FEWEST = 2  # words of an order that leave is asked for: "take it"


@dataclass(frozen=True)
class LeaveAsked:
    """Who is asked; None: somebody who is not here."""

    who: str | None


def with_leave_as_condition(scope: Scope, words: list[str]) -> list[str]:
    """ "Take a torch, but ask her first" as "if she allows it, take a torch"; any other words as they are."""
    text = _SPELT_OUT.sub("allows it", " ".join(words))
    if text != " ".join(words):
        words = text.split()
    for form in _ASKED_FIRST:
        found = form.fullmatch(text)
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
    forms = (_REFUSED,) if gate[0] == "unless" else _GRANTED if gate[0] == "if" else ()
    found = next((one for form in forms if (one := form.fullmatch(text)) is not None), None)
    if found is None or not can_answer(scope.world, scope.state):
        return None
    given = found.groupdict()
    named = [word for word in (given.get("who") or given.get("by") or "").split() if word != "only"]
    if not named or not _ANYBODY.isdisjoint(named) or not FIRST.isdisjoint(named) or named == ["me"]:
        return LeaveAsked("")
    who, length = leading_person(scope, named)
    if who is None or length != len(named):
        return None
    return LeaveAsked(who if who in scope.people else None)


def is_bare_leave(words: list[str]) -> bool:
    """Whether a sentence only asks leave for what was said before it: "may I?"."""
    return _BARE.fullmatch(" ".join(words)) is not None


def request_for(deed: list[str]) -> list[str]:
    """The question that asks leave for a deed: "may I take a torch"."""
    while deed and (deed[0] in FIRST or deed[0] in ("will", "would", "then", "only", "just", "please")):
        deed = deed[1:]
    return ["may", "i", *deed]
