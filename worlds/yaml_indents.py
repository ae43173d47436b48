"""Where a line of a file is indented wrongly, or lacks its colon, when the parser gives up at a later one."""

from __future__ import annotations

import re

import yaml

from worlds.problems import Place, WorldError, fault
from worlds.schema import World

_NO_COLON = re.compile(r"^(\s*(?:- )?)([A-Za-z_]\w*)(\s.*|:\S.*)?$")


def fault_before(name: str, lines: list[str], error: yaml.MarkedYAMLError) -> WorldError | None:
    """The fault where the writer made it, if that is before the line where the parser gave up."""
    mark, begun = error.problem_mark, error.context_mark
    if mark is None:
        return None
    problem = str(error.problem)
    if begun is not None and "could not find expected ':'" in problem:
        return _missing_colon(name, lines, begun.line)
    if begun is not None and str(error.context).startswith("while parsing a flow") and begun.line < mark.line:
        sign = lines[begun.line][begun.column : begun.column + 1]
        place = Place(name, begun.line + 1, begun.column + 1)
        hint = "close it; or text within {braces} or [brackets] needs quotes"
        return fault(place, f"not YAML: the `{sign}` that opens here is never closed", hint, kind="syntax")
    if "did not find expected key" in problem or "expected '-' indicator" in problem:
        return _indented_unlike(name, lines, mark.line) if mark.line < len(lines) else None
    if "mapping values are not allowed" in problem:
        before = next((n for n in range(mark.line - 1, -1, -1) if lines[n].strip()), None)
        if before is not None and _indent(lines[mark.line]) == _indent(lines[before]):
            return _missing_colon(name, lines, before)  # "title A Night", and a whole `key: value` below it
        if before is not None and _indent(lines[mark.line]) > _indent(lines[before]):
            return _missing_colon(name, lines, before) or _indented_too_little(name, lines, before, mark.line)
    return None


def _missing_colon(name: str, lines: list[str], number: int) -> WorldError | None:
    match = _NO_COLON.match(lines[number]) if number < len(lines) else None
    if match is None or ": " in lines[number] or lines[number].rstrip().endswith(":"):
        return None
    place = Place(name, number + 1, len(match.group(1)) + len(match.group(2)) + 1)
    if (match.group(3) or "").startswith(":"):
        return fault(place, "not YAML: a blank is missing after the `:`", "write `key: value`", kind="syntax")
    message = f"not YAML: a `:` is missing after `{match.group(2)}`"
    return fault(place, message, "write `key: value`", kind="syntax")


def _indented_too_little(name: str, lines: list[str], before: int, at: int) -> WorldError:
    """A line is indented more than the one above it, which holds a whole `key: value`: one of the two is wrong."""
    return _place_fault(name, lines, at, before)


def _indented_unlike(name: str, lines: list[str], at: int) -> WorldError | None:
    """A line that fits no block above it: it is wrong, or the first of the block that it should belong to is."""
    here = _indent(lines[at])
    before = next((n for n in range(at - 1, -1, -1) if _is_written(lines[n])), None)
    if before is not None and _indent(lines[before]) < here:
        return _place_fault(name, lines, at, before)
    parent = next(
        (n for n in range(at - 1, -1, -1) if _is_written(lines[n]) and _indent(lines[n]) < here), -1
    )
    first = next(n for n in range(parent + 1, at + 1) if _is_written(lines[n]))
    if first == at or _indent(lines[first]) <= here:
        return None
    return _place_fault(name, lines, at, first)


def _place_fault(name: str, lines: list[str], one: int, other: int) -> WorldError:
    """Of two lines that do not go together, the one that stands alone is at fault."""

    def standing(number: int) -> tuple[bool, bool, int, bool]:
        return (
            not _is_strange(lines, number),
            _indent(lines[number]) % 2 == 0,
            _siblings(lines, number),
            number == other,
        )

    wrong, right = sorted((one, other), key=standing)
    place = Place(name, wrong + 1, _indent(lines[wrong]) + 1)
    more = "more" if _indent(lines[wrong]) > _indent(lines[right]) else "less"
    hint = f"indent it by {_indent(lines[right])} blanks, as line {right + 1}"
    return fault(place, f"not YAML: the line is indented {more} than its neighbours", hint, kind="syntax")


def _is_strange(lines: list[str], at: int) -> bool:
    """Whether a line cannot stand where it does: no section, a key without its block, a dip between two others."""
    line = lines[at]
    if _indent(line) == 0:
        return line.partition(":")[0] not in World.model_fields
    after = next((other for other in lines[at + 1 :] if _is_written(other)), "")
    if line.rstrip().endswith(":"):
        return bool(after) and _indent(after) <= _indent(line) and not after.lstrip().startswith("- ")
    above = next((other for other in lines[at - 1 :: -1] if _is_written(other)), "")
    return (
        above.rstrip().endswith(":")
        and _indent(above) == _indent(line)
        and not line.lstrip().startswith("- ")
    )


def _siblings(lines: list[str], at: int) -> int:
    """How many lines around this one are indented as it is, up and down to one that is indented less."""
    count = 0
    for row in (lines[at::-1], lines[at + 1 :]):
        for line in row:
            if _is_written(line):
                if _indent(line) < _indent(lines[at]):
                    break
                count += _indent(line) == _indent(lines[at])
    return count


def _is_written(line: str) -> bool:
    return bool(line.strip()) and not line.lstrip().startswith("#")


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))
