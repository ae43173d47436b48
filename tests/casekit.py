"""Tables of cases that stand beside a module of tests: `test_own_life.yaml` for `test_own_life.py`.

A table goes by the name of its test without `test_`; `of` names what its `cases` are, one row a case.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

import pytest
from pydantic import BaseModel, ConfigDict, TypeAdapter

from worlds.safe_yaml import load

Test = TypeVar("Test", bound=Callable[..., Any])


class Table(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    of: list[str]
    cases: list[list[Any]]


@lru_cache
def tables_of(path: Path) -> dict[str, Table]:
    given = load(path.read_text(encoding="utf-8"))
    return TypeAdapter(dict[str, Table]).validate_python(given)


def cases(test: Test) -> Test:
    """Runs a test once for each case of its table."""
    code = test.__code__
    table = tables_of(Path(code.co_filename).with_suffix(".yaml"))[test.__name__.removeprefix("test_")]
    decorated: Test = pytest.mark.parametrize(table.of, table.cases)(test)
    return decorated


def rows(file: str, table: str) -> list[list[Any]]:
    """The cases of a table that is used otherwise, or by several tests."""
    return tables_of(Path(file).with_suffix(".yaml"))[table].cases
