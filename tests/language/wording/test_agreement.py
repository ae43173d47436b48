"""Stock lines agree with names of several things."""

import re

from gamemaster.language.wording.agreement import is_plural
from gamemaster.language.wording.stance_lines import LINES
from gamemaster.language.wording.stock_lines import DEFAULTS, fill
from tests.casekit import cases

STOCK = [line for lines in DEFAULTS.values() for line in lines]
OF_STANCES = [line for stance in LINES.values() for lines in stance for line in lines]
DISAGREES = re.compile(
    r"nets (?:now |still )?(?:is|was|has|\w+[^s]s)\b|\bhere is the nets|\bit (?:is|seems)\b", re.IGNORECASE
)


@cases
def test_a_name_is_of_one_or_of_several(name: str, several: bool) -> None:
    assert is_plural(name) is several


def test_every_stock_line_agrees_with_what_it_tells_of() -> None:
    names = {
        "who": "Ann",
        "tool": "the rope",
        "other": "the box",
        "place": "on the shelf",
        "aim": "a",
        "way": "a",
    }
    lines = {line for line in (*STOCK, *OF_STANCES) if "{thing}" in line}
    assert len(lines) > 100
    for line in lines:
        assert not DISAGREES.search(fill(line, thing="the nets", **names)), line
        assert fill(line, thing="the net", **names).casefold().count("the net") <= 1, line
