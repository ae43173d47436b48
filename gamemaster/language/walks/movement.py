"""Read an order to move: going, sneaking, climbing, fleeing, following. Pure."""

from __future__ import annotations

from gamemaster.language.names.normalization import stem
from gamemaster.language.names.noun_index import Scope, name_words, only_way_off, resolve, way_in_direction
from gamemaster.language.names.noun_phrases import Parts, one_of
from gamemaster.language.tables.function_words import DETERMINERS, DIRECTIONS, SELF_WORDS
from gamemaster.language.walks.routes import (
    TOWARD,
    WAY_NAMED,
    Route,
    is_way,
    leads_to,
    named_beyond,
    named_way,
    route_of,
)
from gamemaster.rules.proposal import Intent
from gamemaster.rules.reach import exits
from worlds.schema import Exit, Feature, Location

_ENTERING = frozenset({"enter", "inside", "into", "in"})

_LEAVING = frozenset({"leave", "exit", "get", "out", "depart", "escape"})

_SLOPES = frozenset({"up", "down"})

_ONWARD = frozenset({"back", "across", "over", "through", "along", "off"})


def read_move(scope: Scope, verb: str, head: list[str], parts: Parts, stealth: bool) -> Intent:
    """The intent of a verb of moving (`head` are the words it was said with). Raises `Unclear`."""
    if stealth and verb in ("go", "climb", "follow"):
        verb = "sneak"
    about = verb == "go" and _goes_round(scope, parts) and not _takes_a_way(scope, head, parts)
    if about or _moves_a_thing(verb, head, parts):
        return _as_a_gesture(head, parts)
    if head[0] == "set" and _sets_out_a_thing(scope, parts):
        return _as_a_gesture(head, parts)
    if verb in ("go", "climb") and _gets_onto_the_outside(scope, verb, parts):
        return _as_a_gesture(head, parts)
    if verb == "sneak" and len(head) == 1 and (thing := _thing_to_sneak(scope, parts)):
        return Intent(verb="steal", objects=(thing,))
    if head[0] in _PAST and _passes_a_thing(scope, head, parts):
        return _as_a_gesture(head, parts)
    route = route_of(scope, verb, head, parts)
    aim = route.missing.about.split() if route.missing is not None else []
    if not route.targets and not SELF_WORDS.isdisjoint(aim[1:]):  # "go up to introduce myself": what for
        route.direction = next((DIRECTIONS[word] for word in head if word in DIRECTIONS), route.direction)
    if len(head) > 1 and head[-1] in DIRECTIONS and not route.targets:
        route.direction = route.direction or DIRECTIONS[head[-1]]
    _keep_to_the_slope(scope, [*head, *(leading or "" for leading, _ in parts.segments)], route)
    _go_on(scope, [*head, *(leading or "" for leading, _ in parts.segments)], route)
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
    if not route.targets and (behind := _place_behind(scope, head, parts, route.direction)) is not None:
        route.targets = [behind]
    return _intent(scope, verb, route)


def _place_behind(scope: Scope, head: list[str], parts: Parts, direction: str | None) -> str | None:
    """The place that one has just come from, where "back in" or "back out" names no other."""
    said = {*head, *(word for leading, phrases in parts.segments for word in _words_with(leading, phrases))}
    behind = scope.world.locations.get(scope.focus.get("back", ""))
    if "back" not in said or direction not in ("in", "out") or behind is None:
        return None
    if way_in_direction(scope, direction) is not None or behind.indoors != (direction == "in"):
        return None
    return behind.id if any(way.to == behind.id for way in scope.ways) else None


_PAST = frozenset({"squeeze", "squeezes", "edge", "edges", "inch", "inches", "step", "steps"})


def _passes_a_thing(scope: Scope, head: list[str], parts: Parts) -> bool:
    """Whether somebody only gets past something that stands here: "squeeze past the cauldron"."""
    past = "past" in head
    led = [phrase for word, phrases in parts.segments if past or word == "past" for phrase in phrases]
    found = [one_of(scope, phrase, frozenset({"feature"})) for phrase in led]
    return bool(found) and all(
        one is None or scope.nouns.kinds.get(one[0]) in ("feature", "item") for one in found
    )


_ABOUT_HERE = frozenset({"round", "around", "about", "between", "among", "amongst", "behind"})


def _goes_round(scope: Scope, parts: Parts) -> bool:
    """Whether somebody only walks about where they are: "walk round the poles twice", "between the hulls"."""
    if not any(preposition in _ABOUT_HERE and phrases for preposition, phrases in parts.segments):
        return False
    if any(preposition in TOWARD for preposition, _ in parts.segments):
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


_STROLLING = frozenset("wander wanders stroll strolls pace paces amble ambles potter potters".split())


def _takes_a_way(scope: Scope, head: list[str], parts: Parts) -> bool:
    """Whether a way is taken, and "between" or "round" only tells how it runs: "take the path up between the poles"."""
    bare = {preposition or "" for preposition, phrases in parts.segments if not phrases}
    slopes = _SLOPES & {*bare, *head}
    if len(slopes) == len(_SLOPES) or head[0] in _STROLLING:
        return False  # "walk up and down between the poles", "wander down between the hulls"
    ahead = any(way_in_direction(scope, slope) is not None for slope in slopes)
    return ahead or (not _BY_WAY.isdisjoint(head[:1]) and len(head) > 1)


_SLID = frozenset({"slide", "slides", "skim", "skims"})  # "slide a pan onto the stove"


def _moves_a_thing(verb: str, head: list[str], parts: Parts) -> bool:
    """Whether a verb of moving has a thing as its object, which moves instead: "skip it across the ice"."""
    if not parts.segments:
        return False
    preposition, phrases = parts.segments[0]
    beyond = any(further for _, further in parts.segments[1:])
    named = head[0] in _SLID and bool(phrases) and phrases[0][:1] != [] and phrases[0][0] in DETERMINERS
    moved = preposition is None and (named or phrases in ([["it"]], [["them"]])) and beyond
    return verb == "go" and moved and head[0] not in _LEAVING | _ENTERING


def _sets_out_a_thing(scope: Scope, parts: Parts) -> bool:
    """Whether what is set out is a thing, and nobody goes anywhere: "set out two cups"."""
    preposition, phrases = parts.segments[0] if parts.segments else ("", [])
    places = frozenset({"place", "exit"})
    return preposition is None and bool(phrases) and not any(one_of(scope, one, places) for one in phrases)


def _gets_onto_the_outside(scope: Scope, verb: str, parts: Parts) -> bool:
    """Whether somebody gets onto a house from without, which is no way into it: "the roof of the hall".

    Whoever walks to a chimney is not on it.
    """
    onto = (
        phrases for leading, phrases in parts.segments if verb == "climb" or leading not in ("to", "towards", "toward")
    )
    for phrase in (phrase for phrases in onto for phrase in phrases):
        end = phrase.index("of") if "of" in phrase else len(phrase)
        if not end or stem(phrase[end - 1]) not in _OUTSIDES:
            continue
        named = resolve(scope, phrase[end - 1 : end])
        if named is None or scope.nouns.kinds[named.thing] != "place" or named.fit < _ITS_OWN:
            return True
    return False


_ITS_OWN = 97  # fit of a name that is a place's own
_OUTSIDES = frozenset(map(stem, "roof rooftop gable chimney eaves".split()))


def _as_a_gesture(head: list[str], parts: Parts) -> Intent:
    """Moving that leads nowhere: the player's own words tell it."""
    told = [word for leading, phrases in parts.segments for word in _words_with(leading, phrases)]
    return Intent(verb="express", role="emote", topic=" ".join([*head, *told])[:120])


def _words_with(preposition: str | None, phrases: list[list[str]]) -> list[str]:
    told = [word for phrase in phrases for word in ("and", *phrase)][1:]
    return [*([preposition] if preposition else []), *told]


def _keep_to_the_slope(scope: Scope, words: list[str], route: Route) -> None:
    """ "Up" and "down" decide against a place that does not lie that way: "climb up to the next floor"."""
    slope = next((word for word in (*words, route.direction) if word in _SLOPES), None)
    if route.named:
        return
    way = way_in_direction(scope, slope) if slope is not None else None
    places = [target for target in route.targets if target in scope.world.locations]
    elsewhere = way is not None and places and not any(leads_to(scope, way.to, place) for place in places)
    if elsewhere or _leads_the_other_way(scope, slope, places):
        route.targets, route.direction = [], slope


def _go_on(scope: Scope, words: list[str], route: Route) -> None:
    """Whoever goes on up goes up, whatever stands here that is called as their goal is: "keep going up to the lamp"."""
    slope = next((word for word in words if word in _SLOPES), None)
    if slope is None or way_in_direction(scope, slope) is None:
        return
    if _GOING_ON.isdisjoint(words) and any(map(scope.reach, route.targets)):
        return
    if route.targets and all(scope.nouns.kinds.get(one) in ("item", "feature") for one in route.targets):
        route.targets, route.direction = [], slope


_GOING_ON = frozenset({"keep", "keeps", "carry", "continue", "continues", "on", "onward", "further"})


def _is_elsewhere(scope: Scope, phrase: list[str]) -> bool:
    found = one_of(scope, phrase, frozenset({"place"}))
    return found is not None and found[0] in scope.world.locations and found[0] != scope.state.place


def _arrives(scope: Scope, head: list[str], route: Route, parts: Parts) -> bool:
    """Whether somebody tells how they came here: "I trudge up from the boats", where no way leads up."""
    came = any(preposition == "from" and phrases for preposition, phrases in parts.segments)
    from_afar = came and not any(map(scope.reach, route.away))
    off = [phrase for preposition, phrases in parts.segments if preposition == "off" for phrase in phrases]
    if head[0] in ("come", "comes") and any(_is_elsewhere(scope, phrase) for phrase in off):
        return True  # "I come up off the ice": told by whoever has just done so
    way = way_in_direction(scope, route.direction) if route.direction is not None else None
    return from_afar and not route.targets and route.direction is not None and way is None


_BY_WAY = frozenset({"take", "use", "climb"})

_BOUND_FOR = frozenset({"to", "up", "down", "into", "onto", "for", "towards", "toward", "back"})


def read_way_taken(scope: Scope, meanings: tuple[str, ...], head: list[str], parts: Parts) -> Intent | None:
    """ "Take the stairs", "use the lift to get to the ninth floor", "ride the elevator down": a way is gone.

    The place that is gone to comes first, and the way there as the tool. None where the words name no way.
    """
    phrases = parts.direct()
    if (
        _BY_WAY.isdisjoint(meanings)
        or _gets_onto_the_outside(scope, "climb", parts)
        or len(phrases) != 1
        or any(preposition == "with" for preposition, _ in parts.segments)
    ):
        return None
    if head[0] != "climb" and phrases[0][:1] and phrases[0][0] in _ANY_ONE:
        return None  # "pick up a stone" takes no way
    way = one_of(scope, phrases[0], frozenset({"item", "feature"}))
    if (
        way is None
        or scope.nouns.kinds.get(way[0]) != "place"
        or (way[1] is not None and way[1].fit < WAY_NAMED)
    ):
        return None
    if way[0] != scope.state.place and not scope.near.get(way[0]):
        return None
    bound, direction = None, DIRECTIONS.get(head[-1]) if head[-1] in _SLOPES else None
    for preposition, named in parts.segments[1:]:
        direction = direction or DIRECTIONS.get(preposition or "")
        found = one_of(scope, named[0], frozenset({"place"})) if named and preposition in _BOUND_FOR else None
        if found is not None and scope.nouns.kinds.get(found[0]) == "place":
            bound = found[0]
        elif named and preposition in _BOUND_FOR and is_way(scope, way[0]):
            bound = bound or named_beyond(scope, way[0], named[0])
    slope = direction or ("up" if head == ["climb"] else None)  # of two stairs, those up
    if bound is None and _leads_the_other_way(scope, slope, [way[0]]):
        ahead = way_in_direction(scope, str(slope))
        return Intent(verb="go", objects=(ahead.to if ahead is not None else way[0],))
    if bound is not None and bound not in (way[0], scope.state.place):  # "the stairs to the next floor"
        return Intent(verb="go", objects=(bound,), tool=way[0] if scope.reach(way[0]) else None)
    onward = (
        way_in_direction(scope, direction) if direction is not None and way[0] == scope.state.place else None
    )
    return Intent(verb="go", objects=(onward.to if onward is not None else way[0],))


_ANY_ONE = frozenset({"a", "an", "some", "any", "one"})


def read_heading(scope: Scope, words: list[str]) -> Intent | None:
    """A heading without a verb: "down the ladder", "north to the wood", "back into the hall". None if it is none."""
    if words[:1] == ["past"] and "to" in words[2:-1]:
        words = words[words.index("to", 2) :]  # "past the hall to the smithy"
        found = one_of(scope, words[1:], frozenset({"place"}))
        leads = found is not None and scope.nouns.kinds.get(found[0]) == "place"
        return Intent(verb="go", objects=(found[0],)) if found is not None and leads else None
    while len(words) > 1 and words[0] == "back" and words[1] in DIRECTIONS:
        if len(words) == len(("back", "up")) and not _leads_back(scope, words[1]):
            return None  # "wait. back up.": nobody goes back to where they have never been
        words = words[1:]  # "back up"
    direction = DIRECTIONS.get(words[0]) if words else None
    if direction is None and (not words or words[0] not in _ONWARD):
        return None
    if len(words) == 1:
        ahead = way_in_direction(scope, direction) if direction is not None and direction != "back" else None
        return Intent(verb="go", objects=(ahead.to,), direction=direction) if ahead else None
    rest = words[2:] if words[1] in TOWARD else words[1:]
    if way := named_way(scope, direction, rest):
        return Intent(verb="go", objects=(way,))
    found = one_of(scope, rest, frozenset({"place"})) if rest else None
    if found is None or scope.nouns.kinds.get(found[0]) != "place" or found[0] == scope.state.place:
        return None
    if direction is not None and _leads_the_other_way(scope, direction, [found[0]]):
        ahead = way_in_direction(scope, direction)
        return Intent(verb="go", objects=(ahead.to,) if ahead else (), direction=direction)
    return Intent(verb="go", objects=(found[0],))


def _leads_back(scope: Scope, direction: str) -> bool:
    way = way_in_direction(scope, DIRECTIONS[direction])
    return way is not None and way.to in scope.state.visited


def _leads_the_other_way(scope: Scope, slope: str | None, places: list[str]) -> bool:
    """Whether "down the stairs" is said where they only lead up: it is no order to go up."""
    if slope not in _SLOPES:
        return False
    other = way_in_direction(scope, "up" if slope == "down" else "down")
    return other is not None and places == [other.to]


def _thing_to_sneak(scope: Scope, parts: Parts) -> str | None:
    """ "Sneak a bit of cheese": an item, and no way."""
    things = parts.direct()
    found = one_of(scope, things[0], frozenset({"item"})) if len(things) == 1 else None
    return found[0] if found is not None and scope.nouns.kinds.get(found[0]) == "item" else None


def _intent(scope: Scope, verb: str, route: Route) -> Intent:
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
        if direction in ("back", "out") and way_in_direction(scope, direction) is None and (by := _way_out(scope)):
            return Intent(verb=verb, objects=(by,), direction=direction)
        way = way_in_direction(scope, direction)
        goal = _floors_on(scope, way, direction, route.floors) if way else None
        if way is not None and route.floors == 1:
            goal = _as_far_as(scope, way, direction, route.aim) or goal
        return Intent(verb=verb, objects=(goal,) if goal else (), direction=direction)
    recipient = route.companions[0] if route.companions else None
    by = route.means if target in scope.world.locations else None
    return Intent(
        verb=verb, objects=(target,) if target else (), recipient=recipient, direction=direction, tool=by
    )


def _way_out(scope: Scope) -> str | None:
    """Where whoever leaves goes, where no way is called "out": by the only one, else back where they came from."""
    way = only_way_off(scope)
    return way.to if way is not None else scope.focus.get("back")


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


def _as_far_as(scope: Scope, way: Exit, direction: str, aim: list[str]) -> str | None:
    """Where ways in one direction lead that is called so, or has something called so: "climb up to the lamp room"."""
    named = {stem(word) for word in aim if word not in DETERMINERS} - _LEVELS
    place, seen, alike = way.to, set[str](), None
    while place not in seen and (named or aim):
        seen.add(place)
        here = scope.world.locations[place]
        if named and any(named <= name for name in _names(here)):
            return place
        if named and any(named <= name for part in here.notice.values() for name in _names(part)):
            alike = place  # the last one: nobody climbs all the way to the first of many lamps
        onward = [on.to for on in exits(scope.world, scope.state, place) if direction in map(str.lower, on.direction)]
        if len(onward) != 1:
            return place if not named else alike  # "to the very top"
        place = onward[0]
    return alike


def _names(part: Location | Feature) -> list[set[str]]:
    """The stems of each name of a place, or of what stands in it."""
    return [{stem(word) for word in name_words(name)} for name in (part.name, *part.aliases) if name]


_LEVELS = frozenset(map(stem, "room floor level top bottom very end chamber way storey".split()))


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
