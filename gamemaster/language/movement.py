"""Read an order to move: going, sneaking, climbing, fleeing, following. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from gamemaster.language.names.anachronisms import is_absurd
from gamemaster.language.names.normalization import stem
from gamemaster.language.names.noun_index import Scope, direction_of, name_words, resolve, way_in_direction
from gamemaster.language.names.noun_phrases import Parts, Unclear, one_of, said_as
from gamemaster.language.tables.function_words import DETERMINERS, DIRECTIONS, SELF_WORDS
from gamemaster.language.tables.verb_forms import plain_form
from gamemaster.rules.proposal import Intent
from gamemaster.rules.reach import exits, threats_here
from worlds.schema import PLAYER, Exit

MOVING = frozenset({"go", "sneak", "climb", "swim", "jump", "flee", "follow"})
# Prepositions that say where a place is rather than where one goes, once a place was named: "the hut on the ice".
_WHERE = frozenset({"on", "in", "at", "near", "by", "of", "beside", "under", "behind", "with", "through"})
_ENTERING = frozenset({"enter", "inside", "into", "in"})
_LEAVING = frozenset({"leave", "exit", "get", "out", "depart", "escape"})


_VERY_NAME = 95  # fit of a name that is a place's own
_SLOPES = frozenset({"up", "down"})
_ONWARD = frozenset({"back", "across", "over", "through", "along", "off"})
_TOWARD = frozenset({"to", "into", "onto", "toward", "towards", "through", "in"})

_SETTING_OUT = frozenset({"go", "come", "run", "head", "walk", "return"})
_AT = frozenset({"at", "in", "inside", "by", "near", "on"})
_AFTER_PLACE = frozenset({"for", "until", "till", "til", ",", "with", "and"})


@dataclass
class _Route:
    """What the words after a verb of moving name: where to, where from, with whom."""

    targets: list[str] = field(default_factory=list)  # the last one counts
    away: list[str] = field(default_factory=list)
    companions: list[str] = field(default_factory=list)
    direction: str | None = None
    missing: Unclear | None = None
    named: bool = False  # whether "to" and the very name of a place say where it leads
    means: str | None = None  # the way next door that it is to lead by: "by the lift", "through the kitchen"
    floors: int = 1  # how many ways in that direction, one after the other


def read_move(scope: Scope, verb: str, head: list[str], parts: Parts, stealth: bool) -> Intent:
    """The intent of a verb of moving (`head` are the words it was said with). Raises `Unclear`."""
    if stealth and verb in ("go", "climb", "follow"):
        verb = "sneak"
    if verb == "go" and _goes_round(scope, parts):
        return _as_a_gesture(head, parts)
    if verb == "sneak" and len(head) == 1 and (thing := _thing_to_sneak(scope, parts)):
        return Intent(verb="steal", objects=(thing,))
    route = _route(scope, verb, head, parts)
    aim = route.missing.about.split() if route.missing is not None else []
    if not route.targets and not SELF_WORDS.isdisjoint(aim[1:]):  # "go up to introduce myself": what for
        route.direction = next((DIRECTIONS[word] for word in head if word in DIRECTIONS), route.direction)
    if len(head) > 1 and head[-1] in DIRECTIONS and not route.targets:
        route.direction = route.direction or DIRECTIONS[head[-1]]
    _keep_to_the_slope(scope, [*head, *(leading or "" for leading, _ in parts.segments)], route)
    if _arrives(scope, head, route, parts):
        return _as_a_gesture(head, parts)
    if route.companions and not route.targets and route.direction is None:
        return Intent(verb="follow", objects=tuple(route.companions))
    here = scope.state.place
    if (
        head[0] in _LEAVING
        and here in (*route.targets, *route.away)
        and verb in ("go", "sneak", "climb", "flee")
    ):
        route.targets = [target for target in route.targets if target != here]
        route.away, route.direction = [], route.direction or "out"
    if (
        route.targets == [here]
        and not scope.world.locations[here].indoors  # whoever is in the hall and goes into it goes nowhere
        and (head[0] == "enter" or head[-1] in _ENTERING)
        and way_in_direction(scope, "in")
    ):
        route.targets, route.direction = [], "in"
    if not route.targets and route.missing is not None and route.direction is None:
        leads = (DIRECTIONS.get(preposition or "") for preposition, _ in parts.segments)
        route.direction = next((word for word in leads if word and way_in_direction(scope, word)), None)
        if (
            route.direction is None
            and not route.away
            and (verb not in ("jump", "swim", "flee") or route.missing.reason == "absurd")
        ):
            raise route.missing
    return _intent(scope, verb, route)


_ABOUT_HERE = frozenset({"round", "around", "about", "between", "among", "amongst"})


def _goes_round(scope: Scope, parts: Parts) -> bool:
    """Whether somebody only walks about where they are: "walk round the poles twice", "between the hulls"."""
    if not any(preposition in _ABOUT_HERE and phrases for preposition, phrases in parts.segments):
        return False
    if any(preposition in _TOWARD for preposition, _ in parts.segments):
        return False
    named = [phrase for _, phrases in parts.segments for phrase in phrases]
    found = [one_of(scope, phrase, frozenset({"feature"})) for phrase in named]
    kinds = scope.nouns.kinds
    outside = not scope.world.locations[scope.state.place].indoors
    return all(
        one is None
        or kinds.get(one[0]) != "place"
        or one[0] == scope.state.place
        or (outside and scope.world.locations[one[0]].indoors)  # whoever walks round a house does not go in
        for one in found
    )


def _as_a_gesture(head: list[str], parts: Parts) -> Intent:
    """Moving that leads nowhere: the player's own words tell it."""
    told = [word for leading, phrases in parts.segments for word in _words_with(leading, phrases)]
    return Intent(verb="express", role="emote", topic=" ".join([*head, *told])[:120])


def _words_with(preposition: str | None, phrases: list[list[str]]) -> list[str]:
    told = [word for phrase in phrases for word in ("and", *phrase)][1:]
    return [*([preposition] if preposition else []), *told]


def _keep_to_the_slope(scope: Scope, words: list[str], route: _Route) -> None:
    """ "Up" and "down" decide against a place that does not lie that way: "climb up to the next floor"."""
    slope = next((word for word in (*words, route.direction) if word in _SLOPES), None)
    if route.named:
        return
    way = way_in_direction(scope, slope) if slope is not None else None
    places = [target for target in route.targets if target in scope.world.locations]
    elsewhere = way is not None and places and not any(_leads_to(scope, way.to, place) for place in places)
    if elsewhere or _leads_the_other_way(scope, slope, places):
        route.targets, route.direction = [], slope


def _is_elsewhere(scope: Scope, phrase: list[str]) -> bool:
    found = one_of(scope, phrase, frozenset({"place"}))
    return found is not None and found[0] in scope.world.locations and found[0] != scope.state.place


def _arrives(scope: Scope, head: list[str], route: _Route, parts: Parts) -> bool:
    """Whether somebody tells how they came here: "I trudge up from the boats", where no way leads up."""
    came = any(preposition == "from" and phrases for preposition, phrases in parts.segments)
    from_afar = came and not any(map(scope.reach, route.away))
    off = [phrase for preposition, phrases in parts.segments if preposition == "off" for phrase in phrases]
    if head[0] in ("come", "comes") and any(_is_elsewhere(scope, phrase) for phrase in off):
        return True  # "I come up off the ice": told by whoever has just done so
    way = way_in_direction(scope, route.direction) if route.direction is not None else None
    return from_afar and not route.targets and route.direction is not None and way is None


def _leads_to(scope: Scope, first: str, goal: str) -> bool:
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


_DELIVERING = frozenset("take bring carry deliver return give hand".split())


def _delivery(scope: Scope, words: list[str]) -> tuple[Intent, list[str]] | None:
    """A walk to somebody with a thing: "take the jug back to Skeggi in the hall"."""
    if len(words) < 5 or words[0] not in _DELIVERING or "to" not in words[1:]:
        return None
    at = next((n for n in range(len(words) - 1, 2, -1) if words[n] in ("in", "at")), 0)
    found = one_of(scope, words[at + 1 :], frozenset({"place"})) if at > words.index("to") + 1 else None
    if found is None or found[0] not in scope.world.locations or found[0] == scope.state.place:
        return None
    whom = resolve(scope, words[words.index("to") + 1 : at], frozenset({"person"}), frozenset({"person"}))
    if whom is None or whom.thing in scope.people:
        return None
    return Intent(verb="go", objects=(found[0],)), ["give", *words[1:at]]


def errand(scope: Scope, words: list[str]) -> tuple[Intent, list[str]] | None:
    """A walk and what is to be done at its end: "go warm up at the smithy for an hour". None if it is none."""
    if (brought := _delivery(scope, words)) is not None:
        return brought
    if not words or words[0] not in _SETTING_OUT or not scope.nouns.verbs.at_start(words[1:])[0]:
        return None
    for at, word in enumerate(words):
        if word not in _AT or at < 2:
            continue
        end = next((k for k in range(at + 1, len(words)) if words[k] in _AFTER_PLACE), len(words))
        found = one_of(scope, words[at + 1 : end], frozenset({"place"})) if end > at + 1 else None
        if found is None or scope.nouns.kinds.get(found[0]) != "place" or found[0] == scope.state.place:
            continue
        return Intent(verb="go", objects=(found[0],)), [*words[1:at], *words[end:]]
    return None


_BY_WAY = frozenset({"take", "use", "climb"})
_BOUND_FOR = frozenset({"to", "up", "down", "into", "onto", "for", "towards", "toward", "back"})


def read_way_taken(scope: Scope, meanings: tuple[str, ...], parts: Parts) -> Intent | None:
    """ "Take the stairs", "use the lift to get to the ninth floor", "ride the elevator down": a way is gone.

    The place that is gone to comes first, and the way there as the tool. None where the words name no way.
    """
    phrases = parts.direct()
    if (
        _BY_WAY.isdisjoint(meanings)
        or len(phrases) != 1
        or any(preposition == "with" for preposition, _ in parts.segments)
    ):
        return None
    way = one_of(scope, phrases[0], frozenset({"item", "feature"}))
    if (
        way is None
        or scope.nouns.kinds.get(way[0]) != "place"
        or (way[1] is not None and way[1].fit < _WAY_NAMED)
    ):
        return None
    if way[0] != scope.state.place and not scope.near.get(way[0]):
        return None
    bound, direction = None, None
    for preposition, named in parts.segments[1:]:
        direction = direction or DIRECTIONS.get(preposition or "")
        found = one_of(scope, named[0], frozenset({"place"})) if named and preposition in _BOUND_FOR else None
        if found is not None and scope.nouns.kinds.get(found[0]) == "place":
            bound = found[0]
        elif named and preposition in _BOUND_FOR and _is_way(scope, way[0]):
            bound = bound or _named_beyond(scope, way[0], named[0])
    if bound is not None and bound != way[0]:
        return Intent(verb="go", objects=(bound,), tool=way[0] if scope.reach(way[0]) else None)
    onward = (
        way_in_direction(scope, direction) if direction is not None and way[0] == scope.state.place else None
    )
    return Intent(verb="go", objects=(onward.to if onward is not None else way[0],))


_IN_PART = re.compile(
    r"\b(?:half ?way|part ?way|partly|part of the way|some of the way|(?:a|some) (?:\w+ )?(?:way|distance)(?= |$)"
    r"|no (?:further|farther) than|(?:only|just|but) (?:up )?(?:as far as|to) the (?:\w+ )?(?:door|doorway|threshold)"
    r"|(?:one|two|three|four|five|six|ten|twenty|several|few|couple of|a) (?:\w+ )?"
    r"(?:step|steps|pace|paces|yards|feet|metres|meters|rung|rungs|stairs))\b"
    r"(?! (?:into|inside|through|at a time|by|after|(?:, )?(?:and|then|and then) (?:the|another))\b)"
)
_DOORS = frozenset({"door", "doorway", "threshold"})
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


_WAY_NAMED = 82  # fit of a phrase from which on a way is what it names
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


def read_heading(scope: Scope, words: list[str]) -> Intent | None:
    """A heading without a verb: "down the ladder", "north to the wood", "back into the hall". None if it is none."""
    if words[:1] == ["past"] and "to" in words[2:-1]:
        words = words[words.index("to", 2) :]  # "past the hall to the smithy"
        found = one_of(scope, words[1:], frozenset({"place"}))
        leads = found is not None and scope.nouns.kinds.get(found[0]) == "place"
        return Intent(verb="go", objects=(found[0],)) if found is not None and leads else None
    while len(words) > 1 and words[0] == "back" and words[1] in DIRECTIONS:
        words = words[1:]  # "back up"
    direction = DIRECTIONS.get(words[0]) if words else None
    if direction is None and (not words or words[0] not in _ONWARD):
        return None
    if len(words) == 1:
        ahead = way_in_direction(scope, direction) if direction is not None and direction != "back" else None
        return Intent(verb="go", objects=(ahead.to,), direction=direction) if ahead else None
    rest = words[2:] if words[1] in _TOWARD else words[1:]
    if way := _named_way(scope, direction, rest):
        return Intent(verb="go", objects=(way,))
    found = one_of(scope, rest, frozenset({"place"})) if rest else None
    if found is None or scope.nouns.kinds.get(found[0]) != "place" or found[0] == scope.state.place:
        return None
    if direction is not None and _leads_the_other_way(scope, direction, [found[0]]):
        ahead = way_in_direction(scope, direction)
        return Intent(verb="go", objects=(ahead.to,) if ahead else (), direction=direction)
    return Intent(verb="go", objects=(found[0],))


def _leads_the_other_way(scope: Scope, slope: str | None, places: list[str]) -> bool:
    """Whether "down the stairs" is said where they only lead up: it is no order to go up."""
    if slope not in _SLOPES:
        return False
    other = way_in_direction(scope, "up" if slope == "down" else "down")
    return other is not None and places == [other.to]


def _named_way(scope: Scope, direction: str | None, phrase: list[str]) -> str | None:
    """Where the way in that direction leads, if the phrase names it: of two stairs, "up the stair" is the one up."""
    way = way_in_direction(scope, direction) if direction is not None else None
    if way is None or not phrase:
        return None
    spoken = {stem(word) for word in phrase if word not in DETERMINERS}
    names = {stem(word) for name in (way.name, *way.aliases) if name for word in name_words(name)}
    return way.to if spoken and spoken <= names else None


def _thing_to_sneak(scope: Scope, parts: Parts) -> str | None:
    """ "Sneak a bit of cheese": an item, and no way."""
    things = parts.direct()
    found = one_of(scope, things[0], frozenset({"item"})) if len(things) == 1 else None
    return found[0] if found is not None and scope.nouns.kinds.get(found[0]) == "item" else None


def _route(scope: Scope, verb: str, head: list[str], parts: Parts) -> _Route:
    suits = frozenset({"person", "threat"}) if verb == "follow" else frozenset({"place"})
    if verb in ("climb", "jump", "swim") and head[0] != "go":
        suits = frozenset({"place", "feature"})
    route, means = _Route(), list[str]()
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
            if ahead := _named_way(scope, DIRECTIONS.get(preposition or ""), phrase):
                route.targets.append(ahead)
                continue
            toward = direction_of(phrase)
            found = one_of(scope, phrase, suits)
            if phrase[-1] in _DOORS and (found is None or found[1] is None or found[1].fit < _WAY_NAMED):
                found = one_of(scope, phrase[:-1], frozenset({"place"})) or found  # "to the lab door"
            if found is not None and verb == "go" and scope.state.items.get(found[0]) == PLAYER:
                place = resolve(scope, phrase, frozenset({"place"}), frozenset({"place"}))
                if place is not None and place.fit >= _VERY_NAME:
                    found = place.thing, place  # whoever carries a lantern goes to the Lantern
            if toward is not None and (
                found is None or found[1] is None or found[1].fit < 90 or phrase == [toward]
            ):
                route.direction = toward
            elif found is None:
                missing = Unclear(
                    "absurd" if is_absurd(scope.world, phrase) else "no_such_thing", said_as(phrase)
                )
                route.missing = route.missing or missing
            elif preposition in _MEANS and found[0] != scope.state.place and _is_way(scope, found[0]):
                means.append(found[0])
            elif preposition == "with" and scope.nouns.kinds.get(found[0]) == "person":
                route.companions.append(found[0])
            elif preposition == "with" and scope.nouns.kinds.get(found[0]) == "item":
                continue  # what is carried along is not where one goes
            elif preposition in ("from", "of", "past") or (preposition in _WHERE and route.targets):
                route.away.append(found[0])
            else:
                route.targets.append(found[0])
                sure = found[1] is not None and found[1].fit >= _VERY_NAME
                toward_it = preposition in _TOWARD or (preposition is None and head[-1] in _TOWARD)
                route.named = route.named or (toward_it and sure)
    if means:
        _go_by(scope, route, means[-1], parts)
    return route


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


def _is_way(scope: Scope, thing: str) -> bool:
    return any(way.to == thing for way in scope.ways)


def _go_by(scope: Scope, route: _Route, means: str, parts: Parts) -> None:
    """Keep to the way that is named; where nothing else says where to, it is itself where one goes.

    Of two places next door the second only says where the first one is: "to the hut by the pier".
    """
    if not route.targets and route.missing is not None:
        aim = route.missing.about.split()
        beyond = _named_beyond(scope, means, aim)
        if beyond is not None:
            route.targets, route.missing = [beyond], None
    if not route.targets:
        route.targets = [means]
    elif not _is_way(scope, route.targets[-1]) or means in _next_to(scope, route.targets[-1]):
        route.means = means if means != route.targets[-1] else None


def _next_to(scope: Scope, place: str) -> set[str]:
    """The places from which a way leads to this one."""
    named = scope.world.locations
    return {one for one in named if any(way.to == place for way in exits(scope.world, scope.state, one))}


def _named_beyond(scope: Scope, means: str, phrase: list[str]) -> str | None:
    """Where a way leads that goes on from the next room, and is called so there: "four", of a lift with buttons."""
    spoken = {stem(word) for word in phrase if word not in DETERMINERS or word in scope.nouns.numbers}
    found = [
        way.to
        for way, names in scope.nouns.exits[means]
        if spoken and spoken <= {part for name in names for part in name.stems}
    ]
    return found[0] if len(set(found)) == 1 else None


def _intent(scope: Scope, verb: str, route: _Route) -> Intent:
    kind_of = scope.nouns.kinds.get
    target, direction = _destination(scope, verb, route.targets), route.direction
    if target is None and direction is None and route.away:
        # "sneak past the guard", "run from the wolf": all there is to say where.
        return Intent(verb=verb, objects=(route.away[0],))
    if target is not None and kind_of(target) == "person" and verb == "go":
        return Intent(verb="talk" if target in scope.people else "follow", objects=(target,))
    if target is not None and verb == "follow" and kind_of(target) == "place":
        verb = "go"
    if target is None and direction is not None:
        if direction == "back" and "back" in scope.focus and way_in_direction(scope, "back") is None:
            return Intent(verb=verb, objects=(scope.focus["back"],), direction=direction)
        way = way_in_direction(scope, direction)
        goal = _floors_on(scope, way, direction, route.floors) if way else None
        return Intent(verb=verb, objects=(goal,) if goal else (), direction=direction)
    recipient = route.companions[0] if route.companions else None
    by = route.means if target in scope.world.locations else None
    return Intent(
        verb=verb, objects=(target,) if target else (), recipient=recipient, direction=direction, tool=by
    )


def _floors_on(scope: Scope, way: Exit, direction: str, floors: int) -> str:
    """Where so many ways in one direction lead, or as many as there are."""
    place = way.to
    for _ in range(floors - 1):
        onward = [
            on for on in exits(scope.world, scope.state, place) if direction in map(str.lower, on.direction)
        ]
        if len(onward) != 1:
            break
        place = onward[0].to
    return place


def _destination(scope: Scope, verb: str, targets: list[str]) -> str | None:
    kinds = scope.nouns.kinds
    places = [thing for thing in targets if kinds.get(thing) == "place"]
    if verb in ("climb", "jump", "swim", "follow") and targets and kinds.get(targets[-1]) != "place":
        return targets[-1]
    if places:
        return places[-1]
    target = targets[-1] if targets else None
    if target is not None and kinds.get(target) == "feature" and not scope.reach(target):
        # A place is known by what stands in it: "go to the well" is going where the well is.
        home = scope.nouns.home[target]
        return home if home != scope.state.place else target
    return target
