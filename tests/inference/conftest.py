"""Fixtures for engines: folders whose paths are short enough for sockets."""

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest


@pytest.fixture
def short_dir() -> Iterator[Path]:
    """pytest's own folders can be too deep for a socket's path."""
    folder = Path(tempfile.mkdtemp(prefix="gm-"))
    yield folder
    shutil.rmtree(folder)
