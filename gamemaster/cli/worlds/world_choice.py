"""Which world `--world` means: the name of one that is installed, or a world's folder anywhere."""

from __future__ import annotations

import difflib
from dataclasses import dataclass
from pathlib import Path

from gamemaster.errors import UserError
from worlds.loader import list_worlds, load_world


class NoSuchWorldError(UserError):
    """Neither an installed world nor a folder with one."""


@dataclass(frozen=True)
class WorldChoice:
    """A world's id, and its folder where it is not one of the installed."""

    name: str
    folder: Path | None = None


def chosen_world(text: str, worlds_dirs: tuple[Path, ...]) -> WorldChoice:
    """What was asked for. Raises `NoSuchWorldError` with what would work, and `WorldErrors` for a folder's faults."""
    installed = list_worlds(worlds_dirs)
    folder = Path(text).expanduser()
    holds_yaml = folder.is_dir() and any(folder.glob("*.yaml"))
    if not holds_yaml and text in installed:
        return WorldChoice(text)
    if not holds_yaml:
        raise NoSuchWorldError(_what_would_work(text, folder, installed))
    folder = folder.resolve()
    if installed.get(folder.name, Path()).resolve() == folder:
        return WorldChoice(folder.name)
    return WorldChoice(load_world(folder).id, folder)


def _what_would_work(text: str, folder: Path, installed: dict[str, Path]) -> str:
    if folder.is_dir():
        inside = [child for child in sorted(folder.iterdir()) if child.is_dir() and any(child.glob("*.yaml"))]
        if inside:
            return f"{text} holds no world itself, but these do: {', '.join(map(str, inside))}"
        return (
            f"{text} holds no *.yaml file, so there is no world in it; begin one: gamemaster world new {text}"
        )
    nearby = [
        child.parent.name for child in Path.cwd().glob("*/world.yaml") if child.parent.name not in installed
    ]
    known = [*installed, *nearby]
    close = difflib.get_close_matches(Path(text).name, known, n=1)
    hint = f"did you mean {close[0]}?" if close else f"there are: {', '.join(known) or 'none'}"
    return (
        f"there is no world {text!r}, and no folder of that name; {hint}\n"
        f"A world's folder anywhere will do, and a new one is begun by: gamemaster world new {Path(text).name}"
    )
