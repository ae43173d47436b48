"""What a recording holds, for lists: its header, how many turns, how it ended. Reads it through, and keeps nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import orjson
import zstandard
from pydantic import ValidationError

from gamemaster.recording.folder import Recorded, is_being_written, look
from gamemaster.recording.format import MOST_BYTES, Header

CHUNK = 1 << 18
# Every line begins with its time and its kind, so that a list need not parse megabytes of deltas.
_LINE = re.compile(rb'\{"at":(?P<at>[0-9.eE+-]+),"kind":"(?P<kind>[a-z]+)"')


@dataclass(frozen=True)
class Skimmed:
    """`seconds` from the first line to the last. `end` is the reason in the file's last line; None: it has none.

    `fault`: what keeps it from being read, wholly or at all; then the rest is as far as it could be read.
    """

    recorded: Recorded
    header: Header | None = None
    seconds: float = 0.0
    turns: int = 0
    undone: int = 0
    end: str | None = None
    writing: bool = False
    fault: str = ""

    @property
    def state(self) -> str:
        """For people: how it ended."""
        if self.fault:
            return f"broken: {self.fault}"
        if self.writing:
            return "being written"
        return self.end or "cut off"


def skim(recorded: Recorded) -> Skimmed:
    """Look into a recording. Whatever is wrong with the file is told in `fault`."""
    try:
        writing = is_being_written(recorded.path)
        return _skim(recorded, writing)
    except OSError as error:
        return Skimmed(recorded, fault=f"it cannot be read ({error.strerror})")


def _skim(recorded: Recorded, writing: bool) -> Skimmed:
    header: Header | None = None
    counts = {b"commit": 0, b"undone": 0}
    seconds, end, fault = 0.0, None, ""
    try:
        for line in lines_of(recorded.path):
            if header is None:
                header = _header(line)
            found = _LINE.match(line)
            if found is None:
                raise ValueError("a line without time and kind")
            seconds, kind = float(found["at"]), found["kind"]
            if kind in counts:
                counts[kind] += 1
            elif kind == b"end":
                end = str(orjson.loads(line).get("reason"))
        if header is None and not writing:
            fault = "it is empty"
    except ValidationError:
        fault = "its header cannot be used"
    except (ValueError, zstandard.ZstdError) as error:
        fault = str(error)
    return Skimmed(recorded, header, seconds, counts[b"commit"], counts[b"undone"], end, writing, fault)


def _header(line: bytes) -> Header:
    """Raises ValueError, also as ValidationError."""
    data = orjson.loads(line)
    if not isinstance(data, dict) or data.get("kind") != "header":
        raise ValueError("it does not begin with a header")
    return Header.model_validate({key: value for key, value in data.items() if key not in ("at", "kind")})


def recording_of_turn(folder: Path, story: str, turn: int, before: datetime) -> Recorded | None:
    """The latest recording that began before a moment and has the turn; a story is recorded anew at each sitting."""
    for one in look(folder).recordings:
        if one.story == story and one.started <= before and _has_turn(one.path, turn):
            return one
    return None


def _has_turn(path: Path, turn: int) -> bool:
    try:
        commits = (line for line in lines_of(path) if b'"kind":"commit"' in line[:80])
        return any(orjson.loads(line)["record"]["number"] == turn for line in commits)
    except (ValueError, OSError, zstandard.ZstdError):
        return False  # `gamemaster record list` says what is wrong with it


def lines_of(path: Path, most_bytes: int = MOST_BYTES) -> Iterator[bytes]:
    """The whole lines of a compressed file, one after the other, without their ends; a torn end is left out.

    Raises ZstdError for what is no zstd, ValueError for more than `most_bytes`, OSError.
    """
    rest, size = bytearray(), 0
    with (
        path.open("rb") as file,
        zstandard.ZstdDecompressor().stream_reader(file, read_across_frames=True) as reader,
    ):
        while part := _next(reader, size):
            size += len(part)
            if size > most_bytes:
                raise ValueError(f"it holds more than {most_bytes >> 20} MB of lines")
            rest += part
            if b"\n" in part:
                *whole, torn = bytes(rest).split(b"\n")
                yield from whole
                rest = bytearray(torn)


def _next(reader: zstandard.ZstdDecompressionReader, size: int) -> bytes:
    try:
        return reader.read(CHUNK)
    except zstandard.ZstdError:
        if size:  # cut off within a block
            return b""
        raise ValueError("it is no zstd") from None
