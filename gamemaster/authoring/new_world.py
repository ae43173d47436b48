"""Begins a new world: a copy of a small complete one, whose comments explain every field."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import worlds
from gamemaster.errors import UserError
from worlds.schema import ID_PATTERN

TEMPLATES = {
    "tiny": "one file, two places, one person: the smallest that is still a story",
    "inn": "five files with every field of the format in use, or named in a comment",
}
_FOLDER = Path(worlds.__file__).parent / "templates"
_TITLE = re.compile(r"^title: (.*?)(\s+#.*)?$", re.MULTILINE)


class NewWorldError(UserError):
    """A world that cannot be begun so: what is in the way, and what would work."""


def new_world(folder: Path, template: str) -> list[Path]:
    """Copies a template to a folder that must not hold anything yet; its name becomes the world's id and title.

    Returns the files that were written. Raises `NewWorldError`.
    """
    if template not in TEMPLATES:
        raise NewWorldError(f"there is no template {template!r}; there are: {', '.join(TEMPLATES)}")
    name = folder.name
    if not re.match(ID_PATTERN, name):
        raise NewWorldError(
            f"{name!r} cannot be a world's name: lower-case letters, digits and _, a letter first; "
            f"try {_identifier(name)!r}"
        )
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise NewWorldError(f"{folder} exists and is not empty; choose another name")
    written = []
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for source in sorted((_FOLDER / template).glob("*.yaml")):
            written.append(Path(shutil.copyfile(source, folder / source.name)))
    except OSError as error:
        raise NewWorldError(f"{error.filename or folder} cannot be written: {error.strerror}") from error
    _entitle(folder / "world.yaml", name.replace("_", " ").title())
    return written


def _entitle(file: Path, title: str) -> None:
    """The new world is called after its folder; the comment beside the title stays."""
    text = file.read_text(encoding="utf-8")
    file.write_text(
        _TITLE.sub(lambda found: f"title: {json.dumps(title)}{found[2] or ''}", text, count=1),
        encoding="utf-8",
    )


def _identifier(name: str) -> str:
    """The nearest name that a world can have."""
    words = re.sub(r"[^a-z0-9]+", "_", name.casefold()).strip("_")
    return (words if re.match(ID_PATTERN, words) else f"world_{words}").rstrip("_")[:64]
