"""A corpus of broken worlds: one fault each, with the finding that it must get, on its line."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import yaml

from worlds.loader import check_world

HERE = Path(__file__).parent / "corpus"
CLEAN = HERE / "ferry"
CASES: list[dict[str, Any]] = yaml.safe_load((HERE / "faults.yaml").read_text(encoding="utf-8"))


@dataclass(frozen=True)
class Broken:
    """A broken copy of the clean world, and where its fault must be found."""

    folder: Path
    file: str
    line: int


def break_world(case: dict[str, Any], folder: Path) -> Broken:
    shutil.copytree(CLEAN, folder)
    path = folder / case["in"]
    before = path.read_text(encoding="utf-8")
    assert case["find"] in before, "the clean world does not hold it any more"
    after = before.replace(case["find"], case["put"], 1)
    path.write_text(after, encoding="utf-8")
    file = case.get("in_file", case["in"])
    text = (folder / file).read_text(encoding="utf-8")
    if "at" in case:
        return Broken(folder, file, text[: text.index(case["at"])].count("\n") + 1)
    pairs = zip(before.split("\n"), after.split("\n"), strict=False)
    return Broken(folder, file, next(n for n, (old, new) in enumerate(pairs, 1) if old != new))


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_a_fault_is_found_on_its_line(case: dict[str, Any], tmp_path: Path) -> None:
    broken = break_world(case, tmp_path / "ferry")
    found = check_world(broken.folder)
    if case["kind"] == "none":
        assert [str(error) for error in found] == []
        return
    fits = [
        error
        for error in found
        if (error.file, error.line, error.kind) == (broken.file, broken.line, case["kind"])
        and case["says"] in f"{error.message} {error.hint}"
    ]
    assert fits, (
        f"expected {case['kind']} in {broken.file}:{broken.line}, found {[(e.kind, str(e)) for e in found]}"
    )
    others = {error.kind for error in found if error not in fits}
    assert others <= {*case.get("also", ()), *({case["kind"]} if "also" in case else ())}, [
        str(e) for e in found
    ]
    assert fits[0].why


def test_the_corpus_is_large_and_its_clean_world_is_clean() -> None:
    assert len(CASES) >= 120
    assert [str(error) for error in check_world(CLEAN)] == []
