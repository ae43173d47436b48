"""Fixtures for engines: folders whose paths are short enough for sockets."""

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

# How long an example takes says more about what else the machine does than about the code.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")


@pytest.fixture
def short_dir() -> Iterator[Path]:
    """pytest's own folders can be too deep for a socket's path."""
    folder = Path(tempfile.mkdtemp(prefix="gm-"))
    yield folder
    shutil.rmtree(folder)
