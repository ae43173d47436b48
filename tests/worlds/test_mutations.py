"""The Long Night with one line spoilt: the fault is found in its file, and makes none in the others."""

from __future__ import annotations

import random
import re
import shutil
from pathlib import Path

import pytest

from worlds.loader import check_world

pytestmark = pytest.mark.slow  # each checks the whole of The Long Night
ROOT = Path(__file__).parents[2]
FILES = sorted(path.name for path in (ROOT / "worlds" / "long_night").glob("*.yaml"))


@pytest.fixture(scope="module")
def night(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("worlds") / "long_night"
    shutil.copytree(ROOT / "worlds" / "long_night", folder)
    return folder


@pytest.mark.parametrize("name", FILES)
def test_a_tab_is_found_on_its_line_and_nowhere_else(night: Path, name: str) -> None:
    path = night / name
    whole = path.read_text(encoding="utf-8")
    lines = whole.split("\n")
    number = random.Random(name).choice([n for n, line in enumerate(lines) if re.match(r"  +\w+:", line)])
    lines[number] = "\t" + lines[number].lstrip()
    path.write_text("\n".join(lines), encoding="utf-8")
    found = check_world(night)
    path.write_text(whole, encoding="utf-8")
    assert [(error.file, error.line) for error in found if error.severity == "fault"] == [(name, number + 1)]


@pytest.mark.parametrize("name", FILES)
def test_a_misspelt_key_is_found_on_its_line(night: Path, name: str) -> None:
    path = night / name
    whole = path.read_text(encoding="utf-8")
    match = random.Random(name).choice(
        list(re.finditer(r"^    (text|when|name|effects|verbs|at):", whole, re.MULTILINE))
    )
    path.write_text(whole[: match.start(1)] + "x" + whole[match.start(1) :], encoding="utf-8")
    found = check_world(night)
    path.write_text(whole, encoding="utf-8")
    assert (name, whole.count("\n", 0, match.start()) + 1) in {(error.file, error.line) for error in found}
