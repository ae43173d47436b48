"""The page's files: each is read once, and answered from memory until it is written anew.

The page names its files under a version, `v/HASH/js/main.js`, the hash of what all of them hold: a browser keeps those
for good, and asks for the page alone. What is named under another version (of another host, while a fleet is restarted)
is answered as it is here, and is asked for anew the next time.
"""

from __future__ import annotations

import gzip
import hashlib
import os
import re
import stat
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from starlette.datastructures import Headers
from starlette.responses import FileResponse, Response
from starlette.staticfiles import NotModifiedResponse, PathLike, StaticFiles
from starlette.types import Scope

_FOLDER = "v"
_PAGE = "index.html"
_FOR_GOOD, _ASKED_ANEW = "public, max-age=31536000, immutable", "no-cache"
# Where the page names a file of its own.
_NAMED = re.compile(rb'\b((?:href|src)=")(?=[a-z][\w./-]*\.(?:css|js|svg|woff2)")')
_TEXT = frozenset({".html", ".js", ".mjs", ".css", ".svg", ".json", ".webmanifest"})
_GZIP = re.compile(r"(?:^|,)\s*gzip\s*(?:$|,|;(?!\s*q=0(?:\.0*)?\s*(?:$|,)))")
_MOST_VERSIONS = 8  # that are remembered while files are edited


class _Kept(NamedTuple):
    """A file as it was written last."""

    written: int
    content: bytes
    packed: bytes | None  # None of what packing makes no smaller


class PageFiles(StaticFiles):
    """A folder of small files. A first visit asks for all: from the disk each would cost three threads their turn.

    What takes long, reading, hashing and packing, is done where a path is looked up: in a thread, not on the loop.
    """

    def __init__(self, directory: Path) -> None:
        super().__init__(directory=directory, html=True)
        self._folder = os.path.realpath(directory)
        self._page_path = os.path.join(self._folder, _PAGE)
        self._kept: dict[str, _Kept] = {}
        self._versions: dict[str, dict[str, int]] = {}  # by version: when each of its files was written
        self._page: tuple[str, _Kept] | None = None
        self._reading = threading.Lock()

    async def get_response(self, path: str, scope: Scope) -> Response:
        parts = path.split(os.sep, 2)
        if len(parts) == 3 and parts[0] == _FOLDER and parts[2] != _PAGE:
            return await super().get_response(parts[2], {**scope, "page_version": parts[1]})
        return await super().get_response(path, scope)

    def lookup_path(self, path: str) -> tuple[str, os.stat_result | None]:
        full_path, stat_result = super().lookup_path(path)
        if stat_result is None or not stat.S_ISREG(stat_result.st_mode):
            return full_path, stat_result
        # One asks no disk for a version that another host may have, unless the file was written since.
        if full_path == self._page_path or not self._is_known(full_path, stat_result.st_mtime_ns):
            with self._reading:
                self._prepare(full_path, stat_result.st_mtime_ns)
        return full_path, stat_result

    def file_response(
        self, full_path: PathLike, stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        path = str(full_path)
        if path == self._page_path:
            return self._page_response(path, stat_result, scope)
        found = super().file_response(full_path, stat_result, scope, status_code)
        if (version := scope.get("page_version")) is not None:
            held = self._versions.get(version, {}).get(path) == stat_result.st_mtime_ns
            found.headers["cache-control"] = _FOR_GOOD if held else _ASKED_ANEW
        if not isinstance(found, FileResponse):
            return found  # the browser has it
        return _answer(self._read(path, stat_result.st_mtime_ns), found, scope, status_code)

    def _prepare(self, path: str, written: int) -> None:
        """Read what is not known yet, and make the page if it is the page."""
        version = self._version()
        if path == self._page_path and (self._page is None or self._page[0] != version):
            content = _NAMED.sub(rb"\g<1>" + f"{_FOLDER}/{version}/".encode(), Path(path).read_bytes())
            self._page = version, _pack(path, written, content)

    def _page_response(self, path: str, stat_result: os.stat_result, scope: Scope) -> Response:
        """The page, with its files named under their version: it has changed when any of them has."""
        assert self._page is not None  # it was looked up
        version, page = self._page
        found = FileResponse(path, stat_result=stat_result)
        found.headers["etag"] = f'"{version}"'
        del found.headers["last-modified"]
        if self.is_not_modified(found.headers, Headers(scope=scope)):
            return NotModifiedResponse(found.headers)
        return _answer(page, found, scope, 200)

    def _read(self, path: str, written: int) -> _Kept:
        kept = self._kept.get(path)
        if kept is None or kept.written != written:
            kept = self._kept[path] = _pack(path, written, Path(path).read_bytes())
        return kept

    def _is_known(self, path: str, written: int) -> bool:
        """Whether a file is, as it stands, in some version."""
        return any(files.get(path) == written for files in [*self._versions.values()])

    def _version(self) -> str:
        """The hash of all files as they stand: the same on each host that has the same files."""
        written = dict(sorted(_written_in(self._folder)))
        for version, files in self._versions.items():
            if files == written:
                return version
        hashed = hashlib.sha256()
        for name in written:
            with suppress(FileNotFoundError):  # as in `_written_in`
                content = self._read(name, written[name]).content
                hashed.update(f"{os.path.relpath(name, self._folder)}\0{len(content)}\0".encode() + content)
        version = hashed.hexdigest()[:16]
        self._versions[version] = written
        for old in [*self._versions][:-_MOST_VERSIONS]:
            del self._versions[old]
        return version


def _written_in(folder: str) -> Iterator[tuple[str, int]]:
    """The files of a folder, and when each was written."""
    for inner, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(inner, name)
            with suppress(FileNotFoundError):  # an editor's, gone meanwhile
                yield path, os.stat(path).st_mtime_ns


def _pack(path: str, written: int, content: bytes) -> _Kept:
    packed = gzip.compress(content, mtime=0) if os.path.splitext(path)[1] in _TEXT else content
    return _Kept(written, content, packed if len(packed) < len(content) else None)


def _answer(kept: _Kept, found: Response, scope: Scope, status_code: int) -> Response:
    """What was kept, packed for whoever can unpack it."""
    headers = {name: value for name, value in found.headers.items() if name != "accept-ranges"}
    content = kept.content
    if kept.packed is not None:
        headers["vary"] = "accept-encoding"
        if _GZIP.search(Headers(scope=scope).get("accept-encoding", "")) is not None:
            content = kept.packed
            headers["content-encoding"] = "gzip"
            headers["etag"] = f"W/{headers['etag']}"  # the same in other bytes
    headers["content-length"] = str(len(content))
    return Response(b"" if scope["method"] == "HEAD" else content, status_code, headers)
