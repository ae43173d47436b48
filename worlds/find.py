"""Where an identifier of a world is defined, set, read and named."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from worlds.problems import Place
from worlds.source import Route, Source
from worlds.validate import part_name
from worlds.yaml_source import read_source

Use = Literal["defined", "set", "read", "named", "told"]
_SECTIONS = {
    "locations", "items", "characters", "threats", "rules", "beats", "facts", "promises", "lore", "threads", "endings",
    "skills", "needs", "verbs", "flags", "messages", "stances",
}  # fmt: skip
_READ = {
    "when", "visible", "kept", "broken", "kept_off", "wakes", "opens", "closes", "done", "not", "any", "relief",
    "resist", "reactions", "fact", "with",
}  # fmt: skip


@dataclass(frozen=True)
class Found:
    """One place where an identifier stands."""

    use: Use
    place: Place
    where: str

    def __str__(self) -> str:
        return f"{self.place.file}:{self.place.line}:{self.place.column}: {self.use}: {self.where}"


def find_uses(folder: Path, word: str) -> list[Found]:
    """Every place where it stands, where it is defined first."""
    source = read_source(folder)
    found = list(_uses(source.data, (), word, source))
    order = {"defined": 0, "set": 1, "read": 2, "named": 3, "told": 4}
    return sorted(dict.fromkeys(found), key=lambda one: (order[one.use], one.place))


def identifiers(folder: Path) -> set[str]:
    """Everything that is defined, for saying what was meant."""
    data = read_source(folder).data
    found = {key for section in _SECTIONS for key in _keys(data.get(section))}
    for location in _values(data.get("locations")):
        found |= set(_keys(location.get("notice")))
    return found


def _keys(value: object) -> Iterator[str]:
    yield from value if isinstance(value, dict) else ()


def _values(value: object) -> Iterator[dict[str, object]]:
    yield from (one for one in value.values() if isinstance(one, dict)) if isinstance(value, dict) else ()


def _uses(value: object, route: Route, word: str, source: Source) -> Iterator[Found]:
    if isinstance(value, dict):
        for key, inner in value.items():
            here = (*route, key)
            if key == word and _is_name(here):
                use: Use = "defined" if _defines(here) else _use_of(here)
                yield Found(use, source.find(here, key=True), _context(here))
            yield from _uses(inner, here, word, source)
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from _uses(inner, (*route, number), word, source)
    elif value == word:
        yield Found(_use_of(route), source.find(route), _context(route))
    elif isinstance(value, str) and (speech := re.search(rf"(?m)^\s*@{re.escape(word)}:", value)):
        yield Found("told", source.find_in(route, speech.group().strip()), f"speaks in {_context(route)}")


def _is_name(route: Route) -> bool:
    """Whether a key is an identifier, and no word of the format."""
    return len(route) > 1


def _defines(route: Route) -> bool:
    if len(route) == 2:
        return route[0] in _SECTIONS
    return len(route) == 4 and (route[0], route[2]) in {("locations", "notice"), ("characters", "topics")}


def _use_of(route: Route) -> Use:
    steps = [step for step in route if isinstance(step, str)]
    if "effects" in steps or "witness" in steps:
        inside = steps[steps.index("effects") :] if "effects" in steps else steps
        return "set" if "when" not in inside else "read"
    return "read" if _READ.intersection(steps) else "named"


def _context(route: Route) -> str:
    steps = [str(step) for step in route[2:] if isinstance(step, str)]
    return f"{part_name(route)}" + (f", {' '.join(steps[:4])}" if steps else "")
