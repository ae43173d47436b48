"""The words of an input with typing errors put right, and written apart or together as the world writes them. Pure."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable
from functools import partial

from gamemaster.language.names.corrections import word_meant
from gamemaster.language.names.english_words import is_common
from gamemaster.language.names.normalization import SPEECH
from gamemaster.language.names.spelling import Vocabulary
from gamemaster.language.tables.function_words import DETERMINERS, PREPOSITIONS

_NO_WORDS = frozenset((*",.;:!?&+", SPEECH))
# After these an order begins.
_BEFORE_ORDERS = frozenset("and then to i just please not now".split())
IN_REACH = 2.0  # the closeness of a thing in reach


def respell(
    words: Iterable[str],
    world: Vocabulary,
    pairs: Container[str],
    closeness: Callable[[bool, str], float],
) -> list[str]:
    """The words as the world writes them. `pairs` are its names of two words.

    `closeness(at start of a clause, word)` is what speaks for a word in this scene.
    """
    given = list(words)
    result: list[str] = []
    skip = False
    for at, word in enumerate(given):
        if skip:
            skip = False
            continue
        following = given[at + 1] if at + 1 < len(given) else ""
        known = word in _NO_WORDS or world.knows(word)
        if _belong_together(word, following, world, known=known):
            result.append(word + following)
            skip = True
            continue
        if known:
            result.append(word)
            continue
        first = not result or not result[-1].isalpha() or result[-1] in _BEFORE_ORDERS
        near = partial(closeness, first)
        result.extend(_part_pair(word, pairs) or [_mend(word, world, near, alone=len(given) == 1) or word])
    return result


def _belong_together(word: str, following: str, world: Vocabulary, *, known: bool) -> bool:
    """Whether two words are one that the world writes together: "boat house"."""
    if not (word.isalpha() and following.isalpha() and word + following in world.names):
        return False
    if word in DETERMINERS:
        return False  # "is there any way in?"
    real = known or is_common(word)
    return not real or (len(word) >= 3 and len(word + following) >= 6 and following not in PREPOSITIONS)


def _mend(word: str, world: Vocabulary, near: Callable[[str], float], *, alone: bool) -> str | None:
    if word.endswith("in") and len(word) > 4 and world.knows(f"{word}g") and not is_common(word):
        return f"{word}g"  # "fishin"
    pet = _pet_name(word, world.living)
    if pet is not None and (near(pet) >= IN_REACH or not is_common(word)):
        return pet
    # One word alone that nobody knows is more likely a cry than a rare verb misspelt.
    return word_meant(
        word, world.plain if alone else world.correctable, world.plain_set if alone else world.known, near
    )


def _pet_name(word: str, names: Container[str]) -> str | None:
    """The name that a pet form is made of: "doggo", "doggy"."""
    for ending in ("gie", "go", "gy", "o", "y", "ie"):
        base = word[: -len(ending)]
        if word.endswith(ending) and len(base) >= 3 and base in names:
            return base
    return None


def _part_pair(word: str, pairs: Container[str]) -> list[str]:
    for at in range(3, len(word) - 2):
        if f"{word[:at]} {word[at:]}" in pairs:
            return [word[:at], word[at:]]
    return []
