"""A copy of the program's sources, in which faults are planted one after the other."""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Iterator
from pathlib import Path

from tests.mutation.faults import Fault, patch_text
from tests.worldkit import ROOT

COPIED = ("gamemaster", "npcs", "voice", "worlds", "inference", "migrations", "tests")
LINKED = ("pyproject.toml", "alembic.ini", "README.md", "benchmarks")
LEFT_OUT = shutil.ignore_patterns("*.jsonl.zst", "shots", "e2e", "node_modules")


def copy_tree(to: Path) -> Path:
    """The sources, and what is compiled of them, which knows its own by its time."""
    to.mkdir(parents=True)
    for name in COPIED:
        shutil.copytree(ROOT / name, to / name, ignore=LEFT_OUT)
    for name in LINKED:
        (to / name).symlink_to(ROOT / name)
    return to


@contextlib.contextmanager
def with_fault(tree: Path, fault: Fault) -> Iterator[Path]:
    """The tree with the fault in it, and afterwards without. Raises FaultError."""
    path = tree / fault.file
    text = path.read_text(encoding="utf-8")
    changed = patch_text(fault, text)
    _write(path, changed)
    try:
        yield tree
    finally:
        _write(path, text)


def _write(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")
    for compiled in (path.parent / "__pycache__").glob(f"{path.stem}.*.pyc"):
        compiled.unlink()  # of the same size, and perhaps of the same second
