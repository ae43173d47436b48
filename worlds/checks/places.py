"""Ways between places: such as lead nowhere, two in one direction, and places that cannot be come to or left."""

from __future__ import annotations

from collections.abc import Iterator

from worlds.checks.subject import Subject
from worlds.problems import WorldError, fault, note, warning
from worlds.schema import Exit
from worlds.source import Route
from worlds.validate import nearest, part_name

# The directions that players type; a writer may use other words of their own ("ladder").
DIRECTIONS = frozenset(
    """north south east west northeast northwest southeast southwest up down in out inside outside upstairs downstairs
    northward southward eastward westward northwards southwards eastwards westwards upwards downwards back left right
    forward ahead onward away fore aft port starboard inland seaward""".split()
)


def check_ways(subject: Subject) -> Iterator[WorldError]:
    for location in subject.world.locations.values():
        seen: dict[str, Exit] = {}
        called: dict[str, Exit] = {}
        for number, way in enumerate(location.exits):
            route: Route = ("locations", location.id, "exits", number)
            if way.to == location.id:
                message = f"{part_name(route)}: an exit leads to the place itself"
                yield fault(subject.place(*route, "to"), message, "name another", kind="way")
            other = called.setdefault(way.name.casefold(), way) if way.name else way
            if other.to != way.to and not _take_turns(other, way):
                message = (
                    f"{part_name(route)}: two exits are named `{way.name}`, to `{other.to}` and to `{way.to}`"
                )
                yield warning(subject.place(*route, "name"), message, "rename one of them", kind="way")
            for index, word in enumerate(way.direction):
                yield from _check_direction(subject, (*route, "direction", index), word, seen.get(word), way)
                seen.setdefault(word, way)


def _check_direction(
    subject: Subject, route: Route, word: str, other: Exit | None, way: Exit
) -> Iterator[WorldError]:
    if other is not None and other is not way and not _take_turns(other, way):
        message = f"{part_name(route)}: two exits lead `{word}`, to `{other.to}` and to `{way.to}`"
        yield warning(subject.source.find(route), message, "give one of them another direction", kind="way")
    near = nearest(word.casefold(), DIRECTIONS)
    if word.casefold() not in DIRECTIONS and near and abs(len(near) - len(word)) < 2 and len(word) > 3:
        message = f"{part_name(route)}: `{word}` is no direction that players know"
        yield warning(subject.source.find(route), message, f"did you mean `{near}`?", kind="way")


def _take_turns(one: Exit, other: Exit) -> bool:
    """Whether two exits are there at different times: one is not always seen, or each is open when it is."""
    return any(way.visible is not None for way in (one, other)) or None not in (one.when, other.when)


def check_reach(subject: Subject) -> Iterator[WorldError]:
    """Locations that no chain of exits reaches, and such as nobody can leave."""
    world = subject.world
    moved = {part.go for _, part in subject.effects if part.go}
    led_to = {
        way.to for location in world.locations.values() for way in location.exits if way.to != location.id
    }
    by_exits = reached_by_exits(subject)
    for name, location in world.locations.items():
        place = subject.place("locations", name, key=True)
        if name not in by_exits:
            hint = "add an exit to it, or `go:` in effects"
            yield warning(place, f"no way leads to the location `{name}`", hint, kind="unreached")
        elif not location.exits and not _is_left(subject, name):
            hint = "add an exit, an ending there, or `go:` in some effects"
            yield warning(place, f"no way leads out of the location `{name}`", hint, kind="dead_end")
        for number, way in enumerate(location.exits):
            back = {other.to for other in world.locations[way.to].exits}
            one_way = way.text or way.effects.model_fields_set or not world.locations[way.to].exits
            if name not in back and not one_way and name not in moved and name in by_exits and name in led_to:
                message = f"location `{name}`: the way to `{way.to}` does not lead back"
                hint = f"add an exit from `{way.to}`; or tell in the exit's `text:` why nobody comes back"
                yield note(subject.place("locations", name, "exits", number), message, hint, kind="one_sided")


def reached_by_exits(subject: Subject) -> set[str]:
    """Every location that some chain of exits leads to, whatever may stand in the way."""
    begun = {subject.world.player.at} | {part.go for _, part in subject.effects if part.go}
    waiting = list(begun)
    while waiting:
        for way in subject.world.locations[waiting.pop()].exits:
            if way.to not in begun:
                begun.add(way.to)
                waiting.append(way.to)
    return begun


def _is_left(subject: Subject, place: str) -> bool:
    """Whether an ending or some effect takes the player away from a place without exits."""
    world = subject.world
    if len(world.locations) == 1:
        return True
    endings = any(place in ending.when.at for ending in world.endings.values())
    return endings or any(
        (part.go and part.go != place) or part.end
        for route, part in subject.effects
        if _may_happen_at(subject, route, place)
    )


def _may_happen_at(subject: Subject, route: Route, place: str) -> bool:
    if route[0] == "locations":
        return route[1] == place
    if route[0] in {"rules", "beats"}:
        part = getattr(subject.world, str(route[0]))[route[1]]
        at = getattr(part, "at", ()) or (part.when.at if part.when is not None else ())
        return place in at or (
            not at and route[0] == "rules"
        )  # a beat anywhere is the clock's, and no way out
    return True
