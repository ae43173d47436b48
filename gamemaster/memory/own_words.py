"""The player's words as they typed them: what was read from them was put right on the way, and is not what was said."""

from __future__ import annotations

import re
from difflib import SequenceMatcher

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_QUOTED = re.compile(r"[\"“”]([^\"“”]+)[\"“”]")
_ALIKE = 0.5  # of the words of a clause that must be found again as they were typed


def as_typed(typed: str, read: str) -> str:
    """The stretch of `typed` that the clause `read` was read from; the clause itself where it cannot be found."""
    quoted = [found[1].strip() for found in _QUOTED.finditer(typed)]
    if len(quoted) == 1:
        return quoted[0]
    words = list(_WORD.finditer(typed))
    given, wanted = [word[0].casefold() for word in words], _WORD.findall(read.casefold())
    blocks = [b for b in SequenceMatcher(None, given, wanted, autojunk=False).get_matching_blocks() if b.size]
    if not blocks or sum(block.size for block in blocks) < _ALIKE * len(wanted):
        return read
    # What was respelt stands before, between and after the words that are found again.
    first = max(0, blocks[0].a - blocks[0].b)
    last = min(len(words), blocks[-1].a + blocks[-1].size + len(wanted) - blocks[-1].b - blocks[-1].size) - 1
    return typed[words[first].start() : words[last].end()]
