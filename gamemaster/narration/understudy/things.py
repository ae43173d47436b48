"""What kind of thing something is, as far as its name and its writer's words tell: what opens, what is one of many."""

from __future__ import annotations

import re

from gamemaster.language.names.normalization import plain, stem, words_of
from gamemaster.language.portions import HOLDS
from gamemaster.rules.reach import features, in_reach
from gamemaster.rules.state import StoryState
from worlds.schema import World

_SHUT = re.compile(
    r"\b(?:lock|shut|bolt|bar|seal|nail|rust|stuck|jam|clos|fasten|will not|won't|cannot be)", re.IGNORECASE
)


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
    return not heads.isdisjoint(HOLDS) and _SHUT.search(told) is None


def is_box_of_many(world: World, thing: str) -> bool:
    """Whether a thing is what many lie in, and is no handful of them: a crate of turnips, a box of candles."""
    item = world.items.get(thing)
    name = words_of(plain(item.name)) if item is not None else []
    at = name.index("of") if "of" in name[1:-1] else 0
    return at > 0 and stem(name[at - 1]) in HOLDS and name[-1] != stem(name[-1])


def box_of(world: World, thing: str) -> str:
    """What many lie in, by its plain name: the crate of a crate of turnips."""
    return words_of(plain(world.items[thing].name).partition(" of ")[0])[-1]
