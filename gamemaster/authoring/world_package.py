"""A world in one file, to be given to others: a ZIP with a manifest that says what is in it and what was checked.

What comes from others is not trusted: names, sizes and digests are held against the manifest before anything is
written, and the world is checked before it is put where it belongs.
"""

from __future__ import annotations

import hashlib
import shutil
import tempfile
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from gamemaster.authoring.skein.play_file import FOLDER as PLAYS
from gamemaster.authoring.world_strings import FOLDER as STRINGS
from gamemaster.errors import UserError
from gamemaster.version import code_version
from worlds.loader import WorldErrors, examine
from worlds.pictures import MEDIA_TYPES, pictures_of
from worlds.schema import ID_PATTERN, World
from worlds.yaml_source import PARAPHRASES, files_of

SUFFIX = ".gmworld"
MANIFEST = "manifest.json"
PAPERS = (
    "LICENSE",
    "LICENSE.md",
    "LICENSE.txt",
    "LICENCE",
    "README.md",
    "CREDITS.md",
)  # go along, if they are there
MAX_FILES = 1_000
MAX_FILE_BYTES = 4 << 20
MAX_TOTAL_BYTES = 64 << 20
MAX_MANIFEST_BYTES = 1 << 20
EPOCH = (1980, 1, 1, 0, 0, 0)  # the same world gives the same file


class PackageError(UserError):
    """A world that cannot be packed or unpacked: why."""


class FileEntry(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    size: int = Field(ge=0, le=MAX_FILE_BYTES)
    sha256: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


class Manifest(BaseModel):
    """What is in the file. `checked`: with how many warnings and notes; a world with faults is never packed."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    format: Literal["gamemaster-world/1"] = "gamemaster-world/1"
    id: Annotated[str, Field(pattern=ID_PATTERN)]
    title: str
    author: str = ""
    licence: str = ""
    language: str = "en"
    made_with: str = ""
    checked: dict[str, int] = {}
    plays: int = 0
    files: dict[str, FileEntry] = Field(max_length=MAX_FILES)


@dataclass(frozen=True)
class Packed:
    path: Path
    manifest: Manifest
    size: int
    remarks: tuple[str, ...]


def pack(folder: Path, out: Path | None = None) -> Packed:
    """Writes the world in the folder to one file. Raises `WorldErrors` for a world with faults, and `PackageError`."""
    found = examine(folder)
    if not found.playable or found.world is None:
        raise WorldErrors(folder, found.faults)
    world, names = found.world, sorted(_files_of(folder, found.world))
    contents = {name: _read(folder / name, folder) for name in names}
    manifest = Manifest(
        id=world.id,
        title=world.title,
        author=world.author,
        licence=world.licence,
        language=world.language,
        made_with=code_version(),
        checked={"warnings": len(found.warnings), "notes": len(found.notes)},
        plays=sum(name.startswith(f"{PLAYS}/") for name in names),
        files={name: FileEntry(size=len(data), sha256=_digest(data)) for name, data in contents.items()},
    )
    path = out or Path(f"{world.id}{SUFFIX}")
    try:
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as package:
            _add(package, MANIFEST, manifest.model_dump_json(indent=2).encode())
            for name, data in contents.items():
                _add(package, f"{world.id}/{name}", data)
    except OSError as error:
        raise PackageError(f"{path} cannot be written: {error.strerror}") from error
    return Packed(path, manifest, path.stat().st_size, tuple(_remarks(world, names)))


def _files_of(folder: Path, world: World) -> Iterator[str]:
    yield from (path.relative_to(folder).as_posix() for path in files_of(folder))
    yield from {picture.file for _, picture in pictures_of(world)}
    yield from (f"{PLAYS}/{path.name}" for path in sorted((folder / PLAYS).glob("*.yaml")))
    yield from (f"{STRINGS}/{path.name}" for path in sorted((folder / STRINGS).glob("*.po")))
    yield from (name for name in PAPERS if (folder / name).is_file())


def _read(path: Path, root: Path) -> bytes:
    if not path.resolve().is_relative_to(root.resolve()):
        raise PackageError(f"{path} is a link that leads out of the world's folder: copy the file into it")
    try:
        data = path.read_bytes()
    except OSError as error:
        raise PackageError(f"{path} cannot be read: {error.strerror}") from error
    if len(data) > MAX_FILE_BYTES:
        raise PackageError(f"{path} is larger than {MAX_FILE_BYTES >> 20} MiB")
    return data


def _add(package: zipfile.ZipFile, name: str, data: bytes) -> None:
    entry = zipfile.ZipInfo(name, EPOCH)
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.external_attr = 0o644 << 16
    package.writestr(entry, data)


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _remarks(world: World, names: list[str]) -> Iterator[str]:
    if not world.licence:
        yield "the world names no licence: nobody may use it; write `licence:`, for example CC-BY-4.0"
    if not world.author:
        yield "the world names no author: write `author:`"
    if world.licence and not any(name.startswith(("LICENSE", "LICENCE")) for name in names):
        yield "there is no LICENSE file beside the world; most licences ask for their text"


def unpack(file: Path, into: Path) -> tuple[Path, Manifest]:
    """Makes the world's folder inside `into`. Raises `PackageError`, and `WorldErrors` for a world with faults."""
    try:
        with zipfile.ZipFile(file) as package:
            manifest = _read_manifest(package, file)
            target = into / manifest.id
            if target.exists():
                raise PackageError(f"{target} exists; move it away, or unpack elsewhere with --into")
            into.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryDirectory(prefix=".unpack-", dir=into) as rough:
                folder = Path(rough) / manifest.id
                _extract(package, manifest, folder)
                found = examine(folder)
                if found.faults or found.world is None:
                    raise WorldErrors(folder, found.faults)
                shutil.move(folder, target)
    except zipfile.BadZipFile as error:
        raise PackageError(f"{file} is no packed world: {error}") from error
    except OSError as error:
        raise PackageError(f"{error.filename or file} cannot be read or written: {error.strerror}") from error
    return target, manifest


def _read_manifest(package: zipfile.ZipFile, file: Path) -> Manifest:
    """The manifest; the file holds exactly what it says, no more and no less, by name and size."""
    entries = {entry.filename: entry for entry in package.infolist() if not entry.is_dir()}
    if len(entries) != len([entry for entry in package.infolist() if not entry.is_dir()]):
        raise PackageError(f"{file} holds two files of one name")
    if MANIFEST not in entries or entries[MANIFEST].file_size > MAX_MANIFEST_BYTES:
        raise PackageError(f"{file} has no {MANIFEST} of a world; pack one with: gamemaster world pack")
    try:
        manifest = Manifest.model_validate_json(_read_bounded(package, entries[MANIFEST], MAX_MANIFEST_BYTES))
    except ValidationError as error:
        first = error.errors()[0]
        raise PackageError(
            f"{file}: its {MANIFEST} is wrong at {'.'.join(map(str, first['loc']))}: {first['msg']}"
        ) from error
    for name in manifest.files:
        _check_name(name, file)
    named = {f"{manifest.id}/{name}": entry.size for name, entry in manifest.files.items()}
    held = {name: entry.file_size for name, entry in entries.items() if name != MANIFEST}
    if named != held:
        odd = sorted(named.items() ^ held.items())[0][0]
        raise PackageError(f"{file}: `{odd}` is not as the manifest says")
    if sum(named.values()) > MAX_TOTAL_BYTES:
        raise PackageError(f"{file} holds more than {MAX_TOTAL_BYTES >> 20} MiB")
    return manifest


def _check_name(name: str, file: Path) -> None:
    """Only what a world is made of, and only inside its folder."""
    path = PurePosixPath(name)
    inside = not path.is_absolute() and ".." not in path.parts and "\\" not in name and str(path) == name
    hidden = any(part.startswith(".") for part in path.parts)
    translation = path.suffix == ".po" and path.parts[:-1] == (STRINGS,)
    written = path.suffix == ".yaml" or translation or name == PARAPHRASES
    meant = written or path.suffix.lower() in MEDIA_TYPES or name in PAPERS
    if not inside or hidden or not meant:
        raise PackageError(f"{file}: `{name}` has no place in a world")


def _extract(package: zipfile.ZipFile, manifest: Manifest, folder: Path) -> None:
    for name, entry in manifest.files.items():
        data = _read_bounded(package, package.getinfo(f"{manifest.id}/{name}"), entry.size)
        if len(data) != entry.size or _digest(data) != entry.sha256:
            raise PackageError(f"`{name}` is not what the manifest says: it was changed or damaged")
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def _read_bounded(package: zipfile.ZipFile, entry: zipfile.ZipInfo, most: int) -> bytes:
    """At most so many bytes and one more, whatever the archive says of the size."""
    try:
        with package.open(entry) as opened:
            return opened.read(most + 1)
    except (
        zlib.error,
        NotImplementedError,
        EOFError,
        RuntimeError,
    ) as error:  # packed wrongly, oddly, or in secret
        raise PackageError(f"`{entry.filename}` cannot be unpacked: {error}") from error
