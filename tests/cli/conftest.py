"""Commands read worlds anew each time; in these tests a world whose files did not change is read once."""

from __future__ import annotations

from pathlib import Path

import pytest

from worlds import loader

_EXAMINE = loader.examine
_KNOWN: dict[tuple[Path, str], loader.Examined] = {}


def _examine_once(folder: Path) -> loader.Examined:
    key = (folder.absolute(), loader.world_hash(folder))
    if key not in _KNOWN:
        _KNOWN[key] = _EXAMINE(folder)
    return _KNOWN[key]


# For each test alone: a fixture of the package would still stand while a worker runs tests of others.
@pytest.fixture(autouse=True)
def worlds_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loader, "examine", _examine_once)
