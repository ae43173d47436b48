"""A deed that hangs on somebody's leave: they are asked for it, and the deed waits for their answer. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from gamemaster.language.clauses.subjects import FIRST, JOINTS
from gamemaster.language.english import Forms, Words
from gamemaster.language.names.noun_index import Scope
from gamemaster.language.names.noun_phrases import leading_person
from gamemaster.language.tables.verb_forms import plain_form
from gamemaster.language.talk.addressee import can_answer_in

_FORMS = Forms(__name__)
_WORDS = Words(__name__)
_GRANTED = ("granted", "minded_by_nobody", "allowed", "had")
_ASKED_FIRST = (
    "but_ask_first", "but_first_ask", "after_asking", "ask_first_then", "before_it_ask", "with_their_leave",
)  # fmt: skip
_FEWEST = 2  # words of an order that leave is asked for: "take it"
_LONGEST_CALL = 3  # words of a name that is called first


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
    if found is None:
        return None
    given = found.groupdict()
    named = [word for word in (given.get("who") or given.get("by") or "").split() if word != "only"]
    if not can_answer_in(scope):  # "if the miller lets me", and there is no miller
        somebody = named and FIRST.isdisjoint(named) and _WORDS["anybody"].isdisjoint(named)
        return LeaveAsked(None) if somebody else None
    if not named or not _WORDS["anybody"].isdisjoint(named) or not FIRST.isdisjoint(named) or named == ["me"]:
        return LeaveAsked("")
    who, length = leading_person(scope, named)
    if who is None or length != len(named):
        return None
    return LeaveAsked(who if who in scope.people else None)


def is_bare_leave(words: list[str]) -> bool:
    """Whether a sentence only asks leave for what was said before it: "may I?"."""
    return _FORMS["bare"].fullmatch(" ".join(words)) is not None


def with_leave_asked(scope: Scope, told: list[tuple[list[str], bool]]) -> list[tuple[list[str], bool]]:
    """The sentences, a wish that hangs on somebody's leave as the question that it is.

    "I'd like to take a torch. I'll bring it back. Would you let me?" asks for the torch, and takes nothing.
    """
    if not can_answer_in(scope):
        return told
    told = [part for one in told for part in _with_leave_apart(one)]
    leave = next(
        (at for at, (words, _) in enumerate(told) if at and _who_is_asked(scope, words) is not None), 0
    )
    asked_of = (_who_is_asked(scope, told[leave][0]) if leave else None) or []
    result = [_as_asked(scope, one, at < leave, asked_of) for at, one in enumerate(told)]
    result = [one for at, one in enumerate(result) if not at or at != leave or result[:leave] == told[:leave]]
    asking = next((at for at, one in enumerate(result) if one not in told), len(result))
    return [(["i", "promise", *words], False) if at > asking and _is_vow(words) else (words, asked)
            for at, (words, asked) in enumerate(result)]  # fmt: skip


def _is_vow(words: list[str]) -> bool:
    """Whether whoever was asked for something is told that they get it back: "I'll bring it back in the morning"."""
    return words[:2] in (["i", "will"], ["i", "shall"]) and not _WORDS["returning"].isdisjoint(words[2:])


def _with_leave_apart(sentence: tuple[list[str], bool]) -> list[tuple[list[str], bool]]:
    """A deed and the leave that is asked for another, as two: "I sit down, mind if I smoke?"."""
    words, asked = sentence
    commas = (n for n in range(2, len(words) - 2) if words[n] == ",")
    at = next((n for n in commas if _asks_if_minded(words[n + 1 :]) or _is_leave_called(words[n + 1 :])), 0)
    if not at or not asked or _asks_if_minded(words):
        return [sentence]
    return [(words[:at], False), (words[at + 1 :], True)]


def _is_leave_called(words: list[str]) -> bool:
    """Whether leave is asked, and whoever is asked may be called with it: "is that okay , Jory"."""
    return any(is_bare_leave(words[: len(words) - n]) for n in range(min(_LONGEST_CALL, len(words))))


def _asks_if_minded(words: list[str]) -> bool:
    return _FORMS["minds_if"].fullmatch(" ".join(words)) is not None


def _as_asked(
    scope: Scope, sentence: tuple[list[str], bool], leave_follows: bool, asked_of: list[str]
) -> tuple[list[str], bool]:
    """A wish as a question for leave, with the name of whoever is asked; any other sentence as it is."""
    words, asked = sentence
    words = _without_titles(words)
    start = words.index(",") + 1 if "," in words[1 : _LONGEST_CALL + 1] else 0
    for at in dict.fromkeys((0, start)):
        if (minded := _FORMS["minds_if"].fullmatch(" ".join(words[at:]))) is not None:
            verb, *rest = minded["deed"].split()
            deed = [plain_form(verb, scope.nouns.verbs.base), *rest]
            return [*words[:at], "may", "i", *deed], True
        wish = None if asked else _FORMS["wish"].fullmatch(" ".join(words[at:]))
        if wish is None:
            continue
        deed, called = _without_name_called(scope, wish["deed"].split())
        called = words[:at] or called
        hangs = _FORMS["by_your_leave"].fullmatch(" ".join(deed))
        theirs = _FORMS["of_whom_it_is_wished" if called else "of_an_owner"].fullmatch(" ".join(deed))
        if leave_follows or hangs or theirs or _FORMS["of_an_owner"].fullmatch(" ".join(deed)):
            deed = hangs["deed"].split() if hangs else deed
            return [*(called or asked_of), "may", "i", *_without_joints(deed)], True
    return sentence


def _without_titles(words: list[str]) -> list[str]:
    """The words without what anybody is called amid them: "play that hymn, sir, if I may"."""
    at = next((n for n in range(1, len(words)) if words[n] in _WORDS["titles"] and words[n - 1] == ","), 0)
    alone = at and words[at + 1 : at + 2] in ([], [","])
    return [*words[: at - 1], *words[at + 1 :]] if alone else words


def _without_name_called(scope: Scope, deed: list[str]) -> tuple[list[str], list[str]]:
    """A deed, and the name of somebody here that is called after it, with a comma: "buy the apple, Dora"."""
    at = len(deed) - 1 - deed[::-1].index(",") if "," in deed else 0
    who, length = leading_person(scope, deed[at + 1 :], by_name=True) if at else (None, 0)
    if who not in scope.people or at + 1 + length != len(deed):
        return deed, []
    return deed[:at], [*deed[at + 1 :], ","]


def _who_is_asked(scope: Scope, words: list[str]) -> list[str] | None:
    """The name that is called with a sentence that only asks leave, with its comma; None of any other sentence."""
    if is_bare_leave(words):
        return []
    at = words.index(",") if "," in words else 0
    if not at:
        who, length = leading_person(scope, words[-1:], by_name=True)
        return [words[-1], ","] if who in scope.people and length and is_bare_leave(words[:-1]) else None
    if is_bare_leave(words[:at]) and len(words) - at <= _LONGEST_CALL:
        who, length = leading_person(scope, words[at + 1 :], by_name=True)
        return [*words[at + 1 :], ","] if who in scope.people else []  # "do you mind, sir?"
    for name, rest in ((words[:at], words[at + 1 :]), (words[at + 1 :], words[:at])):
        who, length = leading_person(scope, name, by_name=True)
        if who in scope.people and length == len(name) and is_bare_leave(rest):
            return [*name, ","]
    return None


def request_for(deed: list[str]) -> list[str]:
    """The question that asks leave for a deed: "may I take a torch"."""
    while deed and (deed[0] in FIRST or deed[0] in ("will", "would", "then", "only", "just", "please")):
        deed = deed[1:]
    return ["may", "i", *deed]
