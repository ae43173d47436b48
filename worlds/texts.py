"""Every text of a part of a world, wherever it stands in it."""

from __future__ import annotations

from collections.abc import Iterable

from pydantic import BaseModel

from worlds.per_world import per_world
from worlds.schema import World

_NO_TEXTS = frozenset({"id", "paraphrases"})


def texts_of(part: object) -> list[str]:
    """The texts in the order in which they stand, identifiers and what players may type left out."""
    found: list[str] = []
    _collect((part,), found)
    return found


@per_world
def texts_of_world(world: World) -> tuple[str, ...]:
    """As `texts_of`, of all that a world has."""
    return tuple(texts_of(world))


def _collect(values: Iterable[object], found: list[str]) -> None:
    for value in values:
        if isinstance(value, str):
            found.append(value)
        elif not value or isinstance(value, (int, float)):  # most of what a part may have, it has not
            continue
        elif isinstance(value, (tuple, list)):
            _collect(value, found)
        elif isinstance(value, dict):
            _collect(value.values(), found)
        elif isinstance(value, BaseModel):
            _collect([one for key, one in value.__dict__.items() if key not in _NO_TEXTS], found)
