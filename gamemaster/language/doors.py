"""Doors that are only opened to be gone through: "lift the latch and go in" is one walk. Pure."""

from __future__ import annotations

from gamemaster.language.clauses.split import without_lead
from gamemaster.language.names.noun_index import Scope, resolve, way_in_direction
from gamemaster.language.names.noun_phrases import DOOR_HANDLES, door_spoken_of

_VERY_NAME = 95  # fit of a name that is a thing's own
_HANDLE = 2  # words of a handle and its article
_OPENING = frozenset("open push pull turn take touch lift go".split())  # whatever a door is opened with
_INWARD = frozenset("in inside into through".split())
_PART_OF = frozenset({"of", "on"})


def through_a_door(scope: Scope, order: list[str], following: list[str]) -> tuple[bool, str | None]:
    """Whether an order only opens the door that the one after it goes through, and where that door leads if it is told.

    "Lift the latch and go in", "push the door and step inside": one walk, by the door that was spoken of. A door that
    has a name, or a rule of its own, is opened for itself.
    """
    if not (handle := is_door_handle(scope, order)) and not _is_plain_door(scope, order):
        return False, None
    walk = without_lead(following)
    walked, length = scope.nouns.verbs.at_start(walk)
    if "go" not in walked or len(walk) > length + 1 or _INWARD.isdisjoint(walk):
        return False, None
    meanings, phrase = _opened_thing(scope, order)
    if handle and (place := _place_of_handle(scope, phrase)):
        return True, place
    found = resolve(scope, phrase)
    named = found is not None and found.fit >= _VERY_NAME and scope.reach(found.thing)
    leads = found.thing if found is not None and named else None
    if leads is not None and leads not in scope.world.locations:
        return False, None
    outdoors = not scope.world.locations[scope.state.place].indoors
    way = way_in_direction(scope, "in" if outdoors else "out") if handle else None
    leads = door_spoken_of(scope) or leads or (way.to if way is not None else None)
    if leads is None:
        return handle, None
    ruled = any((verb, leads) in scope.nouns.ruled for verb in _OPENING.intersection(meanings) - {"go"})
    return not ruled, leads


def _opened_thing(scope: Scope, order: list[str]) -> tuple[tuple[str, ...], list[str]]:
    """The meanings of the verb of an order that may open something, and what is opened."""
    order = without_lead(order)
    meanings, length = scope.nouns.verbs.at_start(order)
    return meanings, [word for word in order[length:] if word != "open"]


def is_door_handle(scope: Scope, order: list[str]) -> bool:
    """Whether an order does no more than open a door by its latch or handle."""
    meanings, phrase = _opened_thing(scope, order)
    end = next((at for at, word in enumerate(phrase) if word in _PART_OF), len(phrase))
    held = 0 < end <= _HANDLE and phrase[end - 1] in DOOR_HANDLES
    return held and not _OPENING.isdisjoint(meanings) and not _is_thing_here(scope, phrase[:end])


def _is_plain_door(scope: Scope, order: list[str]) -> bool:
    meanings, phrase = _opened_thing(scope, order)
    return not _OPENING.isdisjoint(meanings) and phrase in (["the", "door"], ["door"], ["the", "gate"])


def _is_thing_here(scope: Scope, phrase: list[str]) -> bool:
    """Whether the phrase is a thing's own name: a latch that its writer wrote of."""
    found = resolve(scope, phrase, frozenset({"item", "feature"}), frozenset({"item", "feature"}))
    return found is not None and found.fit >= _VERY_NAME and scope.reach(found.thing)


def _place_of_handle(scope: Scope, phrase: list[str]) -> str | None:
    """Where the door leads whose latch it is: "the latch of the hall"."""
    end = next((at for at, word in enumerate(phrase) if word in _PART_OF), len(phrase))
    found = resolve(scope, [word for word in phrase[end + 1 :] if word != "door"], frozenset({"place"}))
    known = found is not None and found.fit >= _VERY_NAME and found.thing in scope.world.locations
    return found.thing if known and found is not None and found.thing != scope.state.place else None
