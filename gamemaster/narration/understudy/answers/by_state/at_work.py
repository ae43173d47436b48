"""What is seen of people that answers a question: who is at work with a thing, what somebody has on them. Pure."""

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


_PLACED = r"(?:on|in|round|around|under|behind|through|at|about|over)"
_ON_THEM = re.compile(
    rf"(?:and |so |but )*what is (?:that|this|it)(?: \w+)?(?: you (?:have|have got|are wearing))? {_PLACED} your"
    r" (?P<where>\w+)"
)


def worn_by(world: World, state: StoryState, who: str, words: str) -> str:
    """What somebody is seen to have on or about them where the words point: "a snail", on his sleeve; else empty."""
    found = _ON_THEM.fullmatch(words)
    if found is None:
        return ""
    person = world.characters[who]
    where = re.escape(found["where"])
    thing = re.compile(
        r"(?P<thing>\b[Aa]n? (?:[\w'-]+ ){0,3}?[\w'-]+?|(?:^|(?<=[.;] ))[A-Z][\w'-]+)"
        r"(?: (?:is|hangs|are|hang|was|pushed|tied|stuck|worn|kept|\w+ed)){0,3}"
        rf" {_PLACED} (?:his|her|its|their|a|the) (?:\w+ )?{where}"
    )
    texts = (*wordings(person.description, world, state), *wordings(person.presence, world, state))
    seen = next((told for text in texts if (told := thing.search(text)) is not None), None)
    return seen["thing"] if seen is not None else ""


def _fit(world: World, state: StoryState, who: str, named: set[str]) -> int:
    person = world.characters[who]
    if any(named <= content_of(text) for text in wordings(person.presence, world, state)):
        return _SEEN
    called = (person.persona.partition(". ")[0], *person.aliases)
    return _CALLED if any(named <= content_of(text) for text in called) else 0
