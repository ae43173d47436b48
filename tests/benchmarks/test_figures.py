"""The figures of the code are those of its files."""

import ast
import time
from pathlib import Path

import pytest

from benchmarks import figures

SOURCE = '''
from typing import Any

def two_lines(value: Any) -> Any:
    return value


class Room:
    async def three_lines(self) -> None:
        """Says nothing."""
        return None
'''


def test_functions_are_measured_and_anys_counted() -> None:
    tree = ast.parse(SOURCE)
    assert sorted(figures.function_lines(tree)) == [2, 3]
    assert figures.anys(tree) == 2


def test_an_init_is_no_module(tmp_path: Path) -> None:
    (tmp_path / "room").mkdir()
    for name in ("__init__.py", "dice.py", "state.py"):
        (tmp_path / "room" / name).touch()
    assert [path.name for path in figures.modules(tmp_path, "room")] == ["dice.py", "state.py"]


def test_values_are_spread_by_median_ninth_decile_and_most() -> None:
    assert figures.spread(list(range(1, 12))) == "6 / 10 / 11"


def test_without_the_tool_duplicates_are_not_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert figures.duplicates(tmp_path) == figures.NOT_MEASURED


def test_what_a_target_took_is_told_with_its_commit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(figures, "TIMINGS", tmp_path / "timings.json")
    monkeypatch.setattr(figures, "git", lambda *arguments: b"0123abc\n")
    monkeypatch.setattr(time, "time", lambda: 1042.4)
    figures.record("quick", 1000.0)
    assert figures.wall_times() == {
        "wall time of `make quick`": "42 s (0123abc)",
        "wall time of `make test`": figures.NOT_MEASURED,
    }
