"""What "it", "him", "her", "them", "there" and "you" stand for, and what they will stand for next. Pure."""

from __future__ import annotations

from gamemaster.language.noun_index import Scope, nouns_of
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


def pronoun(scope: Scope, word: str) -> str | None:
    """What a pronoun stands for: the focus of the story, or the only one it can be; None if nobody knows."""
    if word in ("me", "myself", "self", "player", "yourself"):
        return PLAYER
    for key in _FOCUS_OF.get(word, ()):
        thing = scope.focus.get(key)
        if thing is not None and (word != "you" or thing in scope.people):
            return thing
    gender = {"him": "he", "he": "he", "her": "she", "she": "she"}.get(word)
    here = [who for who in scope.people if gender is None or scope.world.characters[who].pronoun == gender]
    if len(here) > 1:
        here = [who for who in here if scope.world.characters[who].topics] or here
    if word in ("him", "he", "her", "she", "you", "them", "they") and len(here) == 1:
        return here[0]
    if (
        word == "it"
        and len(pets := [w for w in scope.people if scope.world.characters[w].pronoun == "it"]) == 1
    ):
        return pets[0]
    return None


def refocus(world: World, focus: dict[str, str], things: list[str]) -> dict[str, str]:
    """What the pronouns stand for after these things were named, in the order they were named."""
    focus = dict(focus)
    kinds = nouns_of(world).kinds
    for thing in things:
        kind = kinds.get(thing)
        if kind == "person":
            key = {"she": "her", "he": "him", "they": "them", "it": "it"}[world.characters[thing].pronoun]
            focus[key] = thing
            focus["you"] = thing
        elif kind == "place":
            focus["there"] = thing
        elif kind == "item" and world.items[thing].plural:
            focus["them"] = focus["it"] = thing
        elif kind is not None:
            focus["it"] = thing
    return focus
