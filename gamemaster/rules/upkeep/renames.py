"""Carries what a story knows of a thing over to the name that it has now: `was:` says which it had. Pure.

A part that still stands under its old id is no rename; flags have no `was`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from gamemaster.rules.state import StoryState
from worlds import schema
from worlds.per_world import per_world
from worlds.schema import World

V = TypeVar("V")
Part = (
    schema.Rule | schema.Feature | schema.Location | schema.Item | schema.Character | schema.Skill | schema.Need
    | schema.Threat | schema.Beat | schema.Fact | schema.Vow | schema.Ending
)  # fmt: skip
Names = Mapping[str, str]  # old id: new id
# Sections whose ids are one namespace: a story names a thing without saying of which kind it is.
THINGS = "things"
_SECTIONS = ("rules", "skills", "needs", "beats", "facts", "promises", "endings")


@per_world
def renames_of(world: World) -> dict[str, Names]:
    """For each section of a world that has any, and for `THINGS`: the old ids, and what they are called now."""
    things: list[Part] = [
        *world.locations.values(),
        *world.items.values(),
        *world.characters.values(),
        *world.threats.values(),
        *(feature for _, feature in world.features()),
    ]
    found = {THINGS: _old_names(things)}
    for section in _SECTIONS:
        found[section] = _old_names(getattr(world, section).values())
    return {section: names for section, names in found.items() if names}


def _old_names(parts: Iterable[Part]) -> dict[str, str]:
    parts = list(parts)
    there = {part.id for part in parts}
    return {old: part.id for part in parts for old in part.was if old not in there}


def rename_parts(world: World, state: StoryState) -> StoryState:
    """The state with every renamed part under its new name; the same object when there is none."""
    renames = renames_of(world)
    if not renames:
        return state
    renamed = state.clone()
    for section in renames.keys() - {THINGS}:
        _RENAME[section](renamed, renames[section])
    if things := renames.get(THINGS):
        _rename_things(renamed, things)
    return renamed


def _keys(values: dict[str, V], names: Names) -> dict[str, V]:
    """The mapping under the new names. What stands under a new name already is the newer truth."""
    moved = {names[name]: value for name, value in values.items() if name in names}
    return moved | {name: value for name, value in values.items() if name not in names}


def _rename_ended(state: StoryState, names: Names) -> None:
    if state.ended is not None:
        state.ended = names.get(state.ended, state.ended)


def _rename_beats(state: StoryState, names: Names) -> None:
    state.beats, state.finished = _keys(state.beats, names), _keys(state.finished, names)


def _rename_section(field: str) -> Callable[[StoryState, Names], None]:
    def rename(state: StoryState, names: Names) -> None:
        setattr(state, field, _keys(getattr(state, field), names))

    return rename


_RENAME: dict[str, Callable[[StoryState, Names], None]] = {
    "rules": _rename_section("rules"),
    "skills": _rename_section("skills"),
    "needs": _rename_section("needs"),
    "facts": _rename_section("facts"),
    "promises": _rename_section("promises"),
    "beats": _rename_beats,
    "endings": _rename_ended,
}


def _rename_things(state: StoryState, names: Names) -> None:
    """Places, items, people, threats and features: wherever the state speaks of them."""

    def now(thing: str) -> str:
        return names.get(thing, thing)

    state.place = now(state.place)
    state.items = {item: now(place) for item, place in _keys(state.items, names).items()}
    for field in ("held", "spots", "visited", "searched", "noticed", "concealed"):
        setattr(state, field, _keys(getattr(state, field), names))
    state.seen_at = {who: now(place) for who, place in _keys(state.seen_at, names).items()}
    state.focus = {word: now(thing) for word, thing in _keys(state.focus, names).items()}
    state.characters = {
        who: one.model_copy(update={"place": now(one.place), "relations": _keys(one.relations, names)})
        for who, one in _keys(state.characters, names).items()
    }
    state.threats = {
        name: one.model_copy(update={"place": now(one.place)})
        for name, one in _keys(state.threats, names).items()
    }
    state.promises = {
        name: one.model_copy(
            update={"by": now(one.by), "to": now(one.to), "item": now(one.item) if one.item else None}
        )
        for name, one in state.promises.items()
    }
    state.details = {
        name: one.model_copy(update={"place": now(one.place), "on": now(one.on) if one.on else None})
        for name, one in state.details.items()
    }
    state.concealed = {
        item: one.model_copy(update={"at": now(one.at) if one.at else None})
        for item, one in state.concealed.items()
    }
    state.blocks = {
        "|".join(sorted(map(now, way.split("|")))): block.model_copy(
            update={"by": now(block.by) if block.by else None}
        )
        for way, block in state.blocks.items()
    }
    state.lines = {_line(key, names): turn for key, turn in state.lines.items()}


def _line(key: str, names: Names) -> str:
    """The key of a line that somebody said: it begins with who."""
    who, dot, rest = key.partition(".")
    return f"{names.get(who, who)}{dot}{rest}"
