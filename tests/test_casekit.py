"""Tables of cases beside modules of tests: each has the test that runs it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.casekit import tables_of

TESTS = Path(__file__).parent
FILES = [path for path in sorted(TESTS.rglob("test_*.yaml")) if path.with_suffix(".py").exists()]


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(TESTS)))
def test_every_table_has_its_test_and_every_case_its_values(path: Path) -> None:
    module = path.with_suffix(".py").read_text(encoding="utf-8")
    used = re.findall(r"^@cases\ndef test_(\w+)|\brows\(__file__, \"(\w+)\"\)", module, re.MULTILINE)
    assert set(tables_of(path)) == {own or shared for own, shared in used}
    for name, table in tables_of(path).items():
        assert table.cases, name
        assert {len(case) for case in table.cases} == {len(table.of)}, name
