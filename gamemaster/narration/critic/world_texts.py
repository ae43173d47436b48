"""All that is written in a world, word by word, as each of the critic's looks needs it. Pure."""

from __future__ import annotations

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
    found: list[str] = []
    _collect(world.model_dump(), found)
    known = {text: _as_written(text) for text in dict.fromkeys(found)}  # a third of them stand there again
    return tuple(known[text] for text in found)


def _as_written(text: str) -> WrittenText:
    written = plain(text)
    return WrittenText(text, written, tuple(words_of(written)))


def _collect(part: Any, found: list[str]) -> None:
    if isinstance(part, str):
        found.append(part)
    elif isinstance(part, (dict, list, tuple, set)):
        for value in part.values() if isinstance(part, dict) else part:
            _collect(value, found)
