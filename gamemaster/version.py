"""Which version of the code runs."""

from __future__ import annotations

import hashlib
import importlib.metadata
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
