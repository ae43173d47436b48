"""Read a promise of the player's from their words: to whom, what, and which thing it is about. Pure."""

from __future__ import annotations

import re

from gamemaster.language.names.normalization import content_of, plain, stem, words_of
from gamemaster.rules.proposal import MakePromise
from worlds.schema import World

MOST_CHARACTERS = 160  # of what was promised
_WORD = re.compile(r"\b(?:i |we )?(?:promise|swear|vow|pledge)(?:s|d)?\b(?P<rest>.*)")
_WHOM = frozenset("you her him them it to that , on my life honour honor word".split())
_WILL = re.compile(r"^(?:i|we) (?:will|shall|am going to|are going to) (?P<not>not |never )?(?P<what>.+)$")
_TO_THEM = {"my": "their", "me": "them", "mine": "theirs", "you": "them", "your": "their"}


def promise_in(world: World, who: str, words: str) -> MakePromise | None:
    """What the player promises to `who`: "to bring her the axe". None where nothing definite is promised."""
    found = _WORD.search(" ".join(words_of(plain(words))))
    if found is None:
        return None
    rest = found["rest"].split()
    names = {stem(word) for name in _names(world, who) for word in words_of(plain(name))}
    while rest and (
        (rest[0] in _WHOM and not (rest[0] == "to" and _leads_on(rest, names))) or stem(rest[0]) in names
    ):
        rest.pop(0)
    while rest and stem(rest[-1]) in names | {","}:
        rest.pop()
    if not rest:
        return None
    if rest[0] == "to" and len(rest) > 1:
        what = " ".join(rest)
    elif will := _WILL.match(" ".join(rest)):
        what = f"{'not ' if will['not'] else ''}to {will['what']}"
    elif (thing := _thing_promised(rest)) is not None:
        what = thing
    else:
        return None
    what = re.sub(r"\s+([,;:])", r"\1", what).strip(" ,;:.!")
    what = " ".join(_TO_THEM.get(word, word) for word in what.split())[:MOST_CHARACTERS]
    return MakePromise(to=who, what=what, item=_thing_in(world, rest))


_PLEDGED = re.compile(
    r"(?P<thing>(?:the|my|a|an|some|his|her|their|another) (?:\w+ ){0,3}?\w+?)"
    r"(?P<by> (?:in|by|within|before|at|tonight|tomorrow|soon|again)\b(?: \w+)*)?(?: , .*)?"
)


def _thing_promised(rest: list[str]) -> str | None:
    """What is promised as a thing, as a deed: "the pear in ten minutes" is to bring it by then."""
    found = _PLEDGED.fullmatch(" ".join(rest))
    if found is None or found["thing"].split()[-1] in _NO_THING:
        return None
    return f"to bring {found['thing']}{found['by'] or ''}"


_NO_THING = frozenset("truth word life best world moon stars earth silence peace".split())


def same_matter(one: str, other: str) -> bool:
    """Whether two promises speak of the same thing, as far as a word that they share says so."""
    return bool(content_of(one) & content_of(other))


def _leads_on(rest: list[str], names: set[str]) -> bool:
    """Whether "to" begins what is promised, rather than whom: "promise to help", "promise to hild"."""
    return len(rest) > 1 and stem(rest[1]) not in names


def _names(world: World, who: str) -> tuple[str, ...]:
    person = world.characters[who]
    return (person.name, *person.aliases)


def _thing_in(world: World, words: list[str]) -> str | None:
    """The thing that is to be brought or given, if one of the world's is named by all the words of a name of its."""
    if not {"bring", "give", "fetch", "get", "return", "find"} & set(words):
        return None
    said = {stem(word) for word in words}
    best: tuple[int, str] | None = None
    for item in world.items.values():
        for name in (item.name, *item.aliases):
            parts = {stem(word) for word in words_of(plain(name)) if word not in ("the", "a", "an", "of")}
            if parts and parts <= said and (best is None or len(parts) > best[0]):
                best = (len(parts), item.id)
    return best[1] if best else None
