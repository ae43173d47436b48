"""Say to a writer what keeps a file from being YAML, and where the mistake really began."""

from __future__ import annotations

import re

import yaml
from yaml.tokens import ScalarToken

from worlds.problems import Place, WorldError, fault
from worlds.yaml_indents import fault_before

_QUOTES = "put the text in a `|` block; or close the quote, and within '…' write every apostrophe twice"
_LOOK_BACK = 3  # lines before the one where the parser gave up
_HINTS = (
    ("tab character", "indent with spaces, not tabs"),
    (
        "mapping values are not allowed",
        "text that holds `: ` needs quotes or a `|` block; or the indentation is off",
    ),
    ("while scanning a simple key", "a key needs a `:` after it; or a quote is not closed"),
    ("quoted scalar", "a quote is not closed"),
    (
        "expected <block end>",
        "the indentation does not match what is above; or text that begins with a quote goes on",
    ),
    ("cannot start any token", "text that begins with @, `, %, & or * needs quotes or a `|` block"),
    ("undefined alias", "text that begins with * needs quotes or a `|` block"),
    ("found unexpected ':'", "text that holds `: ` needs quotes or a `|` block"),
    ("did not find expected alphabetic", "text that begins with * or & needs quotes or a `|` block"),
    ("but found another document", "one document a file: remove the `---` lines"),
    ("flow mapping", "a `{` is not closed; or text within {braces} needs quotes"),
    ("flow sequence", "a `[` is not closed; or text within [brackets] needs quotes"),
    ("expected key", "the indentation does not match what is above, or a `:` is missing"),
    ("did not find expected '-' indicator", "the indentation does not match the list above"),
    ("nested too deeply", "close what was opened"),
)
# What YAML 1.2 allows in a file (production 1, c-printable).
_NOT_PRINTABLE = re.compile("[^\\t\\n\\r\\x20-\\x7e\\x85\\xa0-\\ud7ff\\ue000-\\ufffd\\U00010000-\\U0010ffff]")


def syntax_fault(name: str, text: str, error: yaml.YAMLError) -> WorldError:
    """The fault that `error` stands for, in the file `name` that holds `text`."""
    if not isinstance(error, yaml.MarkedYAMLError):
        found = _NOT_PRINTABLE.search(text)
        place = _at(name, text, found.start()) if found else Place(name)
        return fault(place, "a control character that YAML does not allow", "remove it", kind="syntax")
    mark = error.problem_mark or error.context_mark
    if mark is None:
        return fault(Place(name), f"not YAML: {error.problem or 'cannot be parsed'}", kind="syntax")
    place = Place(name, mark.line + 1, mark.column + 1)
    opened = error.context_mark
    if opened is not None and "quoted scalar" in str(error.context) and "end of stream" in str(error.problem):
        place = Place(name, opened.line + 1, opened.column + 1)
        return fault(place, "not YAML: the quote that opens here is never closed", _QUOTES, kind="syntax")
    if strange := _strange_blank(text, mark.line):
        line, blank = strange
        place = place if line == place.line else Place(name, line, 1)
        return fault(
            place, f"not YAML: the line is indented with {blank}", "indent with spaces", kind="syntax"
        )
    if quote := _quote_that_ended(text, mark.line, mark.column):
        line, column = quote
        message = f"not YAML: the quote that opens here ends on line {place.line}, and text goes on after it"
        return fault(Place(name, line, column), message, _QUOTES, kind="syntax")
    if better := fault_before(name, text.split("\n"), error):
        return better
    context = f", {error.context}" if error.context else ""
    if error.context and error.context_mark and error.context_mark.line != mark.line:
        context += f" (begun on line {error.context_mark.line + 1})"
    hint = next((hint for sign, hint in _HINTS if sign in str(error)), "")
    if any(line[mark.column : mark.column + 1] in ("<", ">") for line in text.split("\n")[mark.line :][:1]):
        hint = "a comparison needs quotes: '>= 3'"
    return fault(place, f"not YAML: {error.problem or 'cannot be parsed'}{context}", hint, kind="syntax")


def _at(name: str, text: str, position: int) -> Place:
    return Place(name, text.count("\n", 0, position) + 1, position - text.rfind("\n", 0, position))


def _strange_blank(text: str, line: int) -> tuple[int, str] | None:
    """The line (from 1) at or just before `line` (from 0) that is indented with anything but spaces, and with what."""
    for number, written in enumerate(
        text.split("\n")[: line + 1][-_LOOK_BACK:], max(0, line + 1 - _LOOK_BACK)
    ):
        indent = written[: len(written) - len(written.lstrip())].strip(" ")
        if indent and written.strip():
            sign = indent[0]
            return number + 1, "a tab" if sign == "\t" else f"a blank that is no space (U+{ord(sign):04X})"
    return None


def _quote_that_ended(text: str, line: int, column: int) -> tuple[int, int] | None:
    """Where a quoted text opens that has ended just before this place; lines and columns of marks are from 0."""
    last: ScalarToken | None = None
    try:
        for token in yaml.scan(text, Loader=yaml.CLoader if yaml.__with_libyaml__ else yaml.SafeLoader):
            if (token.start_mark.line, token.start_mark.column) >= (line, column):
                break
            if isinstance(token, ScalarToken):
                last = token
    except yaml.YAMLError:
        pass  # the error that is being explained
    if last is None or last.style not in {"'", '"'} or last.end_mark.line != line:
        return None
    return last.start_mark.line + 1, last.start_mark.column + 1
