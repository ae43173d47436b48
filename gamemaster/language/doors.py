"""Doors that are only opened to be gone through, "lift the latch and go in", and doors that are only tried. Pure."""

from __future__ import annotations

from gamemaster.language.clauses.split import without_lead
from gamemaster.language.clauses.subjects import FIRST
from gamemaster.language.names.noun_index import Scope, name_words, resolve, way_in_direction
from gamemaster.language.names.noun_phrases import DOOR_HANDLES, door_spoken_of
from gamemaster.language.tables.function_words import ADVERBS, DETERMINERS
from worlds.schema import Exit

_VERY_NAME = 95  # fit of a name that is a thing's own
_NAMED = 86  # fit of a name from which on it is one
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


_TRYING = frozenset({"try", "test"})
_FIXTURES = DOOR_HANDLES | frozenset("door doors gate gates hatch lock padlock trapdoor bolt".split())
_LOCKED = "locked unlocked shut closed open barred unbarred bolted".split()
_SEEN_TO = (["see"], ["check"], ["look"], ["find", "out"], ["make", "sure"], ["test"])


def door_tried(scope: Scope, order: list[str]) -> list[str] | None:
    """The question that whoever only tries a door would have answered, "is the boathouse locked"; None of other orders.

    "Try the boathouse door", "see if the hatch is open": nobody goes through. A door that is a thing with a use of its
    own is used.
    """
    while order and (order[0] in FIRST or order[0] in ADVERBS):
        order = order[1:]
    if not order or "with" in order:
        return None
    phrase = _looked_after(order) or _door_to_try(order)
    if not phrase:
        return None
    fixed = resolve(scope, phrase, frozenset({"item", "feature"}), frozenset({"item", "feature"}))
    own = fixed is not None and fixed.fit >= _VERY_NAME and scope.reach(fixed.thing)
    if own and fixed is not None and any(thing == fixed.thing for _, thing in scope.nouns.ruled):
        return None
    named = [word for word in phrase if word not in DETERMINERS | _FIXTURES | _PART_OF]
    found = resolve(scope, named, frozenset({"place"}), frozenset({"place"})) if named else None
    to = (
        found.thing if found is not None and found.fit >= _NAMED else None if named else door_spoken_of(scope)
    )
    ways = [way for way in scope.ways if to in (None, way.to) and _is_a_door(way, to)]
    if (named and to is None) or len(ways) != 1:
        return None
    return ["is", *(named or name_words(ways[0].name or scope.world.locations[ways[0].to].name)), "locked"]


def asks_if_locked(order: list[str]) -> bool:
    """Whether an order only says again what a door is tried for: "just to see if it is locked"."""
    return not {"see", "check", "test"}.isdisjoint(order[:3]) and "if" in order and order[-1] in _LOCKED


def _door_to_try(order: list[str]) -> list[str]:
    """The door of "try the door of the boathouse"; nothing of any other order."""
    phrase = order[1:] if order[0] in _TRYING else []
    end = next((at for at, word in enumerate(phrase) if word in _PART_OF), len(phrase))
    return phrase if end and phrase[end - 1] in _FIXTURES else []


def _looked_after(order: list[str]) -> list[str]:
    """The door of "see if the boathouse door is locked"; nothing of any other order."""
    lead = next((one for one in _SEEN_TO if order[: len(one)] == one), None)
    rest = order[len(lead) :] if lead else []
    if rest[:1] not in (["if"], ["whether"]) or rest[-1] not in _LOCKED or not {"is", "are"} & set(rest):
        return []
    return rest[1 : max(at for at, word in enumerate(rest) if word in ("is", "are"))]


def _is_a_door(way: Exit, to: str | None) -> bool:
    """Whether a way has a door, by its name; one that is named may have one anyhow."""
    called = {word for name in (way.name, *way.aliases) if name for word in name_words(name)}
    return to is not None or not called.isdisjoint(_FIXTURES)


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
