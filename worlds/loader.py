"""Load a world from its folder, or say all that is wrong with it at once."""

from __future__ import annotations

import hashlib
import json
import re
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from worlds.checks.story import check_story
from worlds.paraphrases import add_paraphrases
from worlds.pictures import check_pictures
from worlds.problems import Place, WorldError, fault
from worlds.references import Parts, check_references, names_of, walk
from worlds.report import Examined, report, report_data
from worlds.rules import all_rules
from worlds.schema import ID_PATTERN, World
from worlds.source import Source
from worlds.validate import fit
from worlds.yaml_source import files_of, read_source

MAX_FAULTS = 500  # more than a writer reads at once

__all__ = [
    "Examined",
    "WorldErrors",
    "all_rules",
    "check_world",
    "examine",
    "list_worlds",
    "load_as_written",
    "load_world",
    "world_hash",
]


class WorldErrors(Exception):
    """A world that cannot be played. `errors` holds every fault found."""

    def __init__(self, folder: Path, errors: Iterable[WorldError]) -> None:
        self.folder = folder
        self.errors = tuple(errors)
        count = f"{len(self.errors)} fault{'s' if len(self.errors) != 1 else ''}"
        super().__init__("\n".join([f"the world in {folder} has {count}:", *map(str, self.errors)]))


def load_world(folder: Path) -> World:
    """The world in the folder; its `id` is the folder's name. Raises `WorldErrors` with every fault."""
    return _whole(examine(folder))


def load_as_written(folder: Path) -> tuple[World, dict[str, Any]]:
    """As `load_world`, and what it is made from, as its writer put it: `World.model_validate` makes it."""
    source = _read(folder)
    return _whole(_examine_source(folder, source)), {**source.data, "id": folder.resolve().name}


def _whole(found: Examined) -> World:
    if found.faults or found.world is None:
        raise WorldErrors(found.folder, found.faults)
    return found.world


def check_world(folder: Path) -> list[WorldError]:
    """Every fault, then every warning, then every note of the world in the folder (see `WorldError.severity`)."""
    return list(examine(folder).findings)


def examine(folder: Path) -> Examined:
    """Read and check a world through all stages: syntax, shape, references, story. Raises nothing for its faults."""
    folder = Path(folder)
    return _examine_source(folder, _read(folder))


def _examine_source(folder: Path, source: Source) -> Examined:
    found = list(source.faults)
    world: World | None = None
    parts: Parts = ()
    if source.data:
        world_id = _world_id(folder, source, found)
        world, faults = fit(source, world_id)
        found += faults
        if world is not None:
            parts = walk(world)
            names = names_of(source, world)
            found += check_pictures(folder, source, world)
            found += check_references(source, world, parts, names)
            found += check_story(source, world, parts, whole=all(e.severity != "fault" for e in found))
    found = sorted(dict.fromkeys(found), key=lambda e: (e.line > 0, e.file, e.line, e.column))
    by_severity = {
        severity: tuple(error for error in found if error.severity == severity)
        for severity in ("fault", "warning", "note")
    }
    shown = by_severity["fault"][:MAX_FAULTS]
    return Examined(folder, world, shown, by_severity["warning"], by_severity["note"], parts)


def _read(folder: Path) -> Source:
    source = read_source(folder)
    add_paraphrases(folder, source)
    return source


def _world_id(folder: Path, source: Source, found: list[WorldError]) -> str:
    name = folder.resolve().name
    if re.match(ID_PATTERN, name):
        return name
    hint = "lower-case letters, digits and _, a letter first, at most 64"
    found.append(
        fault(Place(str(folder)), f"the folder's name `{name}` is not an identifier", hint, kind="identifier")
    )
    return "unnamed"


def world_hash(folder: Path) -> str:
    """A hash (SHA-256, hexadecimal) of the world's files: their names and contents, line ends and order aside."""
    digest = hashlib.sha256()
    for path in files_of(folder):
        text = path.read_bytes().replace(b"\r\n", b"\n")
        name = path.relative_to(folder).as_posix().encode()
        for part in (name, text):
            digest.update(len(part).to_bytes(8, "big") + part)
    return digest.hexdigest()


def list_worlds(folders: Iterable[Path]) -> dict[str, Path]:
    """The worlds in these folders by identifier, broken ones too. Of two with one name, the first counts."""
    worlds: dict[str, Path] = {}
    for parent in folders:
        if not parent.is_dir():
            continue
        for folder in sorted(parent.iterdir()):
            if re.match(ID_PATTERN, folder.name) and folder.is_dir() and any(folder.glob("*.yaml")):
                worlds.setdefault(folder.name, folder)
    return worlds


def main(arguments: list[str] | None = None) -> int:
    """`python -m worlds.loader FOLDER [--json]`: print the findings; 1 if the world cannot be played."""
    import argparse

    parser = argparse.ArgumentParser(prog="python -m worlds.loader", description="Check a world.")
    parser.add_argument("folder", type=Path, help="the folder that holds the world's *.yaml files")
    parser.add_argument("--json", action="store_true", help="print the findings as JSON")
    options = parser.parse_args(arguments)
    found = examine(options.folder)
    text = json.dumps(report_data(found), ensure_ascii=False, indent=2) if options.json else report(found)
    sys.stdout.write(text + "\n")
    return 0 if found.playable else 1


if __name__ == "__main__":
    sys.exit(main())
