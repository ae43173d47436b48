"""What "it", "him", "her", "them", "there" and "you" stand for, and what they will stand for next. Pure."""

from __future__ import annotations

from dataclasses import replace

from gamemaster.language.names.noun_index import Scope, nouns_of
from gamemaster.language.talk.addressee import is_animal
from gamemaster.language.wording.agreement import is_plural
from gamemaster.language.wording.stock_lines import name_of
from worlds.schema import PLAYER, World

# The entries of a story's focus that a pronoun may stand for, the likeliest first.
_FOCUS_OF: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("this", "that", "one"), ("it",)),
    **dict.fromkeys(("these", "those"), ("them", "it")),
    **dict.fromkeys(("him", "he", "himself"), ("him",)),
    **dict.fromkeys(("her", "she", "herself"), ("her",)),
    "it": ("it", "them"),
    "them": ("them", "it", "her", "him"),
    "they": ("them", "her", "him"),
    "you": ("you", "her", "him", "them"),
    "there": ("there",),
}


_JUST_NAMED = "named"  # in a focus: who was named in this very input
_TO_THEIR_FACE = frozenset({"him", "her"})
_OF_THINGS = frozenset({"it", "this", "that", "one"})


def pronoun(scope: Scope, word: str) -> str | None:
    """What a pronoun stands for: the focus of the story, or the only one it can be; None if nobody knows."""
    if word in ("me", "myself", "self", "player", "yourself"):
        return PLAYER
    gender = {"him": "he", "he": "he", "her": "she", "she": "she"}.get(word)
    just_named = scope.world.characters.get(scope.focus.get(_JUST_NAMED, ""))
    if gender is not None and just_named is not None and just_named.pronoun == "they":
        return just_named.id  # "find Kit and ask him": the player takes them for one or the other
    here = [who for who in scope.people if gender is None or scope.world.characters[who].pronoun == gender]
    spoken_of = scope.focus.get(word)
    left_behind = spoken_of not in (*scope.people, scope.focus.get(_JUST_NAMED))
    if gender is not None and word in _TO_THEIR_FACE and len(here) == 1 and left_behind:
        return here[0]
    for key in _FOCUS_OF.get(word, ()):
        thing = scope.focus.get(key)
        if thing is None or (word == "you" and thing not in scope.people):
            continue
        if word not in _OF_THINGS or _is_a_thing(scope, thing):
            return thing
    if len(here) > 1:
        here = [who for who in here if scope.world.characters[who].topics] or here
    if word in ("him", "he", "her", "she", "you", "them", "they") and len(here) == 1:
        return here[0]
    if (
        word == "it"
        and not scope.it_is_unnamed
        and len(pets := [w for w in scope.people if scope.world.characters[w].pronoun == "it"]) == 1
        and not scope.world.characters[
            pets[0]
        ].topics  # whoever talks is "it" only where they were meant before
    ):
        return pets[0]
    return None


def only_one_here(scope: Scope, word: str) -> str | None:
    """The only one here that "he" or "she" can be; no dog is meant beside a man."""
    here = [who for who in scope.people if scope.world.characters[who].pronoun == word]
    if len(here) > 1:
        here = [who for who in here if not is_animal(scope.world, who)]
    return here[0] if len(here) == 1 else None


def _is_a_thing(scope: Scope, thing: str) -> bool:
    """Whether "it" may be this: no person but an animal, and a threat only where the player is."""
    if thing in scope.world.characters:
        return scope.world.characters[thing].pronoun == "it"
    return thing not in scope.world.threats or scope.state.threats[thing].place == scope.state.place


def without_threats(scope: Scope) -> Scope:
    """The scope of a deed that is done to things: whoever takes it or listens to it means no threat."""
    return replace(
        scope, focus={word: thing for word, thing in scope.focus.items() if thing not in scope.world.threats}
    )


def refocus(world: World, focus: dict[str, str], things: list[str]) -> dict[str, str]:
    """What the pronouns stand for after these things were named, in the order they were named."""
    focus = dict(focus)
    kinds = nouns_of(world).kinds
    for thing in things:
        kind = kinds.get(thing)
        if kind == "person":
            key = {"she": "her", "he": "him", "they": "them", "it": "it"}[world.characters[thing].pronoun]
            focus[key] = thing
            focus["you"] = focus[_JUST_NAMED] = thing
        elif kind == "place":
            focus["there"] = thing
        elif kind == "item" and world.items[thing].plural:
            focus["them"] = focus["it"] = thing
        elif kind == "feature" and is_plural(name_of(world, thing)):
            focus["them"] = focus["it"] = thing  # "the tins … who put them in order?"
        elif kind is not None:
            focus["it"] = thing
    return focus
