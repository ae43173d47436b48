"""Which version of the code runs."""

from __future__ import annotations

import hashlib
import importlib.metadata
import sys
from functools import lru_cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("gamemaster", "inference", "npcs", "voice", "worlds")


@lru_cache(maxsize=1)
def code_version() -> str:
    """The installed package's version and a digest of its modules: two that say the same run the same code.

    Reads every module once (3 MB): call it before an event loop runs.
    """
    try:
        version = importlib.metadata.version("gamemaster")
    except importlib.metadata.PackageNotFoundError:
        version = "unknown"
    seen = hashlib.blake2b(digest_size=5)
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            seen.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes())
    return f"{version}+{seen.hexdigest()}"


def install_line(extra: str, root: Path = ROOT) -> str:
    """The command that adds an optional part to this environment, the way the service was installed in it.

    A checkout that runs in place goes on in place: without `-e` pip would put a copy into the environment, which no
    later `git pull` changes, and which does not find the voice that was prepared.
    """
    in_place = not root.is_relative_to(sys.prefix)
    what = f"-e '{root}[{extra}]'" if in_place else f"'.[{extra}]'"
    return f"{sys.prefix}/bin/pip install {what}"
