"""The way that an order to move names, and where it leads. Pure."""

from __future__ import annotations

from dataclasses import dataclass, field

from gamemaster.language.names.anachronisms import is_absurd
from gamemaster.language.names.normalization import stem
from gamemaster.language.names.noun_index import Scope, direction_of, name_words, resolve, way_in_direction
from gamemaster.language.names.noun_phrases import Parts, Unclear, one_of, said_as
from gamemaster.language.tables.function_words import DETERMINERS, DIRECTIONS
from gamemaster.rules.reach import exits
from worlds.schema import PLAYER

# Prepositions that say where a place is rather than where one goes, once a place was named: "the hut on the ice".
_WHERE = frozenset({"on", "in", "at", "near", "by", "of", "beside", "under", "behind", "with", "through"})

_VERY_NAME = 95  # fit of a name that is a place's own

TOWARD = frozenset({"to", "into", "onto", "toward", "towards", "through", "in"})


@dataclass
class Route:
    """What the words after a verb of moving name: where to, where from, with whom."""

    targets: list[str] = field(default_factory=list)  # the last one counts
    away: list[str] = field(default_factory=list)
    companions: list[str] = field(default_factory=list)
    direction: str | None = None
    missing: Unclear | None = None
    named: bool = False  # whether "to" and the very name of a place say where it leads
    means: str | None = None  # the way next door that it is to lead by: "by the lift", "through the kitchen"
    floors: int = 1  # how many ways in that direction, one after the other
    aim: list[str] = field(default_factory=list)  # the words for where it is to end


def leads_to(scope: Scope, first: str, goal: str) -> bool:
    """Whether a place can be come to by way of a place next door, without coming back through here."""
    seen, queue = {scope.state.place}, [first]
    while queue:
        place = queue.pop()
        if place == goal:
            return place != scope.state.place
        if place not in seen:
            seen.add(place)
            queue.extend(way.to for way in exits(scope.world, scope.state, place))
    return False


_DOORS = frozenset({"door", "doorway", "threshold"})

WAY_NAMED = 82  # fit of a phrase from which on a way is what it names


def named_way(scope: Scope, direction: str | None, phrase: list[str]) -> str | None:
    """Where the way in that direction leads, if the phrase names it: of two stairs, "up the stair" is the one up."""
    way = way_in_direction(scope, direction) if direction is not None else None
    if way is None or not phrase:
        return None
    spoken = {stem(word) for word in phrase if word not in DETERMINERS}
    names = {stem(word) for name in (way.name, *way.aliases) if name for word in name_words(name)}
    return way.to if spoken and spoken <= names else None


def route_of(scope: Scope, verb: str, head: list[str], parts: Parts) -> Route:
    suits = frozenset({"person", "threat"}) if verb == "follow" else frozenset({"place"})
    if verb in ("climb", "jump", "swim") and head[0] != "go":
        suits = frozenset({"place", "feature"})
    route, means = Route(), list[str]()
    for preposition, phrases in parts.segments:
        if not phrases and preposition in DIRECTIONS:
            route.direction = route.direction or DIRECTIONS[preposition]
        for whole in phrases:
            phrase, floors = _without_floors(scope, whole)
            if floors:
                route.floors = floors
            if not phrase:
                route.direction = route.direction or DIRECTIONS.get(preposition or "")
                continue
            if ahead := named_way(scope, DIRECTIONS.get(preposition or ""), phrase):
                route.targets.append(ahead)
                continue
            route.aim = route.aim or (phrase if preposition not in _AWAY_FROM else [])
            toward = direction_of(phrase)
            found = one_of(scope, phrase, suits)
            if phrase[-1] in _DOORS and (found is None or found[1] is None or found[1].fit < WAY_NAMED):
                found = one_of(scope, phrase[:-1], frozenset({"place"})) or found  # "to the lab door"
            carried = found is not None and scope.state.items.get(found[0]) == PLAYER
            if carried and found is not None and verb == "go" and preposition != "with":
                place = resolve(scope, phrase, frozenset({"place"}), frozenset({"place"}))
                if place is not None and place.fit >= _VERY_NAME:
                    found = place.thing, place  # whoever carries a lantern goes to the Lantern
            if found is not None and verb == "climb" and scope.state.items.get(found[0]) == PLAYER:
                route.direction = route.direction or DIRECTIONS.get(preposition or "")
                continue  # nobody climbs what they carry: "climb up to the lamp"
            if toward is not None and (
                found is None or found[1] is None or found[1].fit < 90 or phrase == [toward]
            ):
                route.direction = toward
            elif found is None:
                missing = Unclear(
                    "absurd" if is_absurd(scope.world, phrase) else "no_such_thing", said_as(phrase)
                )
                route.missing = route.missing or missing
            elif preposition in _MEANS and found[0] != scope.state.place and is_way(scope, found[0]):
                means.append(found[0])
            elif _goes_along(scope, preposition, head, found[0]):
                route.companions.append(found[0])
            elif preposition == "with" and (
                scope.nouns.kinds.get(found[0]) == "item" or _is_carried(scope, phrase)
            ):
                continue  # what is carried along is not where one goes
            elif preposition in ("from", "of", "past") or (preposition in _WHERE and route.targets):
                route.away.append(found[0])
            else:
                route.targets.append(found[0])
                sure = found[1] is not None and found[1].fit >= _VERY_NAME
                toward_it = preposition in TOWARD or (preposition is None and head[-1] in TOWARD)
                route.named = route.named or (toward_it and sure)
    if means:
        _go_by(scope, route, means[-1], parts)
    return route


_AWAY_FROM = frozenset({"from", "of", "past", "with", "off"})


def _is_carried(scope: Scope, phrase: list[str]) -> bool:
    """Whether words name what the player carries, whatever place is called so as well."""
    item = resolve(scope, phrase, frozenset({"item"}), frozenset({"item"}))
    return item is not None and scope.state.items.get(item.thing) == PLAYER


def _goes_along(scope: Scope, preposition: str | None, head: list[str], who: str) -> bool:
    """Whether somebody is to go along, and is not where one goes: "walk with Bo to the gardens"."""
    along = preposition == "with" or (preposition is None and head[1:2] == ["with"])
    return along and scope.nouns.kinds.get(who) == "person"


_COUNTED = {word: n for n, words in enumerate(("a one another", "two both", "three", "four", "five"), 1)
            for word in words.split()}  # fmt: skip

_FLOORS = frozenset(map(stem, ("floor", "flight", "storey", "story", "level", "deck")))


def _without_floors(scope: Scope, phrase: list[str]) -> tuple[list[str], int]:
    """A phrase without how far up or down it goes, and that as a number: "the stair two floors". 0 where none is said.

    A place that is called so by its writer ("one deck") is no measure.
    """
    at = next((n for n, word in enumerate(phrase) if word in _COUNTED), len(phrase))
    measure = [word for word in phrase[at + 1 :] if word not in ("more", "further", "of", "stairs", "steps")]
    if len(measure) != 1 or stem(measure[0]) not in _FLOORS or " ".join(phrase[at:]) in scope.nouns.exact:
        return phrase, 0
    return phrase[:at], _COUNTED[phrase[at]]


_MEANS = frozenset({"by", "via", "using", "with", "through"})


def is_way(scope: Scope, thing: str) -> bool:
    return any(way.to == thing for way in scope.ways)


def _go_by(scope: Scope, route: Route, means: str, parts: Parts) -> None:
    """Keep to the way that is named; where nothing else says where to, it is itself where one goes.

    Of two places next door the second only says where the first one is: "to the hut by the pier".
    """
    if not route.targets and route.missing is not None:
        aim = route.missing.about.split()
        beyond = named_beyond(scope, means, aim)
        if beyond is not None:
            route.targets, route.missing = [beyond], None
    if not route.targets:
        route.targets = [means]
    elif not is_way(scope, route.targets[-1]) or means in _next_to(scope, route.targets[-1]):
        route.means = means if means != route.targets[-1] else None


def _next_to(scope: Scope, place: str) -> set[str]:
    """The places from which a way leads to this one."""
    named = scope.world.locations
    return {one for one in named if any(way.to == place for way in exits(scope.world, scope.state, one))}


def named_beyond(scope: Scope, means: str, phrase: list[str]) -> str | None:
    """Where a way leads that goes on from the next room, and is called so there: "four", of a lift with buttons."""
    spoken = {stem(word) for word in phrase if word not in DETERMINERS or word in scope.nouns.numbers}
    found = [
        way.to
        for way, names in scope.nouns.exits[means]
        if spoken and spoken <= {part for name in names for part in name.stems}
    ]
    return found[0] if len(set(found)) == 1 else None
