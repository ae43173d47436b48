"""Opens files that hold a character card: JSON, PNG and APNG with text chunks, CHARX. Within limits."""

from __future__ import annotations

import base64
import binascii
import io
import json
import re
import struct
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from gamemaster.authoring.cards.errors import CardRefused
from gamemaster.authoring.cards.lorebook import is_lorebook

MIB = 1 << 20
MAX_FILE = 64 * MIB
MAX_JSON = 16 * MIB  # the largest card seen in the wild has 6 MiB of lore
MAX_UNPACKED = 256 * MIB
MAX_ENTRIES = 2_000
MAX_RATIO = 200  # of unpacked to packed; text comes to 10, black pictures to about 100
MAX_DEPTH = 40
_PNG = b"\x89PNG\r\n\x1a\n"
_JPEG = b"\xff\xd8\xff"
_WEBP = b"RIFF"
_CARD = "card.json"
_INK = (
    "{} is ink, which is not read: write such a scene as topics, beats and rules (worlds/README.md says why)"
)
_SCRIPT = re.compile(
    r"<\s*(?:script|iframe|object|embed)\b|\bjavascript\s*:|\bon(?:error|load|click)\s*=", re.I
)


@dataclass
class Container:
    """What a file held: the card's JSON, pictures by name, and what was odd about it."""

    data: object
    form: str  # "JSON", "PNG", "APNG", "CHARX"
    pictures: dict[str, bytes] = field(default_factory=dict)
    oddities: list[str] = field(default_factory=list)


def open_container(path: Path) -> Container:
    """What is in the file. Raises `CardRefused` by name for what is broken or hostile."""
    if not path.is_file():
        raise CardRefused(f"{path} is no file")
    size = path.stat().st_size
    if size > MAX_FILE:
        raise CardRefused(f"{path.name} has {size >> 20} MiB: at most {MAX_FILE >> 20} are read")
    raw = path.read_bytes()
    if raw.startswith(_PNG):
        container = _open_png(raw)
    elif raw.startswith(b"PK") or (raw.startswith(_JPEG) and zipfile.is_zipfile(io.BytesIO(raw))):
        container = _open_charx(raw)
    elif raw.startswith((_JPEG, _WEBP)):
        raise CardRefused(f"{path.name} is a picture without a card: cards are kept in PNG, JSON and CHARX")
    else:
        if path.suffix.lower() == ".ink":
            raise CardRefused(_INK.format(path.name))
        container = Container(_json_of(raw, path.name), "JSON")
    _unwrap(container, path.name)
    _refuse_scripts(container.data)
    return container


def _unwrap(container: Container, name: str) -> None:
    """Takes the card out of what some program wrapped round it: a text that is JSON itself, a list of one."""
    if isinstance(container.data, str):
        container.data = _json_of(container.data.encode(errors="replace"), name)
        container.oddities.append("the card is JSON within a text: it was read")
    if isinstance(container.data, list) and not is_lorebook(container.data):
        if len(container.data) != 1:
            raise CardRefused(
                f"{name} is a list of {len(container.data)}: put each card into a file of its own"
            )
        container.data = container.data[0]
        container.oddities.append("the card is the only one of a list")
    if not isinstance(container.data, dict):
        return
    if "inkVersion" in container.data:
        raise CardRefused(_INK.format(name))
    if isinstance(container.data.get("data"), str):
        body = container.data["data"].encode(errors="replace")
        container.data = {**container.data, "data": _json_of(body, f"`data` of {name}")}
        container.oddities.append("`data` is JSON within a text: it was read")


def picture_kind(raw: bytes) -> str | None:
    """What a picture is by its first bytes, as the end of a file's name; None for what is no picture."""
    if raw.startswith(_PNG):
        return "png"
    if raw.startswith(_JPEG):
        return "jpg"
    return "webp" if raw[:4] == _WEBP and raw[8:12] == b"WEBP" else None


def _json_of(raw: bytes, name: str) -> object:
    if len(raw) > MAX_JSON:
        raise CardRefused(f"{name} holds {len(raw) >> 20} MiB of JSON: at most {MAX_JSON >> 20} are read")
    encodings = ("utf-8-sig", "utf-16") if raw[:2] in (b"\xff\xfe", b"\xfe\xff") else ("utf-8-sig", "cp1252")
    for encoding in encodings:
        try:
            text = raw.decode(encoding)
            break
        except UnicodeDecodeError:
            continue
    else:
        raise CardRefused(f"{name} is neither UTF-8 nor another text that is read")
    depth = most = 0
    for sign in re.sub(r'"(?:\\.|[^"\\])*"', "", text):
        depth += (sign in "[{") - (sign in "]}")
        most = max(most, depth)
    if most > MAX_DEPTH:
        raise CardRefused(f"{name} is nested {most} levels deep: at most {MAX_DEPTH} are read")
    try:
        return json.loads(text, strict=False)
    except json.JSONDecodeError as error:
        raise CardRefused(f"{name} is not JSON: {error.msg} on line {error.lineno}") from None
    except (RecursionError, ValueError) as error:
        raise CardRefused(f"{name} cannot be read as JSON: {error}") from None


def _refuse_scripts(data: object, at: str = "card") -> None:
    if isinstance(data, str):
        if found := _SCRIPT.search(data):
            raise CardRefused(f"{at} holds a script ({found.group()[:20]!r}): nothing of the file was taken")
    elif isinstance(data, dict):
        for key, value in data.items():
            if (
                key != "extensions"
            ):  # other programs' own settings: kept as they are, and read by nothing here
                _refuse_scripts(value, f"{at}.{key}")
    elif isinstance(data, list):
        for number, value in enumerate(data):
            _refuse_scripts(value, f"{at}[{number}]")


# ---- PNG ----


def _readable(name: bytes) -> str:
    """The name of a chunk, whatever bytes it is made of, for people."""
    return repr(name[:20].decode("latin-1"))


def png_chunks(raw: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The chunks of a PNG. Raises `CardRefused` for one that is longer than its file."""
    at = len(_PNG)
    while at + 12 <= len(raw):
        length, kind = struct.unpack(">I4s", raw[at : at + 8])
        if at + 12 + length > len(raw):
            raise CardRefused(
                f"chunk {_readable(kind)} of the PNG says it has {length} bytes, and the file ends before"
            )
        yield kind, raw[at + 8 : at + 8 + length]
        if kind == b"IEND":
            return
        at += 12 + length


def _open_png(raw: bytes) -> Container:
    texts: dict[str, bytes] = {}
    form = "PNG"
    for kind, body in png_chunks(raw):
        form = "APNG" if kind == b"acTL" else form
        if kind in (b"tEXt", b"zTXt", b"iTXt"):
            name, text = _text_chunk(kind, body)
            if name in ("chara", "ccv3") and text:
                texts[name] = text
    if not texts:
        raise CardRefused("the PNG has no `chara` or `ccv3` chunk, so that there is no card in it")
    name = "ccv3" if "ccv3" in texts else "chara"
    container = Container(_json_of(_base64_of(texts[name], name), f"chunk {name}"), form)
    container.pictures["main"] = b"".join(_without_cards(raw))
    if name == "ccv3" and "chara" not in texts:
        container.oddities.append("the PNG has a `ccv3` chunk alone: older programs find no card in it")
    if len(texts) == 2:
        container.oddities.append(
            "the PNG holds two cards: `ccv3` was read, `chara` (an older version) was not"
        )
    return container


def _text_chunk(kind: bytes, body: bytes) -> tuple[str, bytes]:
    name, _, rest = body.partition(b"\0")
    if kind == b"zTXt":
        rest = _inflate(rest[1:])
    if kind == b"iTXt":
        packed = rest[:1] == b"\x01"
        rest = rest[2:].partition(b"\0")[2].partition(b"\0")[2]
        rest = _inflate(rest) if packed else rest
    if len(rest) > MAX_JSON * 2:
        raise CardRefused(f"chunk {_readable(name)} of the PNG has {len(rest) >> 20} MiB")
    return name.decode("latin-1").lower(), rest


def _inflate(packed: bytes) -> bytes:
    reader = zlib.decompressobj()
    try:
        text = reader.decompress(packed, MAX_JSON * 2)
    except zlib.error as error:
        raise CardRefused(f"a packed chunk of the PNG is broken: {error}") from None
    if reader.unconsumed_tail:
        raise CardRefused(f"a packed chunk of the PNG unpacks to more than {MAX_JSON * 2 >> 20} MiB")
    return text


def _base64_of(text: bytes, name: str) -> bytes:
    """Base64 as it is found: with line ends, without padding, in the alphabet of URLs, or JSON as it is."""
    plain = bytes(text).translate(None, b" \t\r\n\0")
    if plain[:1] == b"{":
        return text
    plain = plain.translate(bytes.maketrans(b"-_", b"+/")).rstrip(b"=")
    try:
        return base64.b64decode(plain + b"=" * (-len(plain) % 4), validate=True)
    except binascii.Error:
        raise CardRefused(f"chunk {name} holds broken base64: the file was cut or changed") from None


def _without_cards(raw: bytes) -> Iterator[bytes]:
    yield _PNG
    for kind, body in png_chunks(raw):
        if kind not in (b"tEXt", b"zTXt", b"iTXt"):
            yield png_chunk(kind, body)


def png_chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I4s", len(body), kind) + body + struct.pack(">I", zlib.crc32(kind + body))


# ---- CHARX ----


def _open_charx(raw: bytes) -> Container:
    try:
        archive = zipfile.ZipFile(io.BytesIO(raw))
    except zipfile.BadZipFile as error:
        raise CardRefused(f"the CHARX is no zip file: {error}") from None
    with archive:
        entries = archive.infolist()
        _refuse_bombs(entries)
        card, root = _card_in(entries)
        container = Container(_json_of(_member(archive, card), card.filename), "CHARX")
        if root:
            container.oddities.append(f"the card lies in the folder {root!r} of the CHARX")
        for entry in entries:
            name = _plain_name(entry).removeprefix(root)
            if name.startswith("assets/") and not entry.is_dir():
                body = _member(archive, entry)
                if picture_kind(body) is not None:
                    container.pictures[name] = body
                else:
                    container.oddities.append(f"{name} is no picture: kept in the original file")
        return container


def _card_in(entries: list[zipfile.ZipInfo]) -> tuple[zipfile.ZipInfo, str]:
    """The one card of an archive, and the folder that it lies in: who packs a folder by hand packs the folder, too."""
    found = [
        (entry, name[: -len(_CARD)])
        for entry in entries
        if (name := _plain_name(entry)).lower() == _CARD or name.lower().endswith(f"/{_CARD}")
    ]
    at_root = [one for one in found if not one[1]]
    if len(found) > 1 and not at_root:
        raise CardRefused(f"the CHARX holds {len(found)} cards: pack each one by itself")
    if not found:
        raise CardRefused("the CHARX holds no card.json")
    return (at_root or found)[0]


def _plain_name(entry: zipfile.ZipInfo) -> str:
    return entry.filename.replace("\\", "/").removeprefix("./")


def _refuse_bombs(entries: list[zipfile.ZipInfo]) -> None:
    if len(entries) > MAX_ENTRIES:
        raise CardRefused(f"the CHARX holds {len(entries)} files: at most {MAX_ENTRIES} are read")
    if (total := sum(entry.file_size for entry in entries)) > MAX_UNPACKED:
        raise CardRefused(f"the CHARX unpacks to {total >> 20} MiB: at most {MAX_UNPACKED >> 20} are read")
    for entry in entries:
        path = PurePosixPath(entry.filename.replace("\\", "/"))
        if path.is_absolute() or ".." in path.parts or ":" in entry.filename:
            raise CardRefused(f"the CHARX holds {entry.filename!r}, a name that leads out of its folder")
        if entry.external_attr >> 28 == 0xA:
            raise CardRefused(f"the CHARX holds {entry.filename!r}, which is a link")
        if entry.flag_bits & 1:
            raise CardRefused(f"{entry.filename!r} in the CHARX is encrypted")
        if entry.file_size > MIB and entry.file_size > MAX_RATIO * max(1, entry.compress_size):
            times = entry.file_size // max(1, entry.compress_size)
            raise CardRefused(
                f"{entry.filename!r} in the CHARX unpacks to {times} times its size: a zip bomb"
            )


def _member(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> bytes:
    """A file of the archive. What its header says of its size may be a lie: reading stops at the limit."""
    try:
        with archive.open(entry) as file:
            body = file.read(entry.file_size + 1)
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, OSError, EOFError) as error:
        raise CardRefused(f"{entry.filename!r} in the CHARX is broken: {error}") from None
    if len(body) > entry.file_size:
        raise CardRefused(f"{entry.filename!r} in the CHARX is larger than it says")
    return body
