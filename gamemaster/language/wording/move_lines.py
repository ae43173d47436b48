"""The library of reactions to what is said and asks nothing, for any person in any world: `moves.yaml`, checked."""

from __future__ import annotations

from functools import lru_cache

from pydantic import Field, TypeAdapter

from gamemaster.language.talk.forces.moves import MOVES
from gamemaster.language.wording.ordinary_talk import TONES, slots_in
from worlds.safe_yaml import load_packaged
from worlds.schema import Part, Word, Wordings

# What of somebody is touched by what is said to them, what weighs most first.
TOUCHES = ("known", "secret", "fear", "want")
_TRAITS = frozenset({*TONES, *TOUCHES, "hostile", "named"})
_SLOTS = frozenset({"name", "his", "him", "what"})
_KINDS = MOVES | {"overheard"}


class MoveLine(Part):
    """Interchangeable wordings for whoever has all of these traits."""

    if_: tuple[Word, ...] = Field((), alias="if")
    says: Wordings


@lru_cache(maxsize=1)
def move_lines() -> dict[str, tuple[MoveLine, ...]]:
    """The library as it ships, read once, by what was done by saying it."""
    given = load_packaged("gamemaster.language.wording", "moves.yaml")
    library = TypeAdapter(dict[str, tuple[MoveLine, ...]]).validate_python(given)
    if library.keys() != _KINDS:
        raise ValueError(f"moves.yaml: {sorted(library.keys() ^ _KINDS)} are not what can be said")
    for kind, lines in library.items():
        for line in lines:
            unknown = {*line.if_} - _TRAITS | {slot for text in line.says for slot in slots_in(text)} - _SLOTS
            if unknown:
                raise ValueError(f"moves.yaml, {kind}: no trait or slot is called {sorted(unknown)}")
    return library
