"""Pictures that a world names: shown only if a browser is sure to show them, and told in words."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

import pytest

from tests.worldkit import ISLE_HEAD
from worlds.loader import check_world
from worlds.pictures import MAX_BYTES, read_picture

WORLD = (
    ISLE_HEAD
    + """\
locations:
  quay: {name: The Quay, description: Stones., picture: PICTURE}
endings:
  dead: {title: Dead, when: {wounds: ">= 10"}, text: You die., defeat: true}
  away: {title: Away, when: {minutes: 30}, text: You leave., path: [wait, wait, wait]}
"""
)


def png(width: int, height: int) -> bytes:
    """A grey picture."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    rows = zlib.compress((b"\0" + b"\x80" * width) * height)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def jpeg(width: int, height: int) -> bytes:
    """As much of one as says how large it is."""
    return b"\xff\xd8\xff\xc0" + struct.pack(">HBHHB", 11, 8, height, width, 1) + b"\x01\x11\x00\xff\xd9"


def webp(width: int, height: int) -> bytes:
    """As much of one as says how large it is."""
    size = struct.pack("<I", width - 1)[:3] + struct.pack("<I", height - 1)[:3]
    return b"RIFF" + struct.pack("<I", 22) + b"WEBPVP8X" + struct.pack("<I", 10) + b"\0\0\0\0" + size


def findings(folder: Path, picture: str) -> list[str]:
    (folder / "world.yaml").write_text(WORLD.replace("PICTURE", picture), encoding="utf-8")
    return [str(error) for error in check_world(folder)]


@pytest.fixture
def isle(tmp_path: Path) -> Path:
    folder = tmp_path / "isle"
    folder.mkdir()
    for name, data in (
        ("quay.png", png(320, 200)),
        ("quay.jpg", jpeg(320, 200)),
        ("quay.webp", webp(320, 200)),
        ("tiny.png", png(8, 8)),
        ("huge.webp", webp(9000, 200)),
        ("false.png", jpeg(320, 200)),
        ("heavy.png", png(320, 200) + bytes(MAX_BYTES)),
        ("quay.svg", b"<svg/>"),
    ):
        (folder / name).write_bytes(data)
    (tmp_path / "secret.png").write_bytes(png(320, 200))
    return folder


@pytest.mark.parametrize(
    ("file", "media_type"),
    [("quay.png", "image/png"), ("quay.jpg", "image/jpeg"), ("quay.webp", "image/webp")],
)
def test_what_a_browser_shows_is_well(isle: Path, file: str, media_type: str) -> None:
    assert findings(isle, f"{{file: {file}, alt: A quay.}}") == []
    assert read_picture(isle, file)[1] == media_type


@pytest.mark.parametrize(
    ("picture", "says"),
    [
        ("{file: none.png, alt: x}", "there is no picture `none.png`"),
        ("{file: tiny.png, alt: x}", "is 8 by 8 pixels"),
        ("{file: huge.webp, alt: x}", "is 9000 by 200 pixels"),
        ("{file: false.png, alt: x}", "is not what its name says"),
        ("{file: heavy.png, alt: x}", "is larger than 2 MiB"),
        ("{file: quay.svg, alt: x}", "use .webp, .png or .jpeg"),
        ("{file: ../secret.png, alt: x}", "leads out of the world's folder"),
        (r'{file: "a\0.png", alt: x}', "there is no picture"),
        ("quay.png", "has no `alt`"),
    ],
)
def test_what_is_wrong_with_a_picture_is_said_where_it_is_named(isle: Path, picture: str, says: str) -> None:
    (found,) = findings(isle, picture)
    assert says in found
    assert found.startswith("world.yaml:8:")
