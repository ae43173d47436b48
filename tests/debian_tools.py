"""Debian's programs that tests run: installed by `.ci/setup.py`, or named by a variable GM_TEST_…."""

from __future__ import annotations

import os
import shutil

import pytest


def debian_tool(name: str) -> str:
    """The path of a program; skips, saying why, where there is none."""
    named = os.environ.get(f"GM_TEST_{name.upper().replace('-', '_')}")
    found = named or shutil.which(name, path=f"{os.environ.get('PATH', os.defpath)}:/usr/sbin:/sbin")
    if found is None:
        pytest.skip(f"WITHOUT {name.upper()}: `make setup-test` as root installs Debian's")
    return found
