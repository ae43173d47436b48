"""A pytest plugin: what is costly to make, and comes out the same each time, is made once in a process.

Whoever calls the program in earnest makes each of these once. A test of a command would do it again for each call:
Typer works out the tree of all commands anew (40 ms), a command reads the worlds that it plays (half a second), and an
HTTP client the certificates of all authorities (65 ms), though it asks this machine alone.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import typer.main
import typer.testing

from gamemaster.storage import kept_worlds
from worlds import loader

ROOT = Path(__file__).resolve().parents[1]
_EXAMINE = loader.examine
_KNOWN: dict[tuple[Path, tuple[tuple[Path, int, int], ...]], loader.Examined] = {}


def examine_once(folder: Path) -> loader.Examined:
    """A world of this repository is read again only when its files changed; those that tests write, each time.

    Whether they changed is told by their times and sizes: to hash all of a world takes as long as a turn.
    """
    path = Path(folder).absolute()
    if not path.is_relative_to(ROOT):
        return _EXAMINE(folder)
    found = sorted((file, file.stat()) for file in path.rglob("*"))
    key = (path, tuple((file, stat.st_mtime_ns, stat.st_size) for file, stat in found))
    if key not in _KNOWN:
        _KNOWN[key] = _EXAMINE(folder)
    return _KNOWN[key]


@pytest.fixture(scope="session", autouse=True)
def made_once() -> Iterator[None]:
    """For `load_world` and `check_world`; `examine` itself, imported by name, reads anew.

    A world that is kept on disk is for other processes: here it would be one more, of which all is worked out again.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(loader, "examine", examine_once)
        patch.setattr(kept_worlds, "_file_of", lambda folder: None)
        if (httpx := sys.modules.get("httpx")) is not None:  # whoever needs none need not import it
            once = functools.cache(httpx.create_ssl_context)
            patch.setattr("httpx._transports.default.create_ssl_context", once)
        patch.setattr(typer.testing, "_get_command", functools.cache(typer.main.get_command))
        yield
