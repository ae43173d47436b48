"""The lines that a story does not cross, drawn by its world and by its player, and whether a text crosses one. Pure.

A line is a term: one of `gamemaster.rules.boundary_words`, which stands for more than its own words ("gore"), or any
other, which stands for its words in their common forms ("clowns"). Violence is a scale: `full` as the world is written,
`mild` without its details, `none`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from gamemaster.rules.boundary_words import GORE, MEANINGS, VIOLENCE
from gamemaster.rules.proposal import (
    AddDetail,
    Answer,
    Attempt,
    Express,
    Harm,
    MakePromise,
    Operation,
    Recollect,
    Use,
)
from gamemaster.rules.state import StoryState
from worlds.rules import all_rules
from worlds.schema import Boundaries, Violence, World

BOUNDARY = "boundary"  # the code of what is refused for a line
TERMS = tuple(MEANINGS)  # that stand for more than their own words
# Marks that stand alone, as "…" between two sentences, belong to the one that follows.
_SENTENCE = re.compile(r"(?:[.!?…]+\s+)?[^.!?…\n]+(?:[.!?…]+[\"”’'»)*_]*|\n|$)\s*")
# Stances that hurt whoever they are done to.
VIOLENT_STANCES = frozenset({"strike", "force", "trap"})
_SCALE: tuple[Violence, ...] = ("none", "mild", "full")


class Crossing(NamedTuple):
    """A line, as whoever drew it named it, and the words that cross it."""

    line: str
    words: str


class Lines(NamedTuple):
    """All the lines of one story: the terms, and how much violence may be told."""

    avoid: tuple[str, ...] = ()
    violence: Violence = "full"

    def __bool__(self) -> bool:
        return bool(self.avoid) or self.violence != "full"


NO_LINES = Lines()


def lines_of(world: World, state: StoryState) -> Lines:
    """The world's lines and the player's together; of violence, whatever allows less."""
    drawn = [one for one in (world.boundaries, state.boundaries) if one is not None]
    if not drawn:
        return NO_LINES
    avoid = dict.fromkeys(term for one in drawn for term in one.avoid)
    return Lines(tuple(avoid), min((one.violence for one in drawn), key=_SCALE.index))


def lines_text(boundaries: Boundaries) -> str:
    """The lines for whoever narrates; empty if there are none."""
    parts = []
    if boundaries.avoid:
        parts.append(f"never shown, told or hinted at: {', '.join(boundaries.avoid)}")
    if boundaries.violence == "mild":
        parts.append("violence without detail: no blood, no wounds described")
    if boundaries.violence == "none":
        parts.append("no violence: nobody is struck, wounded or killed before the reader's eyes")
    return "; ".join(parts)


# ---- texts ----


def crossing_in(text: str, lines: Lines) -> Crossing | None:
    """The first line that a text crosses."""
    if not lines:
        return None
    return next((found for sentence in sentences(text) if (found := _crossing(sentence, lines))), None)


def without_crossings(text: str, lines: Lines) -> str:
    """The text without the sentences that cross a line; the same text if none does."""
    if crossing_in(text, lines) is None:
        return text
    return "".join(one for one in sentences(text) if _crossing(one, lines) is None).strip()


def sentences(text: str) -> Iterator[str]:
    """The sentences as written, with what stands between them."""
    yield from (match[0] for match in _SENTENCE.finditer(text))


def _crossing(sentence: str, lines: Lines) -> Crossing | None:
    said = _plain(sentence)
    for line, patterns in _patterns(lines):
        found = [pattern.search(said) for pattern in patterns]
        if all(found):
            return Crossing(line, sentence.strip())
    return None


def _plain(text: str) -> str:
    """Lower case, no accents, straight apostrophes, single spaces, no emphasis."""
    bare = unicodedata.normalize("NFKD", text.casefold().replace("’", "'").replace("*", ""))
    return " ".join("".join(char for char in bare if not unicodedata.combining(char)).split())


@lru_cache(maxsize=256)
def _patterns(lines: Lines) -> tuple[tuple[str, tuple[re.Pattern[str], ...]], ...]:
    """Each line with what crosses it."""
    found = [(term, _of_term(term)) for term in lines.avoid]
    if lines.violence != "full":
        found.append(("detailed violence", (_words(GORE),)))
    if lines.violence == "none":
        found.append(("violence", (_words(VIOLENCE),)))
    return tuple(found)


def _of_term(term: str) -> tuple[re.Pattern[str], ...]:
    known = _by_name().get(_plain(term))
    if known is not None:
        return tuple(_words(pattern) for pattern in known)
    return (_words(r"\W+".join(_forms(word) for word in re.findall(r"\w+", _plain(term))) or r"(?!)"),)


def _forms(word: str) -> str:
    """A word with its common endings: "clowns" is also "clown" and "clownish"."""
    stem = re.sub(r"(?:ies|es|s|ing|ed|y|e)$", "", word) if len(word) > 4 else re.sub(r"s$", "", word)
    return rf"{re.escape(stem)}\w{{0,4}}" if len(stem) > 3 else rf"{re.escape(word)}s?"


@lru_cache(maxsize=1)
def _by_name() -> dict[str, tuple[str, ...]]:
    return {_plain(name): patterns for names, patterns in MEANINGS.values() for name in names}


def _words(pattern: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{pattern})\b")


# ---- what a narrator proposes ----


def crosses(operation: Operation, world: World, state: StoryState) -> bool:
    """Whether an operation would cross a line, for the referee."""
    lines = lines_of(world, state)
    if not lines:
        return False
    if crossing_in("\n".join(_texts_of(operation)), lines) is not None:
        return True
    return lines.violence == "none" and _hurts(operation, world, state)


def _texts_of(operation: Operation) -> Iterator[str]:
    """What an operation would have told in a narrator's words."""
    match operation:
        case AddDetail(text=text) | Recollect(text=text):
            yield text
        case Answer(texts=texts):
            yield texts[0] if texts else ""
        case Express(what=what) | MakePromise(what=what):
            yield what
        case Attempt(aim=aim):
            yield aim


def _hurts(operation: Operation, world: World, state: StoryState) -> bool:
    """Whether an operation wounds somebody."""
    match operation:
        case Harm():
            return True
        case Attempt(stance=stance, target=target):
            return stance in VIOLENT_STANCES and (target in state.characters or target in state.threats)
        case Use(rule=name):
            rule = next((one for one in all_rules(world) if one.id == name), None)
            return rule is not None and any(
                who != "player" for who in (*rule.effects.harm, *rule.effects.kill)
            )
    return False
