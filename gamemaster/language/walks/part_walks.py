"""Walks that stop short: a small step, a part of the way, up to a door. Pure."""

from __future__ import annotations

import re

from gamemaster.language.names.noun_index import Scope, resolve, way_in_direction
from gamemaster.language.tables.verb_forms import plain_form
from gamemaster.rules.reach import threats_here

_IN_PART = re.compile(
    r"\b(?:half ?way|part ?way|partly|part of the way|some of the way|(?:a|some) (?:\w+ )?(?:way|distance)(?= |$)"
    r"|no (?:further|farther) than|(?:only|just|but) (?:up )?(?:as far as|to) the (?:\w+ )?(?:door|doorway|threshold)"
    r"|(?:one|two|three|four|five|six|ten|twenty|several|few|couple of|a) (?:\w+ )?"
    r"(?:step|steps|pace|paces|yards|feet|metres|meters|rung|rungs|stairs))\b"
    r"(?! (?:into|inside|through|at a time|by|after|(?:, )?(?:and|then|and then) (?:the|another))\b)"
)

_THE_WHOLE_WAY = re.compile(r"\b(?:the|last|remaining|those) (?:few|two|three|couple of|several)\b")

_HEADING_FOR = re.compile(r"\b(?:start|set (?:off|out)|towards?|(?:head|make|run|walk|step|move) for)\b")

_TO_ITS_DOOR = re.compile(
    r"\b(?:up |over |across )?to the (?P<whose>(?:\w+ ){1,3})(?:door|doorway|threshold)$"
)

_BREAKING_OFF = re.compile(
    r"(?:i )?(?:suddenly |abruptly )?(?:stop|halt|pause|hesitate|freeze|turn (?:back|round|around)|come back)\b"
)


def is_walked_in_part(words: str) -> bool:
    """Whether a walk is said to end before its goal: "halfway up the stairs", "a few steps out onto the ice"."""
    return _IN_PART.search(words) is not None and _THE_WHOLE_WAY.search(words) is None


def door_walked_to(words: str) -> list[str]:
    """Whose door a walk leads to and no further: "go to the lab door"; empty where it leads to none."""
    found = _TO_ITS_DOOR.search(words)
    return found["whose"].split() if found is not None else []


def is_broken_off(words: str, then: str) -> bool:
    """Whether a walk is only begun: "I start towards the door, then stop"; whoever goes there and stops has gone."""
    return _HEADING_FOR.search(words) is not None and _BREAKING_OFF.match(then) is not None


_A_LITTLE = frozenset(
    """back backwards backward forward forwards aside closer nearer away a an the little bit step steps pace paces
    two three half few from to towards up him her them me it , quickly again off slightly couple of""".split()
)

_CLOSE_BY = frozenset({"over", "closer", "nearer", "across"})

_GIVING_GROUND = frozenset({"back", "retreat"})

_MEASURED = frozenset("bit little step steps pace paces slightly".split())

_STEPPING = frozenset(
    "step hop jump shrink edge shuffle shift scoot inch back draw lurch stagger stumble rock retreat".split()
)


def is_small_step(scope: Scope, head: list[str], rest: list[str]) -> bool:
    """Whether somebody only moves where they stand: "step back", "hop aside", "edge closer to him".

    Ground that is given before a threat is given in earnest.
    """
    if threats_here(scope.state):
        return False
    words = [word for word in (*head[1:], *rest) if scope.nouns.kinds.get(_person(scope, word)) != "person"]
    if head[0] in ("go", "walk", "come") and len(words) == 1 and words[0] in _CLOSE_BY:
        return way_in_direction(scope, words[0]) is None
    verb = plain_form(head[0], _STEPPING)
    return (
        verb in _STEPPING
        and (verb in _GIVING_GROUND or bool({"back", "aside", "closer", "nearer"}.intersection(words)))
        and (verb != "retreat" or not _MEASURED.isdisjoint(words))
        and all(word in _A_LITTLE or word.endswith("ly") for word in words)
    )


def _person(scope: Scope, word: str) -> str:
    found = resolve(scope, [word], frozenset({"person"}), frozenset({"person"}))
    return found.thing if found is not None else ""
