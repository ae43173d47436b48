"""What a few words name, whatever is done to it, and where a phrase ends. Pure."""

from __future__ import annotations

from gamemaster.language.names.noun_index import Match, Scope, resolve
from gamemaster.language.tables.function_words import PREPOSITIONS

_NAMED = 76  # fit of a name from which on words stand for a thing


def named_thing(scope: Scope, words: list[str]) -> Match | None:
    """The thing that the words name, whatever is done to it; None where they name none well enough."""
    found = resolve(scope, words) if words else None
    return found if found is not None and found.fit >= _NAMED else None


def before_preposition(words: list[str]) -> list[str]:
    """The words up to a preposition or a comma."""
    return words[
        : next((at for at, word in enumerate(words) if word in PREPOSITIONS or word == ","), len(words))
    ]
