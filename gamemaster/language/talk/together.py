"""A walk that is proposed to somebody: "let's go up, both of us", "Bo and I go to the hall". Pure."""

from __future__ import annotations

from gamemaster.language.clauses.subjects import FIRST, JOINTS
from gamemaster.language.names.normalization import SPEECH
from gamemaster.language.names.noun_index import Scope, resolve
from gamemaster.language.names.noun_phrases import leading_person
from gamemaster.language.tables.function_words import DIRECTIONS, PREPOSITIONS
from gamemaster.language.talk.addressee import hearers_in, last_partner

TOGETHER = "together"  # after a verb of moving: with whoever is spoken with
_MOVES = frozenset("go come walk run climb head".split())
_EVERYONE = frozenset({"both", "all", "two"})
_MARKS = tuple(
    tuple(mark.split())
    for mark in (
        "both of us",
        "the both of us",
        "the two of us",
        "all of us",
        "you and me",
        "you and i",
        "together",
    )
)
_ME = FIRST | {"me"}
_NAME = 3  # words at most of a name that is called out
_PLACE = frozenset({"place"})
_SURE = 86  # fit of a name from which on a place is one


def walk_together(scope: Scope, words: list[str]) -> list[str]:
    """The walk of several as the player's own, with whoever goes along: "I go with Bo to the hall".

    Only where it says where to: else it asks for company, and leads nowhere yet.
    """
    if SPEECH in words or not hearers_in(scope):
        return words
    for at in range(len(words) - 2):
        if at and words[at - 1] not in JOINTS:
            continue
        found = _proposal_at(scope, words, at)
        if found is not None:
            whom, rest = found
            end = next((n for n, word in enumerate(rest) if word in JOINTS - {","}), len(rest))
            if _leads_on(scope, rest[:end]):
                said = _LEADING.issuperset(words[:at]) or at == _end_of_call(scope, words, at)
                before = [] if said else words[:at]
                return [*before, "i", "go", *rest[:end], *whom, *rest[end:]]
    return words


def companion(scope: Scope) -> str | None:
    """Whoever "together" means: the only one here who hears, or whoever is spoken with."""
    here = hearers_in(scope)
    partner = last_partner(scope.state)
    return here[0] if len(here) == 1 else partner if partner in here else None


def _proposal_at(scope: Scope, words: list[str], at: int) -> tuple[list[str], list[str]] | None:
    """With whom ("with Bo", "together"), and what comes after the verb of a walk that begins here."""
    length = words.index("and", at) - at if "and" in words[at:] else 0
    who, named = leading_person(scope, words[at : at + length], by_name=True) if length else (None, 0)
    if who in scope.people and named == length:
        verb = at + length + 2
        joined = verb < len(words) and words[verb - 1] in _ME and words[verb] in _MOVES
        return (["with", *words[at : at + length]], words[verb + 1 :]) if joined else None
    if words[at] in _ME and words[at + 1] == "and":
        who, length = leading_person(scope, words[at + 2 :], by_name=True)
        verb = at + 2 + length
        joined = who in scope.people and verb < len(words) and words[verb] in _MOVES
        return (["with", *words[at + 2 : verb]], words[verb + 1 :]) if joined else None
    ours = 2 if words[at : at + 2] == ["let", "us"] else 1 if words[at] == "we" else 0
    verb = at + ours + (words[at + ours] in _EVERYONE)
    if not ours or verb >= len(words) or words[verb] not in _MOVES:
        return None
    rest, marked = _without_marks(words[verb + 1 :])
    if marked or verb > at + ours:
        called = _name_at_the_end(scope, rest)
        return called or ([TOGETHER], rest)
    if ours == 1:
        return None
    if at and _end_of_call(scope, words, at) == at:
        return ["with", *(word for word in words[:at] if word not in _LEADING)], rest
    return _name_at_the_end(scope, rest)


def _name_at_the_end(scope: Scope, rest: list[str]) -> tuple[list[str], list[str]] | None:
    """Whoever here is called by name after the walk: "… up to nine, Gloria"; and the walk without them."""
    for last in range(max(1, len(rest) - _NAME), len(rest)):
        who, length = leading_person(scope, rest[last:], by_name=True)
        if (
            who in scope.people
            and last + length == len(rest)
            and rest[last - 1] not in PREPOSITIONS | {"and"}
        ):
            return ["with", *rest[last:]], rest[: last - (rest[last - 1] == ",")]
    return None


_LEADING = frozenset("come on hey okay ok so well right then , please".split())


def _end_of_call(scope: Scope, words: list[str], at: int) -> int:
    """Where the words go on after the name of somebody here and a comma; 0 where none is called first."""
    start = next((n for n in range(at) if words[n] not in _LEADING), at)
    who, length = leading_person(scope, words[start:at], by_name=True) if start < at else (None, 0)
    end = start + length
    if who not in scope.people:
        return 0
    return end + 1 if words[end : end + 1] == [","] else end if end == at else 0


def sets_out(words: list[str]) -> bool:
    """Whether words to somebody propose to set out, to nowhere that is named: "let's go"."""
    said = [word for word in words if word.isalpha() and word not in _LEADING]
    return len(said) == len(_LET_US_GO) and said[:2] == ["let", "us"] and said[2] in _MOVES


_LET_US_GO = ("let", "us", "go")


def _without_marks(words: list[str]) -> tuple[list[str], bool]:
    """The words without "both of us", with or without commas about it, and whether it was in them."""
    for mark in _MARKS:
        at = next((n for n in range(len(words)) if tuple(words[n : n + len(mark)]) == mark), None)
        if at is not None:
            before, after = words[:at], words[at + len(mark) :]
            before = before[: len(before) - (before[-1:] == [","])]
            return [*before, *after[after[:1] == [","] :]], True
    return words, False


def _leads_on(scope: Scope, rest: list[str]) -> bool:
    """Whether the words after the verb name a way or a place."""
    if any(word in DIRECTIONS and word not in ("on", "back") for word in rest[:2]):
        return True
    phrase = [word for word in rest if word.isalpha()]
    while phrase and phrase[0] in PREPOSITIONS | {"back", "on"}:
        phrase = phrase[1:]
    found = resolve(scope, phrase, _PLACE, _PLACE) if phrase else None
    return found is not None and found.fit >= _SURE
