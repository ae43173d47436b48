"""What a beast makes of kindness, and of food that is laid out for it: it takes notice, without a word. Pure.

A beast may stand here as a part of the place, or be somebody with a pronoun and no words. How it takes a touch is in
the library of gestures (`language/wording/gesture_lines.yaml`, under `beast`).
"""

from __future__ import annotations

import re

from gamemaster.language.gestures.kinds import gesture_to_beast
from gamemaster.language.names.normalization import plain, stem, words_of
from gamemaster.language.tables.materials import THINGS
from gamemaster.language.talk.addressee import is_animal
from gamemaster.language.wording.gesture_lines import about, gesture_lines
from gamemaster.language.wording.stock_lines import name_of
from gamemaster.narration.understudy.deeds.senses import material_of
from gamemaster.narration.understudy.gestures import retelling
from gamemaster.rules import proposal as ops
from gamemaster.rules.conditions import is_asleep
from gamemaster.rules.proposal import Express, Intent, Operation
from gamemaster.rules.reach import features
from gamemaster.rules.state import StoryState
from worlds.offers import offers_of
from worlds.schema import Feature, World

_OF_IT = re.compile(r"\b(he|she)\b", re.IGNORECASE)
_LAID = frozenset({"put", "drop", "leave", "lay", "set", "place"})


def taken_by_a_beast(world: World, state: StoryState, operation: Express) -> Express:
    """The gesture with how the beast that it is made to takes it; as it was where none of the place is meant."""
    if operation.how not in ("gesture", "handling") or operation.to is not None:
        return operation
    said = words_of(plain(operation.what))
    for beast in _beasts(world, state):
        if operation.came and beast.handled:
            continue  # its writer has said what comes of it
        kind = gesture_to_beast(said, [words_of(plain(name)) for name in (beast.name, *beast.aliases)])
        lines = gesture_lines(kind, "beast") if kind is not None else ()
        if lines:
            told = retelling(world, operation.what)
            own = (about(line, f"the {beast.name}", _pronoun(beast), named=True) for line in lines)
            return operation.model_copy(update={"came": tuple(f"{told} {line}" for line in own), "on": beast.id})
    return operation


def bait_taken(world: World, state: StoryState, intent: Intent, planned: list[Operation]) -> list[Operation]:
    """Whether food that is laid down for a beast is taken, as one more thing told; empty where it is for none."""
    laid = next((one.item for one in planned if isinstance(one, ops.Drop)), "")
    if intent.role != "act" or intent.verb not in _LAID or laid not in world.items:
        return []
    if "food" not in offers_of(world.items[laid]):
        return []
    meant = _meant_for(intent.words) or _beasts_in(words_of(plain(intent.purpose)))
    if not meant:
        return []
    here = [beast.id for beast in _beasts(world, state) if _is_called((beast.name, *beast.aliases), meant)]
    here += [
        who
        for who in state.present()
        if is_animal(world, who) and not is_asleep(world, state, who) and _is_called(_names(world, who), meant)
    ]
    if here:
        return [ops.Try(verb="touch", what=here[0], why="bait_beast")]
    return [ops.Try(verb="touch", what=laid, why="bait_waits")]


def _meant_for(text: str) -> frozenset[str]:
    """The words for beasts that stand after "for" in an order: "under the table for the cat"."""
    said = words_of(plain(text))
    return _beasts_in(said[said.index("for") :] if "for" in said else [])


def _beasts_in(said: list[str]) -> frozenset[str]:
    return frozenset(stem(word) for word in said if stem(word) in _KINDS)


_KINDS = frozenset(stem(word) for word in THINGS["beast"])


def _is_called(names: tuple[str, ...], meant: frozenset[str]) -> bool:
    return any(not meant.isdisjoint(map(stem, words_of(plain(name)))) for name in names)


def _names(world: World, who: str) -> tuple[str, ...]:
    person = world.characters[who]
    return (name_of(world, who), person.name, *person.aliases)


def _beasts(world: World, state: StoryState) -> list[Feature]:
    return [one for one in features(world, state) if material_of(one) == "beast"]


def _pronoun(beast: Feature) -> str:
    """The pronoun that its writer uses for a beast."""
    told = " ".join(text for variant in beast.text for text in variant.text)
    found = _OF_IT.search(told)
    return found[1].casefold() if found is not None else "it"
