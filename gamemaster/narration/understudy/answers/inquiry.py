"""What the Game Master was asked, and what every answer to it needs. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from gamemaster.language.names.normalization import content_of, plain, words_of
from gamemaster.language.names.noun_index import resolve, scope_of
from gamemaster.rules.state import StoryState
from worlds.schema import World

MOST_QUOTED = 240  # characters of what somebody said

# Words of a question about what is known that say nothing of the matter.
VAGUE_WORDS = content_of(
    """know learn learned found discovered happened far earlier before heard figured out so night last just
    tonight today short brief"""
)


@dataclass(frozen=True)
class Asked:
    """What the Game Master was asked: `about` is a thing's identifier, or the player's words."""

    world: World
    state: StoryState
    about: str
    suggestions: tuple[str, ...]
    question: str = ""  # the player's words

    @property
    def thing(self) -> str | None:
        known = (*self.world.characters, *self.world.items, *self.world.locations, *self.world.threats)
        if self.about in known or any(feature.id == self.about for _, feature in self.world.features()):
            return self.about
        return None

    @property
    def words(self) -> list[str]:
        return words_of(plain(self.about))

    @property
    def asked_words(self) -> list[str]:
        return words_of(plain(self.question or self.about))


AROUND_HERE = frozenset(
    """the a an any some my that this those these here there from anywhere nearby around now still yet room place ground
    floor""".split()
)  # the ground is everywhere: what lies on it lies here

SHORT_NAME = 3  # words of a name


def person_meant(asked: Asked) -> str | None:
    """Whom "he" or "she" means: the person in focus; None for anybody."""
    for word, key in (("he", "him"), ("him", "him"), ("she", "her"), ("her", "her"), ("they", "who")):
        if word in asked.words and asked.state.focus.get(key) in asked.world.characters:
            return asked.state.focus[key]
    found = resolve(scope_of(asked.world, asked.state), asked.words, only=frozenset({"person"}))
    return found.thing if found is not None and found.fit >= 82 else None


def person_or_none(asked: Asked) -> str | None:
    return asked.thing if asked.thing in asked.world.characters else person_meant(asked)


def first_sentences(text: str, most: int) -> str:
    """The first sentences of a text, on one line: whole ones, as many of them as are not too long to be quoted."""
    line = " ".join(text.replace("*", "").split())
    end = 0
    for _ in range(most):
        at = min((found for mark in ".!?" if (found := line.find(f"{mark} ", end)) >= 0), default=-1)
        if at < 0:
            end = len(line) if not end or len(line) <= MOST_QUOTED else end
            break
        if end and at >= MOST_QUOTED:
            break
        end = at + 1
    return line[:end].strip()
