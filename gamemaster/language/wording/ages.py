"""How old somebody is, as the first sentence of their persona says it; who talks as a child does. Pure."""

from __future__ import annotations

import re

from gamemaster.language.names.normalization import plain, words_of
from worlds.per_world import per_world
from worlds.schema import Character

CHILD = 15  # years, below which one is
_CHILDREN = frozenset("boy girl child kid lad lass urchin".split())
_NUMBERS = {
    name: value
    for value, name in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
        "seventeen eighteen nineteen".split()
    )
} | {
    name: 10 * (at + 2)
    for at, name in enumerate("twenty thirty forty fifty sixty seventy eighty ninety".split())
}
_AN_AGE = re.compile(
    r"(?:.* (?:aged|of) )?(?:about |some |nearly |almost |over |just )?"
    rf"({'|'.join(sorted(_NUMBERS, key=len, reverse=True))}|\d+)(?:-(\w+))?(?: years old)?"
)


def age_in_words(person: Character) -> str:
    """The years that the first sentence of a persona gives somebody, as they stand there; empty where it gives none."""
    parts = person.persona.partition(". ")[0].rstrip(".").casefold().split(",")
    return next((part.strip() for part in parts if _AN_AGE.fullmatch(part.strip())), "")


def age_of(person: Character) -> int:
    """The same as a number; 0 where there is none."""
    found = _AN_AGE.fullmatch(age_in_words(person))
    if found is None:
        return 0
    return int(found[1]) if found[1].isdigit() else _NUMBERS[found[1]] + _NUMBERS.get(found[2] or "zero", 0)


@per_world
def is_child(person: Character) -> bool:
    """Whether somebody is a child by their years, or, where those are not told, by what they are called."""
    age = age_of(person)
    called = frozenset(words_of(plain(" ".join((person.name, *person.aliases)))))
    first = person.persona.partition(". ")[0].casefold()
    return age < CHILD if age else not _CHILDREN.isdisjoint(called | nouns_of(first))


def nouns_of(first: str) -> frozenset[str]:
    """What the parts of a persona's first sentence call somebody: a boy, and not "who let the boy out"."""
    heads = (re.split(r" (?:of|who|from|in|with|that|to) ", part.strip())[0] for part in first.split(","))
    return frozenset(word for head in heads if len(head.split()) <= 4 for word in words_of(plain(head)))
