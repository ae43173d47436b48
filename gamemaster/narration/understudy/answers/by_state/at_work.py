"""Who is seen at work with a thing: whoever stands at the vat is who minds the vat. Pure."""

from __future__ import annotations

import re
from collections.abc import Collection

from gamemaster.language.names.normalization import content_of
from gamemaster.language.talk.addressee import is_animal
from gamemaster.rules.conditions import wordings
from gamemaster.rules.reach import features, items_here
from gamemaster.rules.state import StoryState
from worlds.schema import World

_SEEN, _CALLED = 2, 1
_OF_A_THING = re.compile(
    r"\b(?:in charge of|responsible for|head of|boss of|master of|runs|works|minds|keeps|tends|looks after)"
    r" (?P<thing>.+)"
)


def who_works_at(world: World, state: StoryState, words: str, known: Collection[str]) -> str | None:
    """Whoever of those that are `known` has to do with a thing here that is asked after; nobody where it is no one.

    What they are seen to do says most, then what they are and are called.
    """
    of_it = _OF_A_THING.search(words.casefold())
    named = content_of(of_it["thing"]) if of_it is not None else set()
    things = (
        *((one.name, *one.aliases) for one in features(world, state)),
        *((world.items[one].name, *world.items[one].aliases) for one in items_here(world, state)),
    )
    if not named or not any(named <= content_of(name) for names in things for name in names):
        return None
    found = {who: fit for who in known if not is_animal(world, who) and (fit := _fit(world, state, who, named))}
    best = max(found.values(), default=0)
    at_it = [who for who, fit in found.items() if fit == best]
    return at_it[0] if len(at_it) == 1 else None


def _fit(world: World, state: StoryState, who: str, named: set[str]) -> int:
    person = world.characters[who]
    if any(named <= content_of(text) for text in wordings(person.presence, world, state)):
        return _SEEN
    called = (person.persona.partition(". ")[0], *person.aliases)
    return _CALLED if any(named <= content_of(text) for text in called) else 0
