"""What a question is about: a thing of the world, or a matter that somebody can speak of, and what to call it. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass

from gamemaster.language.names.normalization import in_lower_case, stem
from gamemaster.language.names.noun_index import Scope, name_words
from gamemaster.language.tables.function_words import AUXILIARIES, DETERMINERS, PREPOSITIONS, QUESTION_WORDS
from gamemaster.rules.grammatical_person import EXCHANGED
from worlds.per_world import per_world
from worlds.schema import World

_LONGEST = 4  # words of a name that is looked for
_MOST_ECHOED = 4  # words that are said back
SMALL_WORDS = (
    DETERMINERS
    | AUXILIARIES
    | PREPOSITIONS
    | QUESTION_WORDS
    | frozenset(
        """i you he she it we they me him her us them my your his its our their not no yes so there here do does did
        done get got go goes went come came put make made say said says tell told know knew see saw seen want like think
        last nobody
        ever never really just still now then all any some every much many more most too very be been being
        happen happened anything something everything nothing anybody somebody anyone someone everybody everyone
        please herself himself itself themselves
        yourself myself one ones thing things stuff keep kept give gave take took have has had let use used way ways
        same else""".split()
    )
)
_TURNED = {**EXCHANGED, "our": "your"}


@dataclass(frozen=True)
class Matter:
    """What is asked about. `thing` is an identifier; `name` is how it is called back; `words` are its stems."""

    thing: str | None
    name: str
    stems: frozenset[str]
    echoed: bool = True  # whether it is fit to be said back: a thing, a person, a topic, a noun phrase


@per_world
def topic_names(world: World) -> dict[tuple[str, ...], str]:
    """Every name of a topic of anybody's, as stems, with its writer's spelling."""
    known: dict[tuple[str, ...], str] = {}
    for person in world.characters.values():
        for topic in person.topics.values():
            for name in topic.names if topic.id != "self" else ():
                known.setdefault(tuple(map(stem, name_words(name))), name)
    return known


def matter_of(scope: Scope, words: tuple[str, ...], raw: str, other_than: str | None = None) -> Matter | None:
    """The matter that the words name: the longest name in them of a thing or a topic, else their last noun.

    `raw` are the player's own words, from which it is called back; `other_than` is who is spoken to.
    """
    known = topic_names(scope.world)
    for length in range(min(_LONGEST, len(words)), 0, -1):
        found: list[tuple[int, int, str | None, tuple[str, ...]]] = []
        for at in range(len(words) - length + 1):
            part = words[at : at + length]
            if part[0] in SMALL_WORDS or part[-1] in SMALL_WORDS:
                continue
            stems = tuple(map(stem, part))
            named = scope.nouns.whole.get(stems, frozenset())
            if other_than in named:
                continue  # whoever is spoken to is called by name
            things = list(named)
            things.sort(key=lambda t: (-scope.near.get(t, 0), scope.nouns.order.get(t, 0)))
            if things:
                found.append((2 * (scope.nouns.kinds[things[0]] == "person") + 1, at, things[0], part))
            elif stems in known:
                found.append((2, at, None, part))
        if found:
            _, at, thing, part = max(found, key=lambda one: (one[0], one[1]))
            before = words[at - 1] if at else ""
            return Matter(thing, _call(raw, part, before, scope.world), frozenset(map(stem, part)))
    content = [at for at, word in enumerate(words) if word not in SMALL_WORDS and len(word) > 2]
    if not content:
        return None
    first = content[0]
    last = first
    while last + 1 in content and last - first < _MOST_ECHOED:
        last += 1
    part = words[first : last + 1]
    before = words[first - 1] if first else ""
    echoed = _is_named(scope, raw, part, before)
    return Matter(None, _call(raw, part, before, scope.world), frozenset(map(stem, part)), echoed)


_INTRODUCING = frozenset("the a an this these those my your our his her their its".split())


def _is_named(scope: Scope, raw: str, part: tuple[str, ...], before: str) -> bool:
    """Whether words are a noun phrase that the player used, and no verb or fragment: nobody says "Sat?" back."""
    if before in _INTRODUCING:
        return True
    verbs = scope.nouns.verbs.words
    name = part[0].capitalize()
    # An expression for one word is made only where that word stands.
    proper = name in raw and re.search(rf"(?<=[a-z,] ){re.escape(name)}\b", raw) is not None
    return proper and part[0] not in verbs


@per_world
def _proper_names(world: World) -> frozenset[str]:
    """Words of names: of people, and of matters that are named with a capital."""
    of_people = {word for person in world.characters.values() for word in person.name.split()}
    return frozenset(
        of_people | {name for name in topic_names(world).values() if name[:1].isupper() and " " not in name}
    )


def _as_written(raw: str, part: tuple[str, ...]) -> str:
    """The words as the player wrote them, whatever stands between them."""
    text = in_lower_case(raw)
    if not all(word in text for word in part):
        return " ".join(part)  # no expression is made for words that do not stand there
    written = re.search(r"\W+".join(map(re.escape, part)), text)
    return raw[written.start() : written.end()] if written else " ".join(part)


def _call(raw: str, part: tuple[str, ...], before: str, world: World) -> str:
    """The words as the player wrote them, with the article or the possessor before them, turned round."""
    name = _as_written(raw, part)
    proper = _proper_names(world)
    name = " ".join(word.capitalize() if word.capitalize() in proper else word for word in name.split())
    if before in ("my", "your", "our"):
        return f"{_TURNED[before]} {name}"
    if before in ("the", "a", "an", "this", "that", "these", "those", "his", "her", "their", "its"):
        article = {"a": "a", "an": "an"}.get(
            before, before if before in ("his", "her", "their", "its") else "the"
        )
        return f"{article} {name}"
    return name
