"""What kind of thing something is, as far as its name and its writer's words tell: what opens, what is one of many."""

from __future__ import annotations

import re

from gamemaster.language.names.normalization import plain, stem, words_of
from gamemaster.rules.reach import features, in_reach
from gamemaster.rules.state import StoryState
from worlds.schema import World

# What is made to hold things and be opened, by the last word of a name.
_HOLDS = frozenset(
    """locker cupboard cabinet drawer wardrobe closet box crate case suitcase briefcase trunk chest bag sack satchel
    backpack rucksack purse wallet basket bin hamper fridge refrigerator freezer oven larder pantry bureau sideboard
    dresser desk jar tin canister envelope pouch coffer casket toolbox handbag folder""".split()
)
_SHUT = re.compile(
    r"\b(?:lock|shut|bolt|bar|seal|nail|rust|stuck|jam|clos|fasten|will not|won't|cannot be)", re.IGNORECASE
)
_ONE = frozenset({"a", "an", "one", "another"})


def opens_to_sight(world: World, state: StoryState, thing: str) -> bool:
    """Whether to open this is to see what its description says: it holds things, and is not said to be shut."""
    feature = next((feature for feature in features(world, state) if feature.id == thing), None)
    item = world.items.get(thing)
    if thing not in in_reach(world, state) or (feature is None and item is None):
        return False
    texts = feature.text if feature is not None else item.description if item is not None else ()
    told = " ".join(text for variant in texts for text in variant.text)
    part = feature or item
    names = (part.name, *part.aliases) if part is not None else ()
    heads = {stem(words[-1]) for name in names if (words := words_of(plain(name)))}
    return not heads.isdisjoint(_HOLDS) and _SHUT.search(told) is None


def is_box_of_many(world: World, thing: str) -> bool:
    """Whether a thing is what many lie in, and is no handful of them: a crate of turnips, a box of candles."""
    item = world.items.get(thing)
    name = words_of(plain(item.name)) if item is not None else []
    at = name.index("of") if "of" in name[1:-1] else 0
    return at > 0 and stem(name[at - 1]) in _HOLDS and name[-1] != stem(name[-1])


def box_of(world: World, thing: str) -> str:
    """What many lie in, by its plain name: the crate of a crate of turnips."""
    return words_of(plain(world.items[thing].name).partition(" of ")[0])[-1]


def is_one_of_many(world: World, thing: str, words: str) -> bool:
    """Whether the words name one of what a thing is several of, or a few: "a cigarette", "two of the turnips"."""
    item = world.items.get(thing)
    names = [words_of(plain(name)) for name in (item.name, *item.aliases)] if item is not None else []
    held = {stem(name[-1]) for name in names if "of" in name[1:-1] and name[-1] != stem(name[-1])}
    if item is not None and item.plural:
        held.update(stem(name[-1]) for name in names)
    held -= _HOLDS  # "a crate of turnips" is all of them
    said = words_of(plain(words))
    if item is not None and item.plural and any(_is_bare_one(said, at) for at in range(1, len(said))):
        return held.isdisjoint(map(stem, said))  # "offer him one first"
    paired = any(name[0] == "pair" for name in names)
    return any(_counts_from(said, at, held, few=not paired) for at in range(len(said) - 1))


def _is_bare_one(said: list[str], at: int) -> bool:
    return said[at] == "one" and (at + 1 == len(said) or said[at + 1] in _AFTER_ONE)


_AFTER_ONE = frozenset({"first", "too", "more", "of", "now", "please", "to", ","})


def _counts_from(said: list[str], at: int, many: set[str], *, few: bool) -> bool:
    """Whether a number or a small measure begins here that is of these many: "a turnip", "a couple of the turnips"."""
    number = said[at]
    rest = [
        word for word in said[at + 1 : at + 5] if word not in ("of", "the", "these", "those", "my", "your")
    ]
    measured = number in ("a", "one", "another") and rest[:1] != [] and rest[0] in _FEW
    rest = rest[measured:]
    if not rest or stem(rest[0]) not in many:
        return False
    single = rest[0] == stem(rest[0])
    if number in _ONE and not measured and (single or said[at + 1] == "of"):
        return True
    return few and not single and (measured or number in _FEW or number.isdecimal())


_FEW = frozenset("two three four five six few several couple handful".split())
