"""Verbs that say nothing by themselves: "make a show of yawning", "make haste", "take it all in". Pure.

What is made stays in its place and takes long, so that it has to be a thing that hands can make: one of the usual ones,
or any that is said to be made of something that is there. Whatever else is made is an act, told as it was typed.
"""

from __future__ import annotations

from gamemaster.language.english import Words
from gamemaster.language.names.named_things import named_thing
from gamemaster.language.names.normalization import stem
from gamemaster.language.names.noun_index import Scope
from gamemaster.language.names.noun_phrases import leading_person
from gamemaster.language.tables.function_words import ADVERBS, PREPOSITIONS
from gamemaster.language.tables.materials import LOOSE
from worlds.rules import all_rules

_WORDS = Words(__name__)
_MAKING = frozenset("make makes making create creates".split())
_SURE = 90  # fit of a name from which on it is one
_OUT_OF = frozenset("of from with using".split())
_UNDERGONE = frozenset({("all", "in"), ("in",), ("to", "heart"), ("from", "there"), ("in", "turns")})


def is_only_made(scope: Scope, head: list[str], rest: list[str]) -> bool:
    """Whether what is "made" is an act and no thing: a show, a face, haste, way, an effort."""
    if head in (["put", "on"], ["puts", "on"]) and rest:
        return not _PUT_ON.isdisjoint(map(stem, rest[:4]))
    if len(head) != 1 or head[0] not in _MAKING or not rest or rest[0] in _NO_OBJECT:
        return False
    if leading_person(scope, rest)[0] is not None:
        return False  # "make her some tea", "make Dora laugh"
    phrase = rest[: next((at for at, word in enumerate(rest) if at and word in _ENDS), len(rest))]
    found = named_thing(scope, phrase)
    if found is not None and found.fit >= _SURE and scope.reach(found.thing):
        return False
    made = stem(phrase[-1])
    return not (
        made in _WORDS["made_by_hand"] | _WORDS["cooked"]
        or _names_its_stuff(scope, rest)
        or _is_made_by_rule(scope, made)
    )


_PUT_ON = frozenset("show act face smile grin voice accent air performance display front speed brave".split())
_ENDS = PREPOSITIONS | {"and", ",", "that", "which", "who", "like", "so", "as"}
_PRONOUNS = frozenset("it them him her that this me us you myself".split())
_NO_OBJECT = PREPOSITIONS | ADVERBS | _PRONOUNS | {"sure", "certain", "up", "out"}


def _names_its_stuff(scope: Scope, rest: list[str]) -> bool:
    """Whether words say of what a thing is made, and that is there: "a pen out of the feather"."""
    for at, word in enumerate(rest):
        if word in _OUT_OF and rest[at + 1 :]:
            after = rest[at + 1 : at + 5]
            found = named_thing(scope, after)
            if found is not None and found.fit >= _SURE and scope.reach(found.thing):
                return True
            if any(stem(one) in _WORDS["stuff"] or one in LOOSE for one in after):
                return True
    return False


def _is_made_by_rule(scope: Scope, made: str) -> bool:
    """Whether a writer tells of the making of it."""
    rules = (rule for rule in all_rules(scope.world) if not {"build", "cook", "make"}.isdisjoint(rule.verbs))
    texts = (" ".join((rule.id.replace("_", " "), rule.suggest or "", *rule.phrases)) for rule in rules)
    return any(made in map(stem, text.casefold().split()) for text in texts)


def is_cooked(made: str) -> bool:
    """Whether a word names what is cooked, and not built: whether it can be is for the rules of the world."""
    return made in _WORDS["cooked"]


def is_only_taken_in(head: list[str], rest: list[str]) -> bool:
    """Whether "it" is taken somehow, and no thing is: "take it all in", "take it easy"."""
    return (
        head in (["take"], ["takes"])
        and rest[:1] == ["it"]
        and (tuple(rest[1:]) in _UNDERGONE or (rest[1:2] != [] and rest[1] in _EASILY))
    )


_EASILY = frozenset("easy slow slowly seriously calmly badly personally lightly hard kindly".split())
