"""Find the idiom that a clause is: the sentences of `idioms` and `idioms_people`, compiled once. Pure."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from functools import lru_cache

from gamemaster.language.tables import idioms, idioms_people

_HELL = "(?: the (?:hell|fuck|heck)| on earth)?"
_PART = re.compile(r"(\(\?P)?<(who|x|t)>")
_CONTINUES = re.compile(r"\n {12}")


def _patterns(sentences: dict[str, str]) -> Iterator[tuple[str, str]]:
    for verb, block in sentences.items():
        for line in _CONTINUES.sub("", block).split("\n"):
            if line.strip():
                yield verb, line[8:].replace("<hell>", _HELL)


_ALL = tuple(_patterns({**idioms.SENTENCES, **idioms_people.SENTENCES}))


def _name_groups(line: str) -> str:
    """The parts of a sentence as groups; a name used twice is told apart by a number."""
    count = itertools.count(1)
    return _PART.sub(lambda m: f"(?P<{m[2]}{next(count)}>" + ("" if m[1] else ".+?)"), line)


_COMPILED = tuple((verb, re.compile(_name_groups(line))) for verb, line in _ALL)


@lru_cache(maxsize=1024)
def idioms_of(text: str) -> tuple[tuple[str, dict[str, str]], ...]:
    """The idioms that a clause (plain words, single spaces) is, in the order of the data: verb and named parts."""
    found = ((verb, pattern.fullmatch(text)) for verb, pattern in _COMPILED)
    return tuple(
        (verb, {name.rstrip("0123456789"): words for name, words in match.groupdict().items() if words})
        for verb, match in found
        if match is not None
    )
