"""Spoken sentences in files: one file each, written whole or not at all, the longest unused deleted first. Blocking.

A file is a line of JSON (what it is, its chunks and words, a digest) and then the samples. Several processes may share
a folder: files appear by renaming, reading refreshes their time, and whoever finds the folder too full clears it. Each
process looks again after writing a twentieth of the limit, so that P processes may exceed it by P twentieths.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from voice.synthesizer import Chunk, WordTiming

FORMAT = 1
_SUFFIX, _PARTIAL = ".speech", ".partial"
_FORGOTTEN_S = 3_600.0  # a partial file that nobody has finished by then is of a process that died
_LEAVE = 0.9  # of the limit, when files are deleted, so that not every write deletes


@dataclass(frozen=True)
class Kept:
    """An utterance as it was heard, and the models that the server had then."""

    chunks: tuple[Chunk, ...]
    models: tuple[str, ...]


class SpeechFiles:
    """The files of a folder, which is made if it is not there. Methods may be called from any thread."""

    def __init__(self, folder: Path, max_bytes: int) -> None:
        self.folder = folder
        self.max_bytes = max_bytes
        self._written = max_bytes  # since this process last looked; as it starts, it has not looked at all

    def read(self, key: str) -> Kept | None:
        """What is kept under `key`. A file that is damaged is deleted, and counts as none."""
        path = self._path(key)
        try:
            data = path.read_bytes()
        except OSError:
            return None
        try:
            kept = _unpack(data, key)
        except (ValueError, KeyError, TypeError, IndexError):
            self._delete(path)
            return None
        with contextlib.suppress(OSError):  # deleted meanwhile, by another process
            os.utime(path)
        return kept

    def write(self, key: str, kept: Kept) -> None:
        """Raises OSError, for example when the disk is full; then nothing is left behind."""
        path = self._path(key)
        data = _pack(kept, key)
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        partial = path.with_suffix(f".{secrets.token_hex(8)}{_PARTIAL}")
        try:
            partial.write_bytes(data)
            partial.replace(path)
        except OSError:
            self._delete(partial)
            raise
        self._written += len(data)
        if self._written > self.max_bytes / 20:
            self._written = 0
            self.clear_up()

    def clear_up(self) -> None:
        """Delete the longest unused files until the folder is within its limit."""
        found = []
        for path in self.folder.glob("*/*"):
            with contextlib.suppress(OSError):
                status = path.stat()
                if path.suffix == _SUFFIX:
                    found.append((status.st_mtime, status.st_size, path))
                elif path.suffix == _PARTIAL and time.time() - status.st_mtime > _FORGOTTEN_S:
                    self._delete(path)
        total = sum(size for _, size, _ in found)
        if total <= self.max_bytes:
            return
        for _, size, path in sorted(found):
            self._delete(path)
            total -= size
            if total <= self.max_bytes * _LEAVE:
                return

    def _path(self, key: str) -> Path:
        return self.folder / key[:2] / f"{key}{_SUFFIX}"

    @staticmethod
    def _delete(path: Path) -> None:
        with contextlib.suppress(OSError):
            path.unlink()


def key_of(parts: Sequence[object]) -> str:
    """The name for what `parts` say; any difference in them makes another."""
    return hashlib.sha256(json.dumps([FORMAT, *parts]).encode("utf-8", "surrogatepass")).hexdigest()


def _pack(kept: Kept, key: str) -> bytes:
    pcm = b"".join(chunk.pcm for chunk in kept.chunks)
    head = {
        "key": key,
        "models": kept.models,
        "chunks": [
            [
                len(chunk.pcm),
                chunk.sample_rate,
                chunk.offset,
                [[w.sample, w.start, w.end] for w in chunk.words],
            ]
            for chunk in kept.chunks
        ],
    }
    body = json.dumps(head).encode() + b"\n" + pcm
    return hashlib.sha256(body).hexdigest().encode() + b"\n" + body


def _unpack(data: bytes, key: str) -> Kept:
    """Raises ValueError and its like for anything but a whole file of `key`."""
    digest, _, body = data.partition(b"\n")
    if hashlib.sha256(body).hexdigest().encode() != digest:
        raise ValueError("damaged")
    line, _, pcm = body.partition(b"\n")
    head = json.loads(line)
    if head["key"] != key:
        raise ValueError("another's")
    chunks, at = [], 0
    for size, sample_rate, offset, words in head["chunks"]:
        timings = tuple(WordTiming(*word) for word in words)
        chunks.append(Chunk(pcm[at : at + size], sample_rate, offset, timings))
        at += size
    return Kept(tuple(chunks), tuple(head["models"]))
