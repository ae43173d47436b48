"""The map of places, and the graph of beats and endings, laid out by networkx. Pure; the same world looks the same.

Places begin where the compass words of their exits put them, and are then pushed apart. A beat stands one layer below
what it waits for.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict

from worlds.references import walk
from worlds.schema import Condition, Effects, World

if TYPE_CHECKING:
    import networkx as nx

WIDTH, HEIGHT = 190.0, 74.0  # of a node and the room around it
_COMPASS = {
    "north": (0, -1), "south": (0, 1), "east": (1, 0), "west": (-1, 0),
    "northeast": (1, -1), "northwest": (-1, -1), "southeast": (1, 1), "southwest": (-1, 1),
    "up": (0.4, -1), "down": (-0.4, 1), "in": (0.7, -0.7), "out": (-0.7, 0.7),
}  # fmt: skip
_LEAVING = ((1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1))  # where an exit without a direction leads
Positions = dict[str, tuple[float, float]]


class Node(BaseModel):
    model_config = ConfigDict(frozen=True)

    id: str
    kind: str  # place, beat, ending, deed
    name: str
    x: float
    y: float
    marks: tuple[str, ...] = ()  # here, visited, seen (by a kept play), recorded, bots


class Edge(BaseModel):
    model_config = ConfigDict(frozen=True)

    source: str
    target: str
    why: str
    both_ways: bool = False


class Chart(BaseModel):
    """A drawing: coordinates are pixels, and no two nodes cover each other."""

    model_config = ConfigDict(frozen=True)

    width: float
    height: float
    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]


def place_map(world: World, marks: Mapping[str, tuple[str, ...]]) -> Chart:
    """The places and the ways between them."""
    import networkx as nx

    ways = {
        (place.id, way.to): _word(way.direction) for place in world.locations.values() for way in place.exits
    }
    edges = [
        Edge(source=one, target=other, why=why, both_ways=(other, one) in ways)
        for (one, other), why in ways.items()
        if (other, one) not in ways or one < other
    ]
    graph = nx.Graph()
    graph.add_nodes_from(world.locations)
    graph.add_edges_from((edge.source, edge.target) for edge in edges)
    names = {place.id: place.name for place in world.locations.values()}
    placed = _push_apart(_spread(graph, _by_compass(world)))
    return _chart(placed, names, dict.fromkeys(names, "place"), edges, marks)


def beat_graph(world: World, marks: Mapping[str, tuple[str, ...]]) -> Chart:
    """The beats and endings, each below what sets or starts what it waits for: other beats, deeds, people, places."""
    import networkx as nx

    edges = list(_causes(world))
    names = {beat.id: beat.id for beat in world.beats.values()} | {
        end.id: end.title for end in world.endings.values()
    }
    kinds = dict.fromkeys(world.beats, "beat") | dict.fromkeys(world.endings, "ending")
    for edge in edges:
        if edge.source not in names:  # `rules.light_lamp`
            names[edge.source], kinds[edge.source] = edge.source.partition(".")[2], "deed"
    graph = nx.DiGraph()
    graph.add_nodes_from(names)
    graph.add_edges_from((edge.source, edge.target) for edge in edges)
    return _chart(_layers(graph, kinds), names, kinds, edges, marks)


def _word(directions: Iterable[str]) -> str:
    return next(iter(directions), "")


def _by_compass(world: World) -> Positions:
    """Where the exits' directions put the places, from the one where the player begins."""
    placed: Positions = {}
    for start in (world.player.at, *world.locations):
        if start in placed:
            continue
        placed[start] = (float(len(placed)), 0.0)
        waiting = deque([start])
        while waiting:
            here = waiting.popleft()
            for number, way in enumerate(world.locations[here].exits):
                if way.to in placed or way.to not in world.locations:
                    continue
                known = (_COMPASS[word] for word in way.direction if word in _COMPASS)
                dx, dy = next(known, _LEAVING[number % len(_LEAVING)])
                # A little aside by rank, so that no two begin in one spot.
                shift = 0.01 * len(placed)
                placed[way.to] = (placed[here][0] + dx + shift, placed[here][1] + dy + shift / 2)
                waiting.append(way.to)
    return placed


def _spread(graph: nx.Graph, start: Positions) -> Positions:
    """Pulled together by ways and pushed apart elsewhere; the compass stays recognisable."""
    if len(graph) < 3:
        return start
    import networkx as nx

    found = nx.spring_layout(graph, pos=start, k=1.1, iterations=25, seed=1, scale=None)
    return {name: (float(x), float(y)) for name, (x, y) in found.items()}


def _push_apart(placed: Positions) -> Positions:
    """Every place in a cell of a grid of its own, the nearest that is free: names can be read at any size."""
    if not placed:
        return placed
    across = max(1.0, len(placed) ** 0.5 * 1.25)
    xs, ys = [x for x, _ in placed.values()], [y for _, y in placed.values()]
    wide, high = max(max(xs) - min(xs), 1e-6), max(max(ys) - min(ys), 1e-6)
    taken: set[tuple[int, int]] = set()
    cells: Positions = {}
    for name, (x, y) in sorted(placed.items(), key=lambda item: (item[1][1], item[1][0])):
        want = ((x - min(xs)) / wide * across, (y - min(ys)) / high * across)
        cell = next(one for one in _rings(round(want[0]), round(want[1])) if one not in taken)
        taken.add(cell)
        cells[name] = (cell[0] * WIDTH, cell[1] * HEIGHT * 1.4)
    return cells


def _rings(x: int, y: int) -> Iterator[tuple[int, int]]:
    """The cells around one, nearest first, without end."""
    radius = 0
    while True:
        ring = [
            (x + dx, y + dy)
            for dx in range(-radius, radius + 1)
            for dy in range(-radius, radius + 1)
            if max(abs(dx), abs(dy)) == radius
        ]
        yield from sorted(ring, key=lambda cell: (cell[0] - x) ** 2 + (cell[1] - y) ** 2)
        radius += 1


MOST_IN_A_ROW = 9


def _layers(graph: nx.DiGraph, kinds: Mapping[str, str]) -> Positions:
    """Rows from cause to effect, each below the middle of its causes; endings stand last, loose beats below them."""
    placed: Positions = {}
    for number, row in enumerate(_rows(graph, kinds)):
        middle = {name: _middle(graph, name, placed) for name in row}
        left = (MOST_IN_A_ROW - len(row)) * WIDTH / 2
        for place, name in enumerate(sorted(row, key=lambda one: (middle[one], one))):
            placed[name] = (left + place * WIDTH, number * HEIGHT * 1.5)
    return placed


def _rows(graph: nx.DiGraph, kinds: Mapping[str, str]) -> list[list[str]]:
    """What waits for each other shares a row."""
    import networkx as nx

    whole = nx.condensation(graph)
    rows = [
        sorted(name for one in generation for name in whole.nodes[one]["members"])
        for generation in nx.topological_generations(whole)
    ]
    linked = [[name for name in row if graph.degree(name) and kinds[name] != "ending"] for row in rows]
    endings = sorted(name for name in graph if kinds[name] == "ending")
    loose = sorted(name for name in graph if kinds[name] == "beat" and not graph.degree(name))
    rows = [*linked, endings, loose]
    return [row[at : at + MOST_IN_A_ROW] for row in rows for at in range(0, len(row), MOST_IN_A_ROW)]


def _middle(graph: nx.DiGraph, name: str, placed: Positions) -> float:
    causes = [placed[one][0] for one in graph.predecessors(name) if one in placed]
    return sum(causes) / len(causes) if causes else 0.0


def _causes(world: World) -> Iterator[Edge]:
    """What each beat sets, teaches or starts that another beat or an ending waits for."""
    makers: dict[tuple[str, str], list[str]] = {}
    for route, part in walk(world):
        if isinstance(part, Effects) and len(route) > 1:
            section, part_id = str(route[0]), str(route[1])
            maker = part_id if section == "beats" else f"{section}.{part_id}"
            for result in _results(part):
                makers.setdefault(result, []).append(maker)
    for name in world.beats:
        makers.setdefault(("done", name), []).append(name)
    found: dict[tuple[str, str], list[str]] = {}
    conditions = {part.id: part.when for part in world.beats.values()}
    conditions |= {part.id: part.when for part in world.endings.values()}
    for waits, when in conditions.items():
        for kind, name in _needs(when):
            for maker in makers.get((kind, name), ()):
                if maker != waits:
                    found.setdefault((maker, waits), []).append(f"{kind} {name}")
    for beat in world.beats.values():
        for other in beat.effects.start:
            found.setdefault((beat.id, other), []).append("starts it")
        if beat.effects.end is not None:
            found.setdefault((beat.id, beat.effects.end), []).append("ends the story")
    for (source, target), why in found.items():
        yield Edge(source=source, target=target, why=", ".join(dict.fromkeys(why)))


def _results(effects: Effects) -> Iterator[tuple[str, str]]:
    yield from (("set", flag) for flag in effects.set)
    yield from (("knows", fact) for fact in effects.learn)
    yield from (("has", item) for item in effects.give)


def _needs(when: Condition) -> Iterator[tuple[str, str]]:
    for _, part in walk(when):
        if isinstance(part, Condition):
            for kind in ("set", "knows", "has", "done"):
                yield from ((kind, name) for name in getattr(part, kind))


def _chart(
    placed: Positions,
    names: Mapping[str, str],
    kinds: Mapping[str, str],
    edges: Iterable[Edge],
    marks: Mapping[str, tuple[str, ...]],
) -> Chart:
    left, top = (
        min((x for x, _ in placed.values()), default=0.0),
        min((y for _, y in placed.values()), default=0.0),
    )
    nodes = tuple(
        Node(
            id=name,
            kind=kinds[name],
            name=names[name],
            x=x - left + WIDTH / 2,
            y=y - top + HEIGHT / 2,
            marks=marks.get(name, ()),
        )
        for name, (x, y) in placed.items()
    )
    width = max((node.x for node in nodes), default=0.0) + WIDTH / 2
    height = max((node.y for node in nodes), default=0.0) + HEIGHT / 2
    return Chart(width=width, height=height, nodes=nodes, edges=tuple(edges))
