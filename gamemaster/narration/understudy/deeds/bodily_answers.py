"""To whom a gesture is made, and what they do at it: with the body, and without a word. Pure.

What a writer has foreseen for somebody comes first and once; then the library, by how they stand to the player. The
player's own way of putting people ("the coin guy") is not told: they are called by the name that the player knows.
"""

from __future__ import annotations

import re

from gamemaster.language.gestures.kinds import gesture_in, person_at
from gamemaster.language.names.normalization import plain, words_of
from gamemaster.language.names.noun_index import Scope, scope_of
from gamemaster.language.talk.addressee import is_animal
from gamemaster.language.wording.gesture_lines import Bond, about, gesture_lines
from gamemaster.language.wording.stock_lines import name_of
from gamemaster.rules.proposal import Express
from gamemaster.rules.state import StoryState, digest
from worlds.schema import PLAYER, World
from worlds.verbs import WORDED_AS, Gesture

_AFRAID = 2  # fear from which on somebody is afraid of the player
_HOSTILE, _FRIENDLY = -3, 2  # disposition
_PRONOUNS = frozenset("him her them his hers their theirs".split())
_END = re.compile(r"[,.;:!?]+$")
# What is done to somebody, and means nobody where it names nobody.
_DONE_TO: frozenset[Gesture] = frozenset({
    "touch", "clap", "ruffle", "poke", "embrace", "kiss", "stare", "block", "serve", "sit_beside", "point_at", "mimic",
    "show", "hold_out", "turn_back",
})  # fmt: skip


def as_made(world: World, state: StoryState, operation: Express) -> Express:
    """The gesture with its kind and whom it is made to, and that one's name in place of what the player calls them."""
    told_already = operation.how == "handling" and bool(operation.came)  # of a thing, by whatever name it goes
    if operation.how not in ("gesture", "handling") or told_already:
        return operation
    scope = scope_of(world, state)
    made = gesture_in(scope, operation.what)
    if made is None:
        return operation
    whom = made.whom or (None if made.kind in _DONE_TO else _beheld_by(world, state))
    if whom is None:
        return operation
    told = _by_name(scope, operation.what)
    return operation.model_copy(update={"to": whom, "kind": made.kind, "what": told[:120]})


def _beheld_by(world: World, state: StoryState) -> str | None:
    """Whom a bow or a smile to nobody by name is for: whoever the player is with, or the only one there is."""
    here = state.present()
    with_them = next((who for who in state.focus.values() if who in here), None)
    persons = [who for who in here if not is_animal(world, who)]
    return with_them or (persons[0] if len(persons) == 1 else None)


def _by_name(scope: Scope, what: str) -> str:
    """The words with people by name: "the coin guy" is Jory; a pronoun stays, and so does a part of the name."""
    typed = what.split()
    words = [" ".join(words_of(plain(_END.sub("", one)))) for one in typed]
    if any(" " in word for word in words):
        return what
    told: list[str] = []
    at = 0
    while at < len(words):
        who, length, owns = person_at(scope, words, at)
        phrase = words[at : at + length]
        if who is None or not _PRONOUNS.isdisjoint(phrase) or _is_of_the_name(scope, who, phrase):
            told += typed[at : at + max(length, 1)]
            at += max(length, 1)
            continue
        name = name_of(scope.world, who)
        end = _END.search(typed[at + length - 1])
        told.append(f"{name}{chr(8217) + 's' if owns else ''}{end[0] if end else ''}")
        at += length
    return " ".join(told)


def _is_of_the_name(scope: Scope, who: str, phrase: list[str]) -> bool:
    name = words_of(plain(scope.world.characters[who].name))
    return {word.removesuffix("s") for word in phrase} <= {word.removesuffix("s") for word in name}


def bond_of(world: World, state: StoryState, who: str) -> Bond:
    """How somebody stands to the player, as far as it shows in what they do."""
    if is_animal(world, who):
        return "beast"
    person = state.characters[who]
    toward = person.toward(PLAYER)
    likes = person.disposition + toward.affection
    if toward.fear >= _AFRAID:
        return "afraid"
    if person.disposition <= _HOSTILE or likes <= _HOSTILE:
        return "hostile"
    if person.disposition < 0 or likes < 0 or toward.trust < 0:
        return "wary"
    return "friendly" if likes >= _FRIENDLY or person.following else "neutral"


def bodily_answers(world: World, state: StoryState, who: str, kind: Gesture, told: str) -> tuple[str, ...]:
    """What somebody may do at a gesture of the player's; `told`: how it was told."""
    person, bond = world.characters[who], bond_of(world, state, who)
    named = not _PRONOUNS.isdisjoint(told.split()) or any(word in told for word in person.name.split())
    name = name_of(world, who)
    own = person.gestures.get(kind) or person.gestures.get(WORDED_AS.get(kind, kind), ())
    # By name or by pronoun it is one wording.
    both = [[about(line, name, person.pronoun, named=one) for one in (named, not named)] for line in own]
    fresh = tuple(ways[0] for ways in both if state.told.keys().isdisjoint(map(digest, ways)))
    if fresh and bond not in ("hostile", "afraid"):
        return fresh
    return tuple(about(line, name, person.pronoun, named=named) for line in gesture_lines(kind, bond))
