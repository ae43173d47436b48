"""A world's files as plain data, with the place of everything in them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from yaml.nodes import Node, ScalarNode

from worlds.problems import Place, WorldError

MAX_VALUES = 300_000  # after aliases are followed, so that a few lines cannot stand for billions of values

Route = tuple[str | int, ...]  # keys and indices from the top of the world down to a value


# A file, and what the parser read there. There are many, and a `Place` is made of those alone that are asked for.
Spot = tuple[str, Node]


def place_of(spot: Spot) -> Place:
    file, node = spot
    return Place(file, node.start_mark.line + 1, node.start_mark.column + 1)


@dataclass
class Source:
    """A world's merged data, and the places of its keys and values by route."""

    data: dict[str, Any] = field(default_factory=dict)
    keys: dict[Route, Spot] = field(default_factory=dict)
    values: dict[Route, Spot] = field(default_factory=dict)
    faults: list[WorldError] = field(default_factory=list)
    # Words of files that could not be read: what refers to them is not called missing. And those that were keys there.
    salvaged: set[str] = field(default_factory=set)
    salvaged_keys: set[str] = field(default_factory=set)
    lines: dict[str, list[str]] = field(default_factory=dict)  # of each file
    files: list[Path] = field(default_factory=list)
    values_left: int = MAX_VALUES
    cut: bool = False  # a limit was reached, and the rest was not read

    def find(self, route: Route, *, key: bool = False) -> Place:
        """The place of a route through the validated world, or of the nearest thing around it that was written."""
        places = self.keys if key else self.values
        spot = places.get(route)
        if spot is None:
            here = self.written_route(route)
            spot = places.get(here) or self.values.get(here)
        return Place("world.yaml") if spot is None else place_of(spot)

    def written_route(self, route: Route) -> Route:
        """The longest part of a route through the validated world that its writer wrote.

        Validation turns short forms into long ones (one text into a list of variants), so that a route may hold
        steps that nobody wrote; those are passed over.
        """
        if route in self.values:
            return route
        here: Route = ()
        data: Any = self.data
        rest = list(route)
        while rest:
            if (
                len(rest) >= 3
                and rest[:2] == [0, "text"]
                and isinstance(data, list)
                and all(isinstance(x, str) for x in data)
            ):
                rest = rest[2:]
            step = rest.pop(0)
            inside = (isinstance(data, dict) and step in data) or (
                isinstance(data, list) and isinstance(step, int) and 0 <= step < len(data)
            )
            if inside:
                here, data = (*here, step), data[step]
        return here

    def find_in(self, route: Route, words: str, occurrence: int = 0) -> Place:
        """The place of words within a text, which may run over many lines: the given occurrence of them, from 0."""
        start = self.find(route)
        lines = self.lines.get(start.file, [])
        _, node = self.values.get(self.written_route(route), (start.file, None))
        last = node.end_mark.line + 1 if isinstance(node, ScalarNode) else start.line
        column = start.column - 1
        for number in range(start.line, min(last, len(lines)) + 1):
            line = lines[number - 1]
            while (column := line.find(words, column)) >= 0:
                if occurrence == 0:
                    return Place(start.file, number, column + 1)
                occurrence, column = occurrence - 1, column + len(words)
            column = 0
        return start

    def salvage(self, text: str) -> None:
        """Remember the words of a file that cannot be read."""
        self.salvaged |= set(re.findall(r"[A-Za-z_]\w*", text))
        self.salvaged_keys |= set(re.findall(r"^[ -]*([A-Za-z_]\w*)\s*:", text, re.MULTILINE))
