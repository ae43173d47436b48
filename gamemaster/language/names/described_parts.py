"""Parts of things that have no name of their own: the engraving on a watch, the hilt of a sword. Pure.

What a thing's own description speaks of is a part of it: whoever looks at the part looks at the thing.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator

from gamemaster.language.names.normalization import plain, root, stem, words_of
from gamemaster.language.names.noun_index import Scope, nouns_of
from gamemaster.language.tables.function_words import (
    ADVERBS,
    AUXILIARIES,
    DETERMINERS,
    PREPOSITIONS,
    QUESTION_WORDS,
)
from worlds.per_world import per_world
from worlds.schema import World

_LONGEST = 3  # words of a phrase that names a part
_SMALL = DETERMINERS | PREPOSITIONS | ADVERBS | AUXILIARIES
# What any thing has: said of the one that was named last.
_SIDES = frozenset(
    map(stem, "back front side top bottom underside inside edge lid cover end handle corner".split())
)

# What many a made thing has: whoever touches it touches the thing.
_PARTS_OF_MANY = frozenset(
    map(
        stem,
        "rim spout tip blade hilt haft shaft leg foot neck button knob hinge latch seam hem strap"
        " buckle string wick glass frame surface shell skin bolt door hook slot crank face".split(),
    )
)

# What a common thing has although nobody writes of it, by the head of its name.
_COMMON_PARTS = {
    stem(whole): frozenset(map(stem, parts.split()))
    for wholes, parts in (
        ("bed cot bunk", "blanket pillow mattress sheet headboard"),
        ("river lake sea stream flood", "bank shore surface current"),
        ("door gate hatch", "handle lock keyhole frame hinge"),
        ("table desk bench", "drawer top leg"),
        ("chair stool", "seat back leg"),
        ("coat jacket cloak", "sleeve pocket collar lining"),
        ("fire stove hearth", "flame ember ash"),
        ("boat ship", "bow stern"),
        ("window skylight", "pane sill glass"),
        ("book log ledger", "page cover spine"),
        ("tree", "trunk branch leaf bark root"),
        ("bottle jar flask", "cork stopper label"),
    )
    for whole in wholes.split()
}


def common_wholes(phrase: list[str]) -> list[str]:
    """What a phrase that ends in a part commonly belongs to: a bed, of "the blanket"."""
    part = stem(phrase[-1]) if phrase else ""
    return [whole for whole, parts in _COMMON_PARTS.items() if part in parts]


def has_part(world: World, thing: str, word: str) -> bool:
    """Whether a word names a part of a thing: its writer speaks of it there, or most things have one."""
    part = stem(word)
    if part in _SIDES or thing in _parts(world).get(root(word), ()):
        return True
    heads = {stem(name.head) for name in nouns_of(world).names if name.thing == thing}
    common = any(part in _COMMON_PARTS.get(head, ()) for head in heads)
    return common or part in _PARTS_OF_MANY


def _whole_by_nature(scope: Scope, phrase: list[str]) -> str | None:
    """The one thing at hand that has such a part, as every thing of its kind has."""
    wholes = common_wholes(phrase)
    named = dict.fromkeys(
        name.thing
        for whole in wholes
        for name in (scope.nouns.names[at] for at in scope.nouns.by_stem.get(whole, ()))
        if stem(name.head) == whole and scope.reach(name.thing)
    )
    near = [thing for thing in named if scope.nouns.kinds.get(thing) in ("item", "feature")]
    return near[0] if len(near) == 1 else None


@per_world
def _parts(world: World) -> dict[str, tuple[str, ...]]:
    """The things whose description holds a word, by the word's root; names of people and places aside."""
    found: dict[str, list[str]] = defaultdict(list)
    small = _SMALL | _names_in(text for _, text in descriptions(world)) | _names_in(_texts_told(world))
    for thing, text in descriptions(world):
        for word in dict.fromkeys(words_of(plain(without_comparison(text)))):
            if word.isalpha() and len(word) > 2 and word not in small:
                found[root(word)].append(thing)
    return {word: tuple(dict.fromkeys(things)) for word, things in found.items()}


def _texts_told(world: World) -> Iterator[str]:
    """How the story begins, and what people tell by topic: these speak of whoever never is here."""
    yield from (text for one in world.opening for text in one.text)
    topics = (topic for person in world.characters.values() for topic in person.topics.values())
    yield from (text for topic in topics for line in topic.lines for text in line.text)


def _names_in(texts: Iterable[str]) -> set[str]:
    """The words that are written large amid a sentence and never small: "Bersi gave it you" makes him no part of it."""
    large, small = set[str](), set[str]()
    for text in texts:
        large.update(_LARGE.findall(text))
        small.update(_SMALL_LETTERS.findall(text))
    return {word.casefold() for word in large} - small


_LARGE, _SMALL_LETTERS = re.compile(r"(?<=[a-z,;] )[A-Z][a-z]+"), re.compile(r"\b[a-z]{3,}")


_COMPARED = re.compile(
    r"\b(?:like|than|as if|as though|the (?:size|shape|colou?r|length|weight|height|smell) of|(?:as|so) \w+ as)"
    r" (?:an?|the|some|one|any)? ?[^,.;:!?]*",
    re.IGNORECASE,
)


def without_comparison(text: str) -> str:
    """A text without what something is only compared with: "a circle the size of a dinner plate" shows no plate."""
    return _COMPARED.sub(" ", text)


def descriptions(world: World) -> Iterator[tuple[str, str]]:
    """The texts that things and places are described by, with what they describe."""
    for item in world.items.values():
        yield from ((item.id, text) for variant in item.description for text in variant.text)
    for _, feature in world.features():
        yield from ((feature.id, text) for variant in feature.text for text in variant.text)
    for place in world.locations.values():
        passages = (place.description.first, place.description.revisit)
        yield from ((place.id, text) for passage in passages for one in passage for text in one.text)


def is_spoken_of_here(scope: Scope, phrase: list[str]) -> bool:
    """Whether what is told of this place, or of the people in it, speaks of what a phrase names."""
    head = stem(phrase[-1]) if phrase else ""
    if phrase and scope.state.place in _parts(scope.world).get(root(phrase[-1]), ()):
        return True
    people = (scope.world.characters[who] for who in scope.people)
    told = (text for one in people for variant in one.presence for text in variant.text)
    return any(head == stem(word) for text in told for word in words_of(plain(text)))


def is_on_the_player(scope: Scope, phrase: list[str]) -> bool:
    """Whether how the player is described speaks of what a phrase names, and nothing else goes by that name."""
    head = stem(phrase[-1]) if phrase else ""
    texts = (text for variant in scope.world.player.description for text in variant.text)
    told = {stem(word) for text in texts for word in words_of(plain(without_comparison(text)))}
    return len(head) > len("ax") and head in told and head not in scope.nouns.by_stem


def lies_about(scope: Scope, matter: str) -> bool:
    """Whether snow, sand or the like lies here: it is told of this place, or, in the open, of most places about."""
    told = [
        place for place in _parts(scope.world).get(root(matter), ()) if place in scope.world.locations
    ]
    outside = not scope.world.locations[scope.state.place].indoors
    return scope.state.place in told or (outside and len(told) >= _EVERYWHERE)


_EVERYWHERE = 3  # places whose descriptions speak of it


def is_only_described(scope: Scope, phrase: list[str]) -> bool:
    """Whether a phrase names what is a mere part of something described here, and no thing by itself."""
    said = [word for word in phrase if word not in DETERMINERS]
    return bool(said) and stem(said[-1]) not in _ANY and whole_of(scope, phrase) is not None


_ANY = frozenset({"thing", "stuff", "one", "bit", "lot"})


def whole_of(scope: Scope, phrase: list[str]) -> str | None:
    """The thing in reach of which a phrase names a part: the one spoken of last, else the only one described so."""
    phrase = [word for word in phrase if word not in DETERMINERS]
    if not phrase or phrase[0] in QUESTION_WORDS | PREPOSITIONS:
        return None
    end = next((at for at, word in enumerate(phrase) if at and word in PREPOSITIONS), len(phrase))
    if end > _LONGEST:
        return None
    head = stem(phrase[end - 1])
    focus = scope.focus.get("it")
    near = [
        thing
        for thing in _parts(scope.world).get(root(phrase[end - 1]), ())
        if scope.reach(thing) and thing not in scope.world.locations
    ]
    if focus in near or len(near) == 1:
        return focus if focus in near else near[0]
    if head in _SIDES and focus is not None and scope.reach(focus):
        return focus
    return None if near else _whole_by_nature(scope, phrase[:end])
