"""What is said again to the right person, or of the right matter, or to one more: "no, I meant Ragnhild". Pure."""

from __future__ import annotations

import re

from gamemaster.language.names.noun_index import Scope, resolve
from gamemaster.language.names.noun_phrases import leading_person
from gamemaster.language.tables.function_words import DETERMINERS, PREPOSITIONS, QUESTION_WORDS
from gamemaster.language.talk.addressee import hearers_in, last_partner
from gamemaster.rules.state import MATTER

_BEFORE = r"(?:(?:no|nope|sorry|oops|wait|ah|oh|well|er|hang on) ?,? )*"
_MEANT = re.compile(
    rf"{_BEFORE}i (?:meant|mean|was (?:talking|speaking) to|am (?:talking|speaking) to|was asking|am asking|asked)"
    r" (?:to )?(?P<x>.+?)(?: ?,? not (?P<not>.+))?"
)
_NOT_THEM = re.compile(rf"{_BEFORE}not (?P<not>[a-z' ]+?)(?: ?,? (?:but )?(?P<x>[a-z' ]+))?")
_YOU_TOO = re.compile(r"(?:(?:and|so|but) )*(?:(?:what|how) about you|and you|you) ?,? (?P<x>.+)(?P<not>)")
_I_MEAN = ("i", "mean")
_HALTING = frozenset(
    "no nope nah wait sorry oops ah oh well er um uh hang hold on actually so , ok okay".split()
)


def without_meaning(scope: Scope, words: list[str]) -> list[str]:
    """The order or question itself: "i mean ask him about the knocking", "I mean, who is she?"."""
    start = next((at for at, word in enumerate(words) if word not in _HALTING), len(words))
    if tuple(words[start : start + 2]) == _I_MEAN:
        rest = words[start + 2 :]
        while rest and rest[0] in (",", "just", "only"):
            rest = rest[1:]
        own = rest[1 + (rest[1:2] == ["will"]) :] if rest[:1] == ["i"] else rest
        ordered = bool(own) and (scope.nouns.verbs.at_start(own)[0] or own[0] in QUESTION_WORDS)
        if len(rest) > 1 and ordered and leading_person(scope, rest)[1] < len(rest):
            return rest
    found = _MEANT_TO.fullmatch(" ".join(words))
    order = found["order"].split() if found is not None else []
    return order if _is_done_to_something(scope, order) else words


_MEANT_TO = re.compile(rf"{_BEFORE}i meant (?:to )?(?P<order>.+)")
_NOT_DONE_SO = re.compile(
    rf"{_BEFORE}i (?:meant|mean|wanted) (?:to )?(?P<meant>.+?) ,? ?not (?:to )?(?P<deed>.+)"
    r"|(?:(?:no|oh|wait|hang on|hold on|hey|stop|sorry|oops) ?,? )+not (?P<thing>.+)"
)


def wants_it_otherwise(scope: Scope, words: list[str]) -> bool:
    """Whether a deed is complained of that was done to the wrong thing: "hang on, I meant the stew, not my tin"."""
    found = _NOT_DONE_SO.fullmatch(" ".join(words))
    if found is not None and found["meant"] and _is_done_to_something(scope, found["meant"].split()):
        return False  # "I meant put the film in the camera, not the gun": the order itself
    said = (found["deed"] or found["thing"]).split() if found is not None else []
    if said and said[-1] in ("one", "ones", "it"):
        return said[0] in ("this", "that", "these", "those", "all")
    named = resolve(scope, said, frozenset({"item", "feature"})) if said else None
    return named is not None and named.fit >= _NAMED and named.thing in scope.world.items


def _is_done_to_something(scope: Scope, order: list[str]) -> bool:
    """Whether words are an order, as "pick it up" is, and no matter that was spoken of."""
    length = scope.nouns.verbs.at_start(order)[1]
    return length > 0 and not _DONE_TO.isdisjoint(order[length : length + 1])


_NOT_THAT = re.compile(rf"{_BEFORE}(?:i (?:meant|mean) )?(?P<x>(?:the|that|this|my) [a-z' ]+)")


def thing_meant(scope: Scope, words: list[str]) -> list[str]:
    """What "no, the desk" and "I meant the brewhouse" come to: a look at the thing, the way to the place."""
    found = _NOT_THAT.fullmatch(" ".join(words))
    if found is None or words[0] in ("the", "that", "this", "my", "well", "wait"):
        return words
    named = resolve(scope, found["x"].split(), _PLACES_AND_THINGS)
    if named is None or named.fit < _NAMED or not scope.near.get(named.thing):
        return words
    return [
        *(("go", "to") if scope.nouns.kinds[named.thing] == "place" else ("examine",)),
        *found["x"].split(),
    ]


_PLACES_AND_THINGS = frozenset({"place", "item", "feature"})
_NAMED = 86  # fit of a name from which on it is one


def without_startle(scope: Scope, words: list[str]) -> list[str]:
    """An order without the "wait" that only calls a halt before it: "wait put it back" waits for nothing."""
    order = words[1:]
    if words[:1] != ["wait"] or not order or order[0] in _WAITED:
        return words
    return order if scope.nouns.verbs.at_start(order)[0] and len(order) > 1 else words


_WAITED = (
    PREPOSITIONS
    | DETERMINERS
    | {",", "and", "then", "here", "there", "until", "till", "til", "while", "what"}
)
_DONE_TO = DETERMINERS | {"it", "them", "him"}


def without_the_other(scope: Scope, words: list[str]) -> list[str]:
    """The words without whom they are not said to: "I ask Ragnhild, not Ulf: may I …"."""
    at = next((at for at in range(1, len(words) - 2) if words[at : at + 2] == [",", "not"]), 0)
    who, length = leading_person(scope, words[at + 2 :], by_name=True) if at else (None, 0)
    end = at + 2 + length - (at > 0 and words[at + 1 + length] == ":")  # a name takes its colon with it
    named = leading_person(scope, words[at - 1 : at], by_name=True)[0] if at else None
    if who is None or named in (None, who) or words[end : end + 1] not in ([":"], [","]):
        return words
    return [*words[:at], *words[end:]]


def correction_in(scope: Scope, words: list[str]) -> tuple[str, list[str]] | None:
    """Who is meant instead, and what they are asked: what was spoken of last, or what was meant instead of it.

    "And you, Ketil?" asks one more person the same.
    """
    text = " ".join(words)
    found = _MEANT.fullmatch(text) or _NOT_THEM.fullmatch(text) or _YOU_TOO.fullmatch(text)
    partner = last_partner(scope.state)
    here = hearers_in(scope)
    if found is None or partner is None or not here:
        return None
    before = scope.state.focus.get(MATTER, "").casefold().split()
    meant = [word for word in (found["x"] or "").split() if word != ","]
    who, length = leading_person(scope, meant) if meant else (None, 0)
    if who in here and length == len(meant):
        return str(who), before
    ruled_out = [word for word in (found["not"] or "").split() if word != ","]
    other, length = leading_person(scope, ruled_out) if ruled_out else (None, 0)
    if not meant:
        others = [one for one in here if one != other]
        is_partner = other == partner and length == len(ruled_out)
        return (others[0], before) if is_partner and len(others) == 1 else None
    if partner in here and found.re is _NOT_THEM and ruled_out == ["you"]:
        return partner, ["about", *meant]  # "not you, Jory", who is not here: it is asked about him
    if partner not in here or found.re is not _MEANT:
        return None
    named, length = leading_person(scope, meant[-1:], by_name=True)
    if named == partner and len(meant) > 1 and meant[-2] not in DETERMINERS | PREPOSITIONS:
        meant = meant[:-1]  # called out at the end
    return partner, ["about", *meant[meant[:1] in (["about"], ["of"]) :]]
