"""A walk to somebody whom the player cannot name: "climb up to whoever is counting spoons". Pure."""

from __future__ import annotations

import re

from gamemaster.language.names.normalization import content_of
from gamemaster.language.names.noun_index import Scope, way_in_direction
from gamemaster.language.tables.function_words import DIRECTIONS
from gamemaster.language.talk.said_before import Saying, sayings_of
from gamemaster.rules.proposal import Intent
from worlds.verbs import WALK

_WHOEVER = re.compile(
    r"(?P<walk>.+?) (?:to|towards?|over to|after|and find|and see)"
    r" (?:whoever|(?:the|that) (?:one|person|somebody|someone) who)(?: (?:it|that))? (?P<does>.+)"
)


def walk_to_whoever(scope: Scope, order: list[str]) -> Intent | None:
    """The walk the way that the words say, else to whoever was just named for it, else the question who that is."""
    found = _WHOEVER.fullmatch(" ".join(order))
    if found is None:
        return None
    walk, does = found["walk"].split(), found["does"]
    if scope.nouns.verbs.at_start(walk)[0][:1] not in tuple((verb,) for verb in WALK):
        return None
    direction = next((DIRECTIONS[word] for word in walk[1:] if word in DIRECTIONS), None)
    way = way_in_direction(scope, direction) if direction is not None else None
    if way is not None:
        return Intent(verb="go", objects=(way.to,), direction=direction)
    who = _named_for(scope, does)
    if who is not None:
        return Intent(verb="talk" if who in scope.people else "follow", objects=(who,))
    return Intent(verb="inform", role="question", topic="known", words=f"who {does}"[:300])


def _named_for(scope: Scope, does: str) -> str | None:
    """Whom somebody here named when they last spoke of such a thing; None where they named nobody, or several."""
    asked = content_of(does)
    for speaker in scope.people:
        for saying in sayings_of(scope.world, scope.state, speaker)[:_LATELY]:
            named = {who for who in scope.world.characters if who != speaker and _is_named(scope, who, saying)}
            if len(named) == 1 and asked & (saying.stems | _asked_by(scope, saying)):
                return named.pop()
    return None


def _is_named(scope: Scope, who: str, saying: Saying) -> bool:
    person = scope.world.characters[who]
    names = (*person.name.casefold().split(), *person.aliases)
    return any(content_of(name) <= saying.stems for name in names if content_of(name))


def _asked_by(scope: Scope, saying: Saying) -> frozenset[str]:
    """What the question that was answered so is of, as far as its writer foresaw it."""
    answer = scope.world.characters[saying.who].answers.get(saying.topic or "")
    return frozenset(content_of(" ".join(answer.asks))) if answer is not None else frozenset()


_LATELY = 2  # of what they said
