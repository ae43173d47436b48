"""Whether a gesture is a deed all the same: a thing in reach is handled, or the player leaves. Pure."""

from __future__ import annotations

from gamemaster.language.clauses.expressions import BODY
from gamemaster.language.clauses.split import without_lead
from gamemaster.language.names.normalization import stem
from gamemaster.language.names.noun_index import Scope, resolve
from gamemaster.language.names.noun_phrases import leading_person
from gamemaster.language.names.pronouns import pronoun
from gamemaster.language.placement import read_placement
from gamemaster.language.tables.function_words import DETERMINERS, PREPOSITIONS, THEIR_OWN

_HANDLED = frozenset("take drop give put open close light eat drink wear remove show read examine".split())
_LEAVING = frozenset("leave leaves exit exits go goes walk walks run runs enter enters storm storms".split())


_HARMING = frozenset({"attack", "cut", "break"})
_INTO = frozenset("into to through out up down off toward towards onto".split())
_AROUND = frozenset({"about", "around", "round"})


def is_plain_deed(scope: Scope, words: list[str]) -> bool:
    """Whether a gesture is a deed all the same: a thing in reach is handled, or the player leaves."""
    words = without_lead(words)
    meanings, length = scope.nouns.verbs.at_start(words)
    laid = words[1:2] and words[1] in ("it", "them") and "put" in meanings and words[2:] not in ([], ["on"])
    if laid or read_placement(scope, words) is not None or _hands_over(scope, words):
        return True
    rest = [word for word in words[length:] if word != ","]
    if not _HARMING.isdisjoint(meanings) and rest[:1] and rest[0] in THEIR_OWN and rest[1:] and stem(rest[1]) in BODY:
        return True  # "*cuts his throat*" is no gesture
    if meanings[:1] == ("look",) and not rest and length > 1:
        return True  # "*looks about*"
    if _LEAVING.intersection(words[:1]) and (not rest or resolve(scope, rest, frozenset({"place"}))):
        return True
    if meanings[:1] == ("go",) and rest and rest[0] in _INTO and _is_elsewhere(scope, rest[1:]):
        return True  # "*marches into the office*"
    if meanings[:1] == ("look",) and _AROUND.issuperset(rest) and not scope.people:
        return True  # "looks about", where nobody is to be looked at
    if not meanings or (meanings[0] in ("look", "examine") and length == 1) or meanings[0] == "express":
        return False
    if not rest or (rest[0] in PREPOSITIONS and meanings[0] not in _HANDLED):
        return False
    rest = rest[rest[0] in PREPOSITIONS :]
    ends = (PREPOSITIONS | {"and"}) - {"of"}
    end = next((at for at, word in enumerate(rest) if at and word in ends), len(rest))
    thing = _thing_named(scope, rest[:end])
    gaze = meanings[0] in ("look", "examine") and thing in scope.people
    return thing is not None and scope.reach(thing) and not gaze


def _is_elsewhere(scope: Scope, phrase: list[str]) -> bool:
    """Whether words name a place next door."""
    found = resolve(scope, phrase, frozenset({"place"}), frozenset({"place"})) if phrase else None
    return found is not None and found.fit >= _NAMED and any(way.to == found.thing for way in scope.ways)


_NAMED = 90  # fit of a phrase from which on it is the place's own name


def _hands_over(scope: Scope, words: list[str]) -> bool:
    """Whether somebody here is handed a thing in reach, by whatever verb: "slips her the key", "flips him a coin"."""
    who, length = leading_person(scope, words[1:]) if len(words) > 2 else (None, 0)
    rest = words[1 + length :]
    if who not in scope.people or not rest or rest[0] not in DETERMINERS | {"it"}:
        return False
    end = next((at for at, word in enumerate(rest) if at and word in PREPOSITIONS - {"of"}), len(rest))
    thing = _thing_named(scope, rest[:end])
    return thing in scope.world.items and scope.reach(str(thing))


def _thing_named(scope: Scope, phrase: list[str]) -> str | None:
    if len(phrase) == 1 and (meant := pronoun(scope, phrase[0])):
        return meant
    phrase = (
        phrase[phrase.index("of") + 1 :]
        if "of" in phrase[1:-1] and phrase[0] in ("a", "an", "some")
        else phrase
    )
    found = resolve(scope, phrase) if phrase else None
    return found.thing if found is not None and found.fit >= 86 else None
