"""Every text of a part of a world, wherever it stands in it."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import BaseModel

from worlds.per_world import per_world
from worlds.schema import World

_NO_TEXTS = frozenset({"id", "paraphrases"})


def texts_of(part: object) -> list[str]:
    """The texts in the order in which they stand, identifiers and what players may type left out."""
    found: list[str] = []
    _collect(part, found)
    return found


@per_world
def texts_of_world(world: World) -> tuple[str, ...]:
    """As `texts_of`, of all that a world has."""
    return tuple(texts_of(world))


def _collect(part: object, found: list[str]) -> None:
    if isinstance(part, str):
        found.append(part)
    elif part is None or isinstance(part, (bool, int, float)):
        return
    elif isinstance(part, (tuple, list)):
        for value in part:
            _collect(value, found)
    elif isinstance(part, BaseModel):
        for key, value in part.__dict__.items():
            if key not in _NO_TEXTS:
                _collect(value, found)
    elif isinstance(part, Mapping):
        for value in part.values():
            _collect(value, found)
