"""What the checks of a story look at: a world, the places of its parts, and what stands in them. Read once for all."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from pydantic import BaseModel

from worlds import schema
from worlds.problems import Place
from worlds.references import Parts
from worlds.schema import Condition, Effects, World
from worlds.source import Route, Source


@dataclass(frozen=True)
class Subject:
    """A world under examination."""

    source: Source
    world: World
    parts: Parts

    def place(self, *route: str | int, key: bool = False) -> Place:
        return self.source.find(route, key=key)

    def of_type(self, kind: type[Any]) -> Iterator[tuple[Route, Any]]:
        return ((route, part) for route, part in self.parts if isinstance(part, kind))

    @cached_property
    def conditions(self) -> list[tuple[Route, Condition]]:
        return list(self.of_type(Condition))

    @cached_property
    def effects(self) -> list[tuple[Route, Effects]]:
        return list(self.of_type(Effects))

    @cached_property
    def actions(self) -> list[tuple[Route, schema.Action]]:
        return list(self.of_type(schema.Action))

    @cached_property
    def by_route(self) -> dict[Route, BaseModel]:
        return dict(self.parts)

    @cached_property
    def learnable(self) -> frozenset[str]:
        """The facts that some effect teaches, or that somebody tells whoever asks."""
        told = (fact for person in self.world.characters.values() for fact in person.knows)
        return frozenset({*told, *(fact for _, part in self.effects for fact in part.learn)})

    @cached_property
    def trained_skills(self) -> frozenset[str]:
        """The skills that some effect changes."""
        return frozenset(skill for _, part in self.effects for skill in part.train)

    @cached_property
    def texts(self) -> list[tuple[Route, str]]:
        """Every text as its writer wrote it, identifiers and single words left out."""
        found: list[tuple[Route, str]] = []
        _add_texts(self.source.data, (), found)
        return found


def _add_texts(value: Any, route: Route, found: list[tuple[Route, str]]) -> None:
    if isinstance(value, str):
        if not value.isidentifier():
            found.append((route, value))
    elif isinstance(value, dict):
        for key, inner in value.items():
            if key != "paraphrases":  # what players may type is told to nobody
                _add_texts(inner, (*route, key), found)
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            _add_texts(inner, (*route, number), found)
