"""Makes the player's words fit to keep and to show: one line, no control characters, within the limit. Pure."""

from __future__ import annotations

import re
import unicodedata

from inference.output.readable import is_text

_SPACES = re.compile(r"\s+")


class EmptyWordsError(ValueError):
    """Nothing was said, or nothing that can be read."""

    def __init__(self) -> None:
        super().__init__("There are no words in this. Type what you want to do, for example: look around")


class TooLongError(ValueError):
    """More words than one act may hold."""

    def __init__(self, length: int, limit: int) -> None:
        super().__init__(
            f"This is {length} characters long, and one act may hold at most {limit}. Say it in several steps."
        )
        self.length, self.limit = length, limit


def clean(text: str, limit: int) -> str:
    """The words as they are kept. Raises `EmptyWordsError` and `TooLongError` (`limit` in characters)."""
    if len(text) > limit:
        raise TooLongError(len(text), limit)
    words = one_line(text)
    if not _is_readable(words):
        raise EmptyWordsError
    return words[:limit].strip()  # NFC can lengthen a text, by a few characters of rare scripts


def one_line(text: str) -> str:
    """The text on one line, without what would show as nothing, or as something else than was written."""
    kept = "".join(
        c for c in text if c.isspace() or is_text(c)
    )  # line and paragraph separators become spaces
    return _SPACES.sub(" ", unicodedata.normalize("NFC", kept)).strip()


def readable_name(text: str) -> str:
    """A name as it is kept. Raises ValueError where there is nothing to read."""
    name = one_line(text)
    if not _is_readable(name):
        raise ValueError("there is nothing in this that can be read")
    return name


def _is_readable(text: str) -> bool:
    return any(unicodedata.category(c)[0] in "LNPS" for c in text)
