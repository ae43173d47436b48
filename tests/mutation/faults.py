"""The faults that the campaign plants, as data: `faults/*.yaml`, one file for each part of the program.

A fault is a small patch: in `file` the exact text `old` stands once and becomes `new`. `breaks` says what goes wrong
for players, `meant` which instruments are there to notice, `tests` the unit tests among them. A text that is not there,
or there more than once, is an error: a campaign whose faults were never planted would praise the instruments.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

FOLDER = Path(__file__).parent / "faults"
INSTRUMENTS = ("tests", "verify", "gate")
FIELDS = {"name", "file", "old", "new", "breaks", "meant"}


class FaultError(ValueError):
    """A fault that cannot be planted, or is described wrongly. Names the fault, and what to do."""


@dataclass(frozen=True)
class Fault:
    """One fault. `area` is the name of its file; `tests` are arguments of pytest; recordings with `first` in
    their names are verified before the others, to save time."""

    area: str
    name: str
    file: str
    old: str
    new: str
    breaks: str
    meant: tuple[str, ...]
    tests: tuple[str, ...] = ()
    first: str = ""


def read_faults(folder: Path = FOLDER) -> list[Fault]:
    """All faults, by area and then in the file's order. Raises FaultError."""
    found = [
        read_fault(path.stem, data)
        for path in sorted(folder.glob("*.yaml"))
        for data in yaml.safe_load(path.read_text(encoding="utf-8"))
    ]
    names = [fault.name for fault in found]
    if twice := {name for name in names if names.count(name) > 1}:
        raise FaultError(f"two faults are called {', '.join(sorted(twice))}: give one another name")
    return found


def read_fault(area: str, data: dict[str, Any]) -> Fault:
    """One fault of a file. Raises FaultError."""
    name = data.get("name", "without a name")
    if missing := FIELDS - data.keys():
        raise FaultError(f"{area}.yaml, {name}: {', '.join(sorted(missing))} is missing")
    if unknown := data.keys() - FIELDS - {"tests", "first"}:
        raise FaultError(f"{area}.yaml, {name}: there is no field {', '.join(sorted(unknown))}")
    meant, tests = tuple(data["meant"]), tuple(data.get("tests", ()))
    if not meant or not set(meant) <= set(INSTRUMENTS):
        raise FaultError(f"{area}.yaml, {name}: `meant` names some of {', '.join(INSTRUMENTS)}")
    if ("tests" in meant) != bool(tests):
        raise FaultError(f"{area}.yaml, {name}: `tests` names files where, and only where, they are meant")
    rest = {key: str(data[key]) for key in ("name", "file", "old", "new", "breaks")}
    return Fault(area=area, meant=meant, tests=tests, first=str(data.get("first", "")), **rest)


def patch_text(fault: Fault, text: str) -> str:
    """The file's text with the fault in it. Raises FaultError where the patch no longer applies."""
    count = text.count(fault.old)
    if count != 1:
        raise FaultError(
            f"{fault.name}: {fault.old!r} stands {count} times in {fault.file}, not once: "
            f"bring tests/mutation/faults/{fault.area}.yaml up to date"
        )
    if fault.old == fault.new:
        raise FaultError(f"{fault.name}: it changes nothing")
    return text.replace(fault.old, fault.new)
