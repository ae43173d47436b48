"""Keys behind their own doors: what can never come about because it waits for itself."""

from __future__ import annotations

from collections.abc import Iterator

from worlds.checks.places import reached_by_exits
from worlds.checks.reachability import NEEDS, Atom, Origin, Reach
from worlds.checks.subject import Subject
from worlds.problems import Place, WorldError, fault
from worlds.source import Route
from worlds.validate import part_name

_WORDS = {"place": "location", "person": "character"}


def check_circles(subject: Subject, reach: Reach) -> Iterator[WorldError]:
    """One finding for each circle of things that wait for one another, at the first condition in it."""
    lost = {atom for atom in reach.origins if atom not in reach.atoms}
    led_to = reached_by_exits(subject)
    graph = {atom: _missing(atom, reach) for atom in lost}
    for circle in _circles(graph):
        outside = {need for atom in circle for need in graph[atom] if need not in circle}
        if outside or not any(kind != "place" or name in led_to for kind, name in circle):
            continue  # what it waits for is at fault, or no way leads there: that is reported itself
        routes = [(origin.route, atom, origin) for atom in circle for origin in reach.open_origins(atom)]
        # Where something lies is seldom the mistake: a condition is what can be mended.
        routes.sort(key=lambda one: (one[0][-1] == "at", subject.source.find(one[0])))
        route, atom, origin = routes[0]
        yield _finding(subject, route, atom, origin, circle)


def _finding(subject: Subject, route: Route, atom: Atom, origin: Origin, circle: set[Atom]) -> WorldError:
    need = min(origin.needs & circle)
    place = _place_of(subject, route, need)
    if len(circle) == 1:
        message = f"{part_name(route)}: {_name(atom)} comes about only once it has come about"
        hint = "drop the condition, or let something else bring it"
        if atom[0] == "item":
            message = f"{part_name(route)}: only whoever has {_name(atom)} gets it: it lies nowhere"
            hint = "say where it lies with `at:`, or `give:` it in other effects"
        return fault(place, message, hint, kind="circle")
    names = " and ".join(_name(other) for other in sorted(circle)[:4])
    message = f"{part_name(route)}: {_name(atom)} needs {_name(need)} first, and that needs {_name(atom)}"
    if len(circle) > 2:
        message = f"{part_name(route)}: these wait for one another: {names}"
    return fault(place, message, "give one of them another way to come about", kind="circle")


def _place_of(subject: Subject, route: Route, need: Atom) -> Place:
    """The line that asks for what never comes: its condition if there is one."""
    for where, condition in subject.conditions:
        holder = next(
            (where[:n] for n in range(len(where) - 1, 0, -1) if where[n] in ("when", "visible")), where
        )
        if holder != route[: len(holder)] and where[: len(route)] != route:
            continue
        for name in condition.model_fields_set:
            members = getattr(condition, name)
            if isinstance(members, tuple | dict) and need[1] in members and name in NEEDS:
                step = list(members).index(need[1]) if isinstance(members, tuple) else need[1]
                return subject.source.find((*where, name, step))
    return subject.source.find(route)


def _name(atom: Atom) -> str:
    return f"{_WORDS.get(atom[0], atom[0])} `{atom[1]}`"


def _missing(atom: Atom, reach: Reach) -> set[Atom]:
    return {need for origin in reach.open_origins(atom) for need in origin.needs if need not in reach.atoms}


def _circles(graph: dict[Atom, set[Atom]]) -> Iterator[set[Atom]]:
    """The strongly connected parts of a graph that hold a circle (Tarjan's algorithm, without recursion)."""
    index: dict[Atom, int] = {}
    low: dict[Atom, int] = {}
    stack: list[Atom] = []
    for root in graph:
        if root in index:
            continue
        work = [(root, iter(sorted(graph[root])))]
        index[root] = low[root] = len(index)
        stack.append(root)
        while work:
            atom, rest = work[-1]
            following = next(
                (one for one in rest if one in graph and (one not in index or one in stack)), None
            )
            if following is None:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[atom])
                if low[atom] == index[atom]:
                    part: set[Atom] = set()
                    while atom not in part:
                        part.add(stack.pop())
                    if len(part) > 1 or atom in graph[atom]:
                        yield part
            elif following in index:
                low[atom] = min(low[atom], index[following])
            else:
                index[following] = low[following] = len(index)
                stack.append(following)
                work.append((following, iter(sorted(graph[following]))))
