"""Walks that stop short: a small step, a part of the way, up to a door. Pure."""

from __future__ import annotations

from gamemaster.language.english import Forms, Words
from gamemaster.language.names.described_parts import is_spoken_of_here
from gamemaster.language.names.normalization import stem
from gamemaster.language.names.noun_index import Scope, resolve, way_in_direction
from gamemaster.language.tables.function_words import DETERMINERS
from gamemaster.language.tables.verb_forms import plain_form
from gamemaster.rules.reach import threats_here

_FORMS = Forms(__name__)
_WORDS = Words(__name__)


def is_walked_in_part(words: str) -> bool:
    """Whether a walk is said to end before its goal: "halfway up the stairs", "a few steps out onto the ice"."""
    return _FORMS["in_part"].search(words) is not None and _FORMS["the_whole_way"].search(words) is None


def door_walked_to(words: str) -> list[str]:
    """Whose door a walk leads to and no further: "go to the lab door"; empty where it leads to none."""
    found = _FORMS["to_its_door"].search(words)
    return found["whose"].split() if found is not None else []


def stops_short(scope: Scope, to: str, words: str, *, near: bool) -> bool:
    """Whether a walk ends before the place that it leads to: on the way, or at its door, where it is next door."""
    door = door_walked_to(words)
    at_its_door = near and bool(door) and set(map(stem, door)) <= scope.nouns.parts.get(to, frozenset())
    return at_its_door or is_walked_in_part(words)


def is_broken_off(words: str, then: str) -> bool:
    """Whether a walk is only begun: "I start towards the door, then stop"; whoever goes there and stops has gone."""
    return _FORMS["heading_for"].search(words) is not None and _FORMS["breaking_off"].match(then) is not None


def is_small_step(scope: Scope, head: list[str], rest: list[str]) -> bool:
    """Whether somebody only moves where they stand: "step back", "hop aside", "edge closer to him".

    Ground that is given before a threat is given in earnest.
    """
    if threats_here(scope.state):
        return False
    said = [*head[1:], *rest]
    looking = (n for n in range(len(said) - 1) if said[n] == "to" and said[n + 1] in _WORDS["looking"])
    said = said[: next(looking, len(said))]  # "step back to look at it", "to let him pass"
    words = [word for word in said if scope.nouns.kinds.get(_person(scope, word)) != "person"]
    if head[0] in ("go", "walk", "come") and len(words) == 1 and words[0] in _WORDS["close_by"]:
        return way_in_direction(scope, words[0]) is None
    verb = plain_form(head[0], _WORDS["stepping"])
    return (
        verb in _WORDS["stepping"]
        and (
            verb in _WORDS["giving_ground"] or bool({"back", "aside", "closer", "nearer"}.intersection(words))
        )
        and (verb != "retreat" or not _WORDS["measured"].isdisjoint(words))
        and all(word in _WORDS["a_little"] or word.endswith("ly") for word in words)
    )


def is_walk_to_a_spot(scope: Scope, words: list[str]) -> bool:
    """Whether a walk ends where something stands or ends that is here: "back down to where the stones end"."""
    at = words.index("where") if "where" in words[2:-1] else 0
    if not at or words[at - 1] not in ("to", "towards", "toward", "from"):
        return False
    if scope.nouns.verbs.at_start(words)[0][:1] != ("go",):
        return False
    if any(way_in_direction(scope, word) is not None for word in words[1:at] if word != "back"):
        return False
    named = words[at + 1 + (words[at + 1] in DETERMINERS) :][:1]
    found = resolve(scope, named) if named else None
    if found is not None and scope.nouns.kinds[found.thing] == "place":
        return found.thing == scope.state.place
    if found is not None and words[-1] in ("is", "are"):
        return False  # "over to where the boats are" is a walk up to them
    here = found is not None and (scope.reach(found.thing) or found.thing in scope.people)
    return here or (bool(named) and is_spoken_of_here(scope, named))


def _person(scope: Scope, word: str) -> str:
    found = resolve(scope, [word], frozenset({"person"}), frozenset({"person"}))
    return found.thing if found is not None else ""
