"""All that is written in a world, word by word, as each of the critic's looks needs it. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from gamemaster.language.names.normalization import plain, words_of
from worlds.per_world import per_world
from worlds.schema import World


class WrittenText(NamedTuple):
    """One string of a world: as it stands, in plain letters, in words."""

    text: str
    plain: str
    words: tuple[str, ...]


@per_world
def texts_of(world: World) -> tuple[WrittenText, ...]:
    """Every string of a world, ids and all, as often as it stands there."""
    return tuple(
        WrittenText(text, written := plain(text), tuple(words_of(written)))
        for text in _strings_in(world.model_dump())
    )


def _strings_in(part: Any) -> Iterator[str]:
    if isinstance(part, str):
        yield part
    elif isinstance(part, dict):
        for value in part.values():
            yield from _strings_in(value)
    elif isinstance(part, (list, tuple, set)):
        for value in part:
            yield from _strings_in(value)
