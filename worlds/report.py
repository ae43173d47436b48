"""Say to a writer what was found in a world, as a colleague would, or as data."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from pydantic import BaseModel

from worlds import schema
from worlds.problems import WorldError
from worlds.references import Parts, walk
from worlds.schema import World
from worlds.validate import STAND_IN


@dataclass(frozen=True)
class Examined:
    """What was found in a folder. `world` is whole only if there are no faults."""

    folder: Path
    world: World | None
    faults: tuple[WorldError, ...]
    warnings: tuple[WorldError, ...] = ()
    notes: tuple[WorldError, ...] = ()
    parts: Parts = field(default=(), repr=False)  # of the world

    @property
    def findings(self) -> tuple[WorldError, ...]:
        return (*self.faults, *self.warnings, *self.notes)

    @property
    def playable(self) -> bool:
        return self.world is not None and not self.faults


def counts(world: World, walked: Parts = ()) -> dict[str, int]:
    """How much is written of what. `words` counts what players can read, `words_in_all` notes, too.

    `walked`: the world's parts, where they are known already."""
    # A text that an alias puts in several places was written once.
    parts = [part for _, part in walked or walk(world)]
    told = sum(len(text.split()) for text in dict.fromkeys(_texts(world, parts)))
    notes = sum(len(text.split()) for text in _notes(world))
    return {
        "locations": len(world.locations),
        "features": sum(1 for _ in world.features()),
        "characters": len(world.characters),
        "topics": sum(len(character.topics) for character in world.characters.values()),
        "items": len(world.items),
        "threats": len(world.threats),
        "rules": sum(isinstance(part, schema.Rule) for part in parts),
        "actions": sum(isinstance(part, schema.Action) and not isinstance(part, schema.Rule) for part in parts),
        "beats": len(world.beats),
        "facts": len(world.facts),
        "endings": len(world.written_endings()),
        "secrets": sum(part.__dict__.get("secret") is True for part in parts),
        "words": told,
        "words_in_all": told + notes,
    }


def _texts(world: World, parts: Iterable[BaseModel]) -> Iterator[str]:
    for part in parts:
        if isinstance(part, (schema.Variant, schema.Line)):
            yield from part.text
        elif isinstance(part, schema.Fact):
            yield part.text
    for texts in world.messages.values():
        yield from texts
    yield world.summary


def _notes(world: World) -> Iterator[str]:
    yield world.bible
    for lore in world.lore.values():
        yield lore.text
    for character in world.characters.values():
        yield from (character.persona, character.want, character.fear, character.secret, character.manner)
        yield from character.examples


def report(found: Examined) -> str:
    """The findings as text: each with its place, what to do, and once a kind why; then what the world holds."""
    lines: list[str] = []
    explained: set[str] = set()
    for error in found.findings:
        where = f"{error.file}:{error.line}:{error.column}" if error.line else error.file
        mark = "" if error.severity == "fault" else f"{error.severity}: "
        lines.append(f"{where}: {mark}{error.message}")
        if error.hint:
            lines.append(f"    {error.hint}")
        if error.why not in explained:
            lines.append(f"    Why: {error.why}")
            explained.add(error.why)
    if lines:
        lines.append("")
    title = found.world.title if found.world is not None else STAND_IN
    name = str(found.folder) if title == STAND_IN else title
    faults, warnings = _count(found.faults, "fault"), _count(found.warnings, "warning")
    notes = _count(found.notes, "note")
    if found.playable:
        more = [text for errors, text in ((found.warnings, warnings), (found.notes, notes)) if errors]
        lines.append("; ".join([f"{name} can be played", *more]) + ".")
    else:
        lines.append(f"{name} cannot be played yet: {faults}, {warnings}.")
    if found.playable and found.world is not None:
        held = {word: _count_text(number, word) for word, number in counts(found.world, found.parts).items()}
        if found.world.has_games_own_death:
            held["endings"] += " (and the game's own death)"
        lines.append("It has " + ", ".join(held.values()) + ".")
    return "\n".join(lines)


def _count_text(number: int, word: str) -> str:
    shown = word.replace("_", " ")
    return f"{number:,} {shown.removesuffix('s') if number == 1 else shown}"


def _count(errors: tuple[WorldError, ...], word: str) -> str:
    return f"{len(errors)} {word}{'' if len(errors) == 1 else 's'}"


def report_data(found: Examined) -> dict[str, object]:
    """The findings as data for JSON."""
    return {
        "folder": str(found.folder),
        "playable": found.playable,
        "faults": [error.as_dict() for error in found.faults],
        "warnings": [error.as_dict() for error in found.warnings],
        "notes": [error.as_dict() for error in found.notes],
        "counts": counts(found.world, found.parts) if found.playable and found.world is not None else {},
    }
