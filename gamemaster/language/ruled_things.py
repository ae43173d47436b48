"""What a verb is done to by a world's rules: the one thing that is loaded, the lamps that are switched off. Pure."""

from __future__ import annotations

from gamemaster.language.names.noun_index import Scope
from gamemaster.language.names.noun_phrases import one_of
from gamemaster.language.names.pronouns import pronoun
from gamemaster.language.tables.function_words import ADVERBS
from worlds.rules import all_rules
from worlds.verbs import BASE_VERBS

_THINGS = frozenset({"item", "feature"})


def thing_of_the_verb(scope: Scope, meanings: tuple[str, ...], head: list[str], rest: list[str]) -> list[str]:
    """The words after a verb, with the name of a thing where they are "it": "load it" is the gun.

    That is the one thing here that a rule is phrased for with this very verb, where what was named last cannot be
    meant, as no rule has the verb for it.
    """
    ruled = scope.nouns.ruled
    if rest not in (["it"], ["them"]) or any((verb, pronoun(scope, rest[0])) in ruled for verb in meanings):
        return rest
    phrased = {
        thing
        for rule in all_rules(scope.world)
        if any(phrase.casefold().split()[:1] == head for phrase in rule.phrases)
        for thing in rule.on
        if scope.nouns.kinds.get(thing) in _THINGS and scope.reach(thing)
    }
    if head[0] in BASE_VERBS or len(phrased) != 1:
        return rest
    return next((list(name.words) for name in scope.nouns.names if name.thing in phrased), rest)


def switched_off(scope: Scope, meanings: tuple[str, ...], head: list[str], rest: list[str]) -> str | None:
    """What is switched off, of which a rule tells that it is put out: never the rule that switches it on."""
    said = [*head, *rest[: rest.index(",") if "," in rest else None]]
    said = [word for word in said if word not in ADVERBS | {"again"}]
    if "off" not in said[1:] or "turn" not in meanings or (said[1] != "off" and said[-1] != "off"):
        return None
    named = [word for word in said[1:] if word != "off"]
    found = one_of(scope, named, _THINGS) if named else None
    thing = found[0] if found is not None and scope.reach(found[0]) else None
    return thing if ("extinguish", thing) in scope.nouns.ruled else None
