"""Verbs that say nothing by themselves: "make a show of yawning", "make haste", "take it all in". Pure.

What is made stays in its place and takes long, so that it has to be a thing that hands can make: one of the usual ones,
or any that is said to be made of something that is there. Whatever else is made is an act, told as it was typed.
"""

from __future__ import annotations

from gamemaster.language.names.named_things import named_thing
from gamemaster.language.names.normalization import stem
from gamemaster.language.names.noun_index import Scope
from gamemaster.language.names.noun_phrases import leading_person
from gamemaster.language.tables.function_words import ADVERBS, PREPOSITIONS
from gamemaster.language.tables.materials import LOOSE
from worlds.rules import all_rules

_MAKING = frozenset("make makes making create creates".split())
_SURE = 90  # fit of a name from which on it is one
_OUT_OF = frozenset("of from with using".split())
# What lies about nearly anywhere, and things are made of.
_STUFF = frozenset(
    """snow ice stone rock pebble stick twig branch mud clay earth sand leaf straw hay moss grass reed rush wood
    driftwood plank board log rope cord string twine wire thread wool cloth rag linen canvas paper page card leather
    bone shell feather wax dough bread clove needle nail tin cork sack blanket sheet rubble brick cushion""".split()
)
# What hands can make of what lies about.
_MADE_BY_HAND = frozenset(
    """snowman snowball snow angel fort castle tower wall dam bridge raft boat ship sled sledge ladder shelter den tent
    hut nest bed pillow seat bench stool table shelf hearth cairn pile heap stack barricade barrier fence gate trap
    snare tripwire noose net rope cord knot string line lead leash sling splint bandage crutch staff stick club spear
    arrow bow knife blade dart sword shield mask crown wreath garland necklace bracelet ring doll puppet dummy
    scarecrow effigy figure man horse bird fish dog toy top kite whistle flute drum flag banner sign lantern torch
    candle lamp beacon bonfire hook peg wedge lever key handle lid plug stopper cover curtain bag purse pouch sack
    basket box cup bowl spoon plate broom brush cross altar shrine grave marker cairn star heart hat cap cloak poncho
    scarf glove mitten shoe plane airplane aeroplane glider swing hammock poultice paste ink paint soap glue copy hole path trail footprint track slide ramp step pit ditch trench
    fire""".split()
)
# What is cooked and not built: whether it can be is for the rules of the world.
COOKED = frozenset(
    """snack sandwich meal supper breakfast dinner lunch dish dessert pudding cake pie pancake soup stew broth porridge
    sauce salad syrup caramel toast tea coffee cocoa cuppa brew drink potion bread""".split()
)
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
    return not (made in _MADE_BY_HAND | COOKED or _names_its_stuff(scope, rest) or _is_made_by_rule(scope, made))


_PUT_ON = frozenset("show act face smile grin voice accent air performance display front speed brave".split())
_ENDS = PREPOSITIONS | {"and", ",", "that", "which", "who", "like", "so", "as"}
_NO_OBJECT = PREPOSITIONS | ADVERBS | frozenset("it them him her that this me us you sure certain myself up out".split())


def _names_its_stuff(scope: Scope, rest: list[str]) -> bool:
    """Whether words say of what a thing is made, and that is there: "something of straw", "a pen out of the feather"."""
    for at, word in enumerate(rest):
        if word in _OUT_OF and rest[at + 1 :]:
            after = rest[at + 1 : at + 5]
            found = named_thing(scope, after)
            if found is not None and found.fit >= _SURE and scope.reach(found.thing):
                return True
            if any(stem(one) in _STUFF or one in LOOSE for one in after):
                return True
    return False


def _is_made_by_rule(scope: Scope, made: str) -> bool:
    """Whether a writer tells of the making of it."""
    rules = (rule for rule in all_rules(scope.world) if not {"build", "cook", "make"}.isdisjoint(rule.verbs))
    texts = (" ".join((rule.id.replace("_", " "), rule.suggest or "", *rule.phrases)) for rule in rules)
    return any(made in map(stem, text.casefold().split()) for text in texts)


def is_only_taken_in(head: list[str], rest: list[str]) -> bool:
    """Whether "it" is taken somehow, and no thing is: "take it all in", "take it easy"."""
    return (
        head in (["take"], ["takes"])
        and rest[:1] == ["it"]
        and (tuple(rest[1:]) in _UNDERGONE or rest[1:2] != [] and rest[1] in _EASILY)
    )


_EASILY = frozenset("easy slow slowly seriously calmly badly personally lightly hard kindly".split())
