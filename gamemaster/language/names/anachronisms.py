"""Words for what a world cannot have: which of them are out of place depends on when and where it plays. Pure."""

from __future__ import annotations

from gamemaster.language.names.described_parts import descriptions
from gamemaster.language.names.normalization import plain, stem, words_of
from gamemaster.language.names.noun_index import nouns_of
from gamemaster.language.tables.function_words import (
    ABSURD_NOUNS,
    ABSURD_VERBS,
    MODERN_NOUNS,
    MODERN_VERBS,
)
from worlds.per_world import per_world
from worlds.schema import World


@per_world
def absurd_nouns(world: World) -> frozenset[str]:
    """The nouns that are out of place in this world. One that has a telephone may lack a taxi, but knows what it is."""
    opening = (text for variant in world.opening for text in variant.text)
    texts = (world.summary, *opening, *(text for _, text in descriptions(world)))
    written = {word for text in texts for word in words_of(plain(text))}
    known = {*nouns_of(world).vocabulary, *written}
    return ABSURD_NOUNS - MODERN_NOUNS if known & MODERN_NOUNS else ABSURD_NOUNS


def absurd_verbs(world: World) -> frozenset[str]:
    """The verbs that are out of place in this world."""
    return ABSURD_VERBS if absurd_nouns(world) >= MODERN_NOUNS else ABSURD_VERBS - MODERN_VERBS


def is_called_up(head: list[str], words: list[str]) -> bool:
    """Whether somebody far off is rung up: a shout does not reach the police."""
    return head[0] in _RINGING_UP or any(word in MODERN_NOUNS for word in words)


_RINGING_UP = frozenset({"phone", "telephone", "radio", "text", "email", "ring"})


def is_absurd(world: World, words: list[str]) -> bool:
    """Whether the words ask for what this world cannot have."""
    nouns = absurd_nouns(world)
    return any(word in nouns or stem(word) in nouns for word in words)
