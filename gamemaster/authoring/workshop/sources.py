"""Where the parts of a world were written: file, line and column, for a click that leads there."""

from __future__ import annotations

from pathlib import Path

from pydantic import BaseModel, ConfigDict

from worlds.schema import World
from worlds.source import Route
from worlds.yaml_source import read_source

SECTIONS = (
    "locations", "items", "characters", "threats", "rules", "beats", "facts", "promises", "endings", "needs", "skills",
)  # fmt: skip


class Written(BaseModel):
    """Where a part was written; `path` is the whole path of the file."""

    model_config = ConfigDict(frozen=True)

    file: str
    line: int
    column: int
    path: str


def sources_of(folder: Path, world: World) -> dict[str, Written]:
    """Where each part stands, by `section.id`: `beats.splash`, `locations.jetty`. Reads the world's files."""
    source = read_source(folder)
    found: dict[str, Written] = {}
    for section in SECTIONS:
        for part in getattr(world, section):
            route: Route = (section, part)
            place = source.find(route, key=True)
            path = str((folder / place.file).resolve())
            found[f"{section}.{part}"] = Written(
                file=place.file, line=place.line, column=place.column, path=path
            )
    return found
