"""Recordings taken out of their folder: scrubbed, or raw, into files or as lines of text."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import orjson

from gamemaster.errors import UserError
from gamemaster.recording.format import PLAIN, SUFFIX, compress_lines, read
from gamemaster.recording.scrub import IDS, Pseudonyms, scrub


class ExportError(UserError):
    """The recordings cannot be written there; says what to do."""


@dataclass(frozen=True)
class Exported:
    """A recording as it was exported. `counts`: by rule, in how many places it changed something; raw: none."""

    source: str
    target: str  # a file, or `-` for standard output
    lines: Sequence[Mapping[str, object]] = field(repr=False)
    counts: dict[str, int]
    words: bool  # whether any words were changed: it can then no longer be verified

    @property
    def counts_in_words(self) -> dict[str, int]:
        """Without the ids, which are other ones in every recording that is scrubbed."""
        return {rule: count for rule, count in self.counts.items() if rule not in IDS}


def export_all(sources: Iterable[Path], out: Path | None, raw: bool) -> Iterable[Exported]:
    """Each recording in turn, written to `out`: a file (`.jsonl.zst`, or `.jsonl` for plain text) if there is one, a
    folder if there are several or it is one. None: nothing is written. One player is one pseudonym in all of them.

    Raises ExportError, RecordingError, OSError.
    """
    sources = list(sources)
    pseudonyms = Pseudonyms(secrets.token_bytes(32))
    into = _folder(out, len(sources))
    for source in sources:
        lines: Sequence[Mapping[str, object]] = read(source).lines
        counts: dict[str, int] = {}
        words = False
        if not raw:
            done = scrub(lines, pseudonyms)
            lines, counts, words = done.lines, done.counts, done.words
        target = out
        if into is not None:
            target = into / f"{_name(lines, source)}{SUFFIX}"
        if target is not None:
            _write(target, lines)
        yield Exported(str(source), "-" if target is None else str(target), lines, counts, words)


def _folder(out: Path | None, count: int) -> Path | None:
    """The folder to write to, made if need be; None if it is one file, or none."""
    if out is None or (count == 1 and out.name.endswith((SUFFIX, PLAIN)) and not out.is_dir()):
        return None
    if out.name.endswith((SUFFIX, PLAIN)):
        raise ExportError(f"{out} names one file, and there are {count} recordings: name a folder with --out")
    if "." in out.name and not out.is_dir():
        raise ExportError(
            f"{out} is no folder, and no file of a recording's kind: name a file *{SUFFIX} or *{PLAIN}, or a folder"
        )
    out.mkdir(parents=True, exist_ok=True)
    return out


def _name(lines: Sequence[Mapping[str, object]], source: Path) -> str:
    """The recording's own name, as its header has it now: without the ids that were taken out of it."""
    return Path(str(lines[0].get("id") or source.name.removesuffix(SUFFIX))).name


def _write(target: Path, lines: Sequence[Mapping[str, object]]) -> None:
    """A new file that its owner alone reads."""
    data = as_text(lines) if target.name.endswith(PLAIN) else compress_lines(lines)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        handle = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        raise ExportError(f"{target} is there already: name another file with --out, or remove it") from None
    except OSError as error:
        raise ExportError(f"{target} cannot be written: {error.strerror}") from None
    with os.fdopen(handle, "wb") as file:
        file.write(data)


def as_text(lines: Iterable[Mapping[str, object]]) -> bytes:
    """JSON Lines, uncompressed."""
    return b"".join(orjson.dumps(line) + b"\n" for line in lines)


def report_export(one: Exported, say: Callable[[str], None]) -> None:
    """What was done to a recording, for people."""
    if one.counts:
        places = ", ".join(f"{rule} {count}" for rule, count in one.counts.items())
        verified = "; its words were changed, so it can be replayed and not verified" if one.words else ""
        say(f"{one.source} -> {one.target}: {places}{verified}")
    else:
        say(f"{one.source} -> {one.target}")
