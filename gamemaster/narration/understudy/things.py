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


def is_one_of_many(world: World, thing: str, words: str) -> bool:
    """Whether the words name one of what a thing is several of: "a cigarette", of a pack of them."""
    item = world.items.get(thing)
    if item is None or not item.plural:
        return False
    said = words_of(plain(words))
    names = {stem(word) for name in (item.name, *item.aliases) for word in words_of(plain(name))[-1:]}
    return any(
        word in _ONE
        and at + 1 < len(said)
        and said[at + 1] == stem(said[at + 1])
        and stem(said[at + 1]) in names
        for at, word in enumerate(said)
    )
