"""Worlds that were read and found whole, kept as JSON for the next process, which reads them in a tenth of the time.

To read a world's YAML with the place of every word, and to check all of it, takes a second of CPU. What comes of that
is the same until a file of the world changes, or the code. A world with pictures is not kept: they are files, too.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import tempfile
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from gamemaster.version import code_version
from worlds.loader import load_as_written, load_world, world_hash
from worlds.pictures import pictures_of
from worlds.schema import World

CACHE_HOME = "XDG_CACHE_HOME"


def read_world(folder: Path) -> tuple[World, str]:
    """The world in the folder, and its hash. Raises `WorldErrors` with every fault."""
    read = world_hash(folder)
    file = _file_of(folder)
    key = f"{read} {code_version()}"
    if file is not None and (kept := _world_in(file, key)) is not None:
        return kept, read
    if file is None:
        return load_world(folder), read
    world, written = load_as_written(folder)
    if not any(pictures_of(world)) and world_hash(folder) == read:
        with contextlib.suppress(OSError):  # the next process reads it as this one did
            _keep(file, key, written)
    return world, read


def _file_of(folder: Path) -> Path | None:
    """Where the world of a folder is kept: in the user's cache (XDG). None for a user who has none."""
    home = Path(os.environ.get(CACHE_HOME, ""))
    if not home.is_absolute():
        try:
            home = Path.home() / ".cache"
        except RuntimeError:
            return None
    name = hashlib.sha256(os.fsencode(folder.absolute())).hexdigest()[:16]
    return home / "gamemaster" / "worlds" / f"{folder.name}-{name}.json"


def _world_in(file: Path, key: str) -> World | None:
    """The world in the file, if it was kept under this key: of these files of the world, by this code."""
    try:
        found, _, text = file.read_text("utf-8").partition("\n")
        return World.model_validate_json(text) if found == key else None
    except (OSError, ValueError, ValidationError):
        return None


def _keep(file: Path, key: str, written: dict[str, Any]) -> None:
    """Writes down what a whole world is made from. In one step: others may read meanwhile."""
    text = json.dumps(written, ensure_ascii=False)
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile("w", encoding="utf-8", dir=file.parent, delete=False) as new:
        new.write(f"{key}\n{text}")
    os.replace(new.name, file)
