"""From a player's free words to what is looked for in memories. Pure."""

from __future__ import annotations

import re
from typing import NamedTuple

MAX_WORDS = 48  # of a question; the rest is not looked for
MAX_WORD_CHARS = 40

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")


class Term(NamedTuple):
    """A word to look for. Words of one `group` mean the same thing: a memory counts once for all of them."""

    group: int
    word: str
    weight: float  # 1 for the very word


def terms_of(question: str) -> list[Term]:
    """The words of a question, each once. Never syntax: any text at all can be asked."""
    words: dict[str, None] = {}
    for match in _WORD.finditer(question):
        words.setdefault(match.group().lower()[:MAX_WORD_CHARS])
        if len(words) == MAX_WORDS:
            break
    return [Term(group, word, 1.0) for group, word in enumerate(words)]
