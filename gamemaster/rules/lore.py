"""Which background of a world is open in a story, and what its words touch. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from gamemaster.rules.conditions import Deeds, holds
from gamemaster.rules.state import StoryState
from worlds.schema import Lore, World


def open_lore(world: World, state: StoryState) -> Iterator[Lore]:
    """What may come up now: of several, the highest `order` first, else in the world's order."""
    for lore in sorted(world.lore.values(), key=lambda lore: -lore.order):
        known = lore.fact is None or lore.fact in state.facts
        if known and holds(lore.when, world, state, Deeds(purpose=f"lore {lore.id}")):
            yield lore


def common_lore(world: World, state: StoryState) -> Iterator[Lore]:
    """What everybody knows, and may say when somebody asks."""
    return (lore for lore in open_lore(world, state) if lore.common)


def is_touched(lore: Lore, comes_up: Callable[[str], bool]) -> bool:
    """Whether the words of a piece of lore come up: one of `keys`, and of `also` as many as `logic` asks for."""
    if not any(map(comes_up, lore.keys)):
        return False
    if not lore.also:
        return True
    found = [comes_up(word) for word in lore.also]
    return {"any": any(found), "all": all(found), "not_any": not any(found), "not_all": not all(found)}[
        lore.logic
    ]


def comes_up_in(text: str, lore: Lore) -> Callable[[str], bool]:
    """Tells of a word or phrase whether it stands in a text, as whole words."""

    def plain(words: str) -> str:
        return words if lore.case_sensitive else words.casefold()

    return lambda key: re.search(rf"(?<!\w){re.escape(plain(key))}(?!\w)", plain(text)) is not None
