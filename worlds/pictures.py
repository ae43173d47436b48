"""The pictures that a world names: files in its folder, checked before they are ever shown."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import imagesize

from worlds.problems import WorldError, fault, warning
from worlds.schema import Picture, World
from worlds.source import Route, Source
from worlds.validate import nearest

MEDIA_TYPES = {".webp": "image/webp", ".png": "image/png", ".jpg": "image/jpeg", ".jpeg": "image/jpeg"}
MAX_BYTES = 2 << 20
MAX_SIDE = 4096  # pixels
MIN_SIDE = 64
# What a file of a type begins with, and where.
_MARKS = {
    "image/webp": ((0, b"RIFF"), (8, b"WEBP")),
    "image/png": ((0, b"\x89PNG\r\n\x1a\n"),),
    "image/jpeg": ((0, b"\xff\xd8\xff"),),
}


class PictureError(ValueError):
    """A picture that cannot be shown: why, and what would do."""

    def __init__(self, why: str, hint: str) -> None:
        super().__init__(f"{why} ({hint})")
        self.why, self.hint = why, hint


def pictures_of(world: World) -> Iterator[tuple[Route, Picture]]:
    """Every picture of a world, with the route to it."""
    if world.picture is not None:
        yield ("picture",), world.picture
    for place in world.locations.values():
        if place.picture is not None:
            yield ("locations", place.id, "picture"), place.picture
    for who in world.characters.values():
        if who.picture is not None:
            yield ("characters", who.id, "picture"), who.picture


def read_picture(folder: Path, file: str) -> tuple[bytes, str]:
    """A picture's bytes and media type. Raises `PictureError`; never reads outside the folder."""
    media_type = MEDIA_TYPES.get(Path(file).suffix.lower())
    if media_type is None:
        raise PictureError(
            f"`{file}` is no picture that a browser is sure to show", "use .webp, .png or .jpeg"
        )
    if "\0" in file:
        raise PictureError(f"there is no picture `{file}`", "name a file in the world's folder")
    path, root = (folder / file).resolve(), folder.resolve()
    if not path.is_relative_to(root):
        raise PictureError(f"`{file}` leads out of the world's folder", "copy the picture into the folder")
    try:
        with path.open("rb") as opened:
            data = opened.read(MAX_BYTES + 1)
    except OSError as error:
        near = nearest(
            file, (str(one.relative_to(root)) for one in root.rglob("*") if one.suffix.lower() in MEDIA_TYPES)
        )
        hint = f"did you mean `{near}`?" if near else "name a file in the world's folder"
        raise PictureError(f"there is no picture `{file}`", hint) from error
    if len(data) > MAX_BYTES:
        raise PictureError(f"`{file}` is larger than {MAX_BYTES >> 20} MiB", "save it smaller, best as .webp")
    if any(data[at : at + len(mark)] != mark for at, mark in _MARKS[media_type]):
        raise PictureError(f"`{file}` is not what its name says", f"it should be {media_type}")
    width, height = imagesize.get(path)
    if not (MIN_SIDE <= width <= MAX_SIDE and MIN_SIDE <= height <= MAX_SIDE):
        raise PictureError(
            f"`{file}` is {width} by {height} pixels", f"each side needs {MIN_SIDE} to {MAX_SIDE} pixels"
        )
    return data, media_type


def check_pictures(folder: Path, source: Source, world: World) -> Iterator[WorldError]:
    """Pictures that cannot be shown, and such as say nothing to those who do not see them."""
    for route, picture in pictures_of(world):
        try:
            read_picture(folder, picture.file)
        except PictureError as error:
            yield fault(source.find((*route, "file")), error.why, error.hint, kind="picture")
        if not picture.alt.strip():
            place = source.find(route, key=True)
            hint = "write `alt:` beside `file:`, in words what it shows"
            yield warning(place, f"the picture `{picture.file}` has no `alt`", hint, kind="alt")
