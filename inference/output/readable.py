"""A model's and a server's text without the characters that no text has. Pure.

JSON can write any character: the NUL that Postgres refuses, half a surrogate pair that no UTF-8 has, an escape that a
terminal obeys, a mark that turns the direction of what follows.
"""

import unicodedata
from typing import Any

_NO_TEXT = frozenset({"Cc", "Cs", "Co", "Cn"})  # control, lone surrogates, private use, unassigned
_SPACES = frozenset("\n\t\r")
# Overrides of the writing direction could make a page show other words than the ones that were written.
_DIRECTION = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def readable(text: str) -> str:
    """The text as it can be stored and shown."""
    if text.isprintable():
        return text
    return "".join(one for one in text if one in _SPACES or is_text(one))


def readable_json(data: Any) -> Any:
    """What `json.loads` gave, with every string in it readable, keys too."""
    if isinstance(data, str):
        return readable(data)
    if isinstance(data, list):
        return [readable_json(part) for part in data]
    if isinstance(data, dict):
        return {readable(key): readable_json(part) for key, part in data.items()}
    return data


def is_text(character: str) -> bool:
    """Whether it may stand in a text: no control character, nothing that would show other words than were written."""
    return character not in _DIRECTION and unicodedata.category(character) not in _NO_TEXT
