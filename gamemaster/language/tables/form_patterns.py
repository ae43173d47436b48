"""Forms of sentences as a table has them, each with its kind, made into patterns."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TypeVar

Kind = TypeVar("Kind", bound=str)

# A form goes over several lines, set in as the tables are; any other space in it counts.
_LINE_BREAK = re.compile(r"\n {8}")


def patterns_of(forms: Iterable[tuple[Kind, str]]) -> tuple[tuple[Kind, re.Pattern[str]], ...]:
    """The forms' patterns, in the order of the table: whoever looks through them stops at the first that fits."""
    return tuple((kind, re.compile(_LINE_BREAK.sub("", form))) for kind, form in forms)
