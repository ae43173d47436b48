"""Objects as Python and JavaScript write them, put as JSON: other quotes, other names, comments, bare keys. Pure."""

from __future__ import annotations

import json
import re
import unicodedata

_NAMES = {"True": "true", "False": "false", "None": "null", "undefined": "null"}
_OF_JSON = frozenset({"true", "false", "null", "NaN", "Infinity"})
_WIDE = "：，｛｝［］"
_STRING = r'"(?P<double>(?:[^"\\]|\\.)*)"' r"|'(?P<single>(?:[^'\\]|\\.)*)'" r"|[“„](?P<curly>[^“”„]*)[“”]"
_TOKEN = re.compile(
    rf"{_STRING}|(?P<comment>//[^\n]*|/\*.*?\*/|#[^\n]*)|(?<![\w.])(?P<name>[A-Za-z_]\w*)|(?P<wide>[{_WIDE}])",
    re.DOTALL,
)
# What JSON has to escape, an escape that it knows, and one that it does not: \' of Python.
_CHARACTER = re.compile(
    r"(?P<bare>[\"\x00-\x1f])|\\(?P<known>[\"\\/bfnrt]|u[0-9a-fA-F]{4})|\\(?P<other>.)", re.DOTALL
)


def as_json(text: str) -> str:
    """The text, with an object at its beginning, as JSON would write that. What strings and numbers say stays."""
    return _TOKEN.sub(_token, text)


def _token(found: re.Match[str]) -> str:
    if found["comment"] is not None:
        return ""
    if (wide := found["wide"]) is not None:
        return unicodedata.normalize("NFKC", wide)
    if (name := found["name"]) is not None:
        return _NAMES.get(name) or (name if name in _OF_JSON else f'"{name}"')
    inner = next(part for part in found.group("double", "single", "curly") if part is not None)
    return f'"{_CHARACTER.sub(_character, inner)}"'


def _character(found: re.Match[str]) -> str:
    if found["known"] is not None:
        return found[0]
    return json.dumps(found["bare"] or found["other"])[1:-1]
