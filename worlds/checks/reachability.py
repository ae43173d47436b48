"""What can ever come about in a world, and what waits for itself.

Things that may come about ("item coin", "place loft", "flag paid") are atoms. Each has its sources: a place where it
lies, effects that bring it, a way that leads there, each with the atoms that it needs first. Whatever cannot be known
without a story (dice, time, what somebody feels) is taken to go well, so that an atom that is never reached is truly
out of reach.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from worlds import schema
from worlds.checks.conditions import impossibility
from worlds.checks.subject import Subject
from worlds.per_world import per_world
from worlds.schema import ANYONE, ANYTHING, ANYWHERE, NOWHERE, PLAYER, Condition, Effects, World
from worlds.source import Route

Atom = tuple[str, str]  # kind, identifier
# What a condition needs to have come about. Items in `reach` lie in a place that can be reached, too.
NEEDS = {
    "has": "item", "reach": "item", "set": "flag", "knows": "fact", "visited": "place", "done": "beat",
    "noticed": "feature", "promised": "promise", "kept": "promise", "broken": "promise", "here": "person",
    "companion": "person", "at": "place",
}  # fmt: skip
_BRINGS = {"set": "flag", "learn": "fact", "give": "item", "promise": "promise", "start": "beat"}


@dataclass(frozen=True)
class Origin:
    """One way in which an atom comes about."""

    route: Route
    needs: frozenset[Atom]


@dataclass(frozen=True)
class Reach:
    """What can come about, and the origins of everything."""

    atoms: frozenset[Atom]
    origins: dict[Atom, list[Origin]]

    def open_origins(self, atom: Atom) -> Iterator[Origin]:
        """The origins of an atom that never come about."""
        return (origin for origin in self.origins.get(atom, ()) if not origin.needs <= self.atoms)


def explore(subject: Subject) -> Reach:
    """Let everything come about that can."""
    origins: dict[Atom, list[Origin]] = defaultdict(list)
    for atom, origin in _all_origins(subject):
        origins[atom].append(origin)
    waiting: dict[Atom, list[tuple[Atom, Origin]]] = defaultdict(list)
    missing: dict[int, int] = {}
    reached: set[Atom] = set()
    ready: list[Atom] = []
    for atom, sources in origins.items():
        for origin in sources:
            missing[id(origin)] = len(origin.needs)
            if not origin.needs:
                ready.append(atom)
            for need in origin.needs:
                waiting[need].append((atom, origin))
    while ready:
        atom = ready.pop()
        if atom in reached:
            continue
        reached.add(atom)
        for brought, origin in waiting[atom]:
            missing[id(origin)] -= 1
            if missing[id(origin)] == 0:
                ready.append(brought)
    return Reach(frozenset(reached), dict(origins))


def needs_of(condition: Condition | None, world: World) -> list[frozenset[Atom]]:
    """The sets of atoms of which one must have come about before the condition can hold; none: it never does."""
    if condition is None:
        return [frozenset()]
    if impossibility(condition, world) is not None:
        return []
    needs = {
        (kind, member) for name, kind in NEEDS.items() if name != "at" for member in getattr(condition, name)
    }
    needs |= {("item", item) for item, where in condition.item_at.items() if where == PLAYER}
    ways = [frozenset(needs)]
    if condition.at:
        ways = [way | {("place", place)} for way in ways for place in condition.at]
    if condition.any:
        inner = [choice for one in condition.any for choice in needs_of(one, world)]
        ways = [way | choice for way in ways for choice in inner][:64]
    return ways


def _all_origins(subject: Subject) -> Iterator[tuple[Atom, Origin]]:
    world = subject.world
    yield ("place", world.player.at), Origin(("player", "at"), frozenset())
    yield from _origins_of_places(world)
    yield from _origins_of_things(world)
    for route, effects in subject.effects:
        guards = _guards(route, subject)
        for atom in _brought_by(effects):
            for needs in guards:
                yield atom, Origin(route, needs)
    for name, beat in world.beats.items():
        for needs in needs_of(beat.when, world):
            yield ("beat", name), Origin(("beats", name, "when"), needs)
    for name, ending in world.endings.items():
        for needs in needs_of(ending.when, world):
            yield ("ending", name), Origin(("endings", name, "when"), needs)


def _origins_of_places(world: World) -> Iterator[tuple[Atom, Origin]]:
    for name, location in world.locations.items():
        for number, way in enumerate(location.exits):
            for seen in needs_of(way.visible, world):
                for free in needs_of(way.when, world):
                    route: Route = ("locations", name, "exits", number)
                    yield ("place", way.to), Origin(route, seen | free | {("place", name)})


def _origins_of_things(world: World) -> Iterator[tuple[Atom, Origin]]:
    for name, item in world.items.items():
        taking = item.take.when if item.take is not None else None
        for needs in needs_of(item.visible, world):
            for free in needs_of(taking, world):
                if item.at == PLAYER:
                    yield ("item", name), Origin(("items", name, "at"), frozenset())
                elif item.at in world.locations:
                    yield ("item", name), Origin(("items", name, "at"), needs | free | {("place", item.at)})
                elif item.at in world.characters:
                    yield ("item", name), Origin(("items", name, "at"), needs | free | {("person", item.at)})
    for name, person in world.characters.items():
        for place in {person.at, *(movement.at for movement in person.movements)} - {NOWHERE}:
            yield ("person", name), Origin(("characters", name, "at"), frozenset({("place", place)}))
        for fact in person.knows:  # they tell whoever asks
            yield ("fact", fact), Origin(("characters", name, "knows"), frozenset({("person", name)}))
    for location, feature in world.features():
        for needs in needs_of(feature.when, world):
            route: Route = ("locations", location.id, "notice", feature.id)
            yield ("feature", feature.id), Origin(route, needs | {("place", location.id)})


def _brought_by(effects: Effects) -> Iterator[Atom]:
    for name, kind in _BRINGS.items():
        for member in getattr(effects, name):
            yield kind, member
    for item, where in effects.put.items():
        if where != NOWHERE:
            yield "item", item
    if effects.go:
        yield "place", effects.go
    if effects.end:
        yield "ending", effects.end
    for who, where in effects.send.items():
        if where != NOWHERE:
            yield "person", who
    for who in effects.follow:
        yield "person", who


def _guards(route: Route, subject: Subject) -> list[frozenset[Atom]]:
    """What must have come about before the effects at a route can happen."""
    ways: list[frozenset[Atom]] = [_around(route)]
    for length in range(1, len(route)):
        part = subject.by_route.get(route[:length])
        if part is None:
            continue
        when = getattr(part, "when", None)
        if isinstance(when, Condition) and route[length] != "else":  # what is said while it does not hold
            ways = _product(ways, needs_of(when, subject.world))
        if isinstance(part, schema.Exit) and part.visible is not None:
            ways = _product(ways, needs_of(part.visible, subject.world))
        if isinstance(part, schema.Rule):
            ways = _product(ways, _needs_of_rule(part, subject.world))
    return ways


def _around(route: Route) -> frozenset[Atom]:
    """What a part needs for being where it is written: a place to be in, somebody to speak, a thing to act on."""
    kinds = {
        "locations": "place",
        "characters": "person",
        "items": "item",
        "beats": "beat",
        "endings": "ending",
    }
    needs: set[Atom] = set()
    if len(route) > 1 and route[0] in kinds and not (route[0] == "characters" and route[2] == "reactions"):
        needs.add((kinds[str(route[0])], str(route[1])))
    if len(route) > 3 and route[2] == "notice":
        needs.add(("feature", str(route[3])))
    if len(route) > 2 and route[0] == "items" and route[2] == "take":
        needs.clear()
    return frozenset(needs)


def _product(ways: list[frozenset[Atom]], more: list[frozenset[Atom]]) -> list[frozenset[Atom]]:
    return [way | other for way in ways for other in more][:256]


def _needs_of_rule(rule: schema.Rule, world: World) -> list[frozenset[Atom]]:
    """A rule needs what it is done to, a tool, and a place: one of each that it names."""
    ways: list[frozenset[Atom]] = [frozenset()]
    for names in (rule.on, rule.with_):
        if not names or {ANYONE, ANYTHING, ANYWHERE, PLAYER}.intersection(names):
            continue
        things = [_atom_of(name, world) for name in names]
        if all(thing is not None for thing in things):
            ways = _product(ways, [frozenset({thing}) for thing in things if thing is not None])
    if rule.at and ANYWHERE not in rule.at:
        ways = _product(ways, [frozenset({("place", place)}) for place in rule.at])
    return ways


def _atom_of(name: str, world: World) -> Atom | None:
    """A thing by its identifier; None for what is always there, or for a tag."""
    if name in world.items:
        return "item", name
    if name in world.characters:
        return "person", name
    if name in world.locations:
        return None  # a way there is enough
    return ("feature", name) if name in features_of(world) else None


@per_world
def features_of(world: World) -> frozenset[str]:
    return frozenset(feature.id for _, feature in world.features())
