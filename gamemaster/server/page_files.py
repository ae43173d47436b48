"""The page's files: each is read once, and answered from memory until it is written anew."""

from __future__ import annotations

import os
from pathlib import Path

from starlette.responses import FileResponse, Response
from starlette.staticfiles import PathLike, StaticFiles
from starlette.types import Scope


class PageFiles(StaticFiles):
    """A folder of small files. A first visit asks for all: from the disk each would cost three threads their turn."""

    def __init__(self, directory: Path) -> None:
        super().__init__(directory=directory, html=True)
        self._kept: dict[PathLike, tuple[int, bytes]] = {}

    def file_response(
        self, full_path: PathLike, stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        found = super().file_response(full_path, stat_result, scope, status_code)
        if not isinstance(found, FileResponse):
            return found  # the browser has it
        written, content = self._kept.get(full_path, (0, b""))
        if written != stat_result.st_mtime_ns:
            content = Path(full_path).read_bytes()
            self._kept[full_path] = stat_result.st_mtime_ns, content
        headers = {name: value for name, value in found.headers.items() if name != "accept-ranges"}
        headers["content-length"] = str(len(content))
        return Response(b"" if scope["method"] == "HEAD" else content, status_code, headers)
