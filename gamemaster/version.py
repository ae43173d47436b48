"""Which version of the code runs."""

from __future__ import annotations

import importlib.metadata


def code_version() -> str:
    """The installed package's version."""
    try:
        return importlib.metadata.version("gamemaster")
    except importlib.metadata.PackageNotFoundError:
        return "unknown"
