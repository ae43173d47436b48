"""Where a thing belongs that is put back: where its writer laid it, or where it came to light. Pure."""

from __future__ import annotations

import re

from gamemaster.language.names.normalization import plain, stem, words_of
from gamemaster.language.tables.function_words import DETERMINERS, PREPOSITIONS
from gamemaster.rules import proposal as ops
from gamemaster.rules.draft import AS_IT_WAS
from gamemaster.rules.proposal import Intent, Operation
from gamemaster.rules.reach import in_reach
from gamemaster.rules.state import StoryState
from worlds.rules import all_rules
from worlds.schema import PLAYER, World

_FOUND_AGAIN = "back where it came from"
_AS_BEFORE = re.compile(
    r"\b(?:where (?:it|they|i) (?:was|were|belongs?|came|got|found|took)|as it was|its place)\b"
)


def put_back(world: World, state: StoryState, intent: Intent) -> list[Operation]:
    """What is put back, with no other place named, goes where it was; empty where it is put elsewhere, or only down."""
    said = words_of(intent.words.casefold())
    as_it_was = said[-3:-1] in (["where", "it"], ["where", "they"])  # "put it down where it was"
    if not as_it_was and ("back" not in said or not _HERE.isdisjoint(said)):
        return []
    fixed = [thing for thing in intent.objects if thing in in_reach(world, state) - world.items.keys()]
    if fixed and len(fixed) == len(intent.objects):
        return [ops.Try(verb="put", what=fixed[0], why="in_its_place")]  # a mattress that was searched
    items = [item for item in intent.objects if item in world.items]
    if "it" in said and len(items) == 1:
        items = [_meant_by_it(world, state, items[0])]
    if not all(_is_its_own_spot(world, state, intent, item) for item in items):
        return []
    return [one for item in items for one in _back(world, state, item, said)]


# "A felt has slipped from the stack": to be put back on the stack is not to be left where it lies.
_FALLEN_FROM = re.compile(
    r"\b(?:slipped|fallen|dropped|come|rolled|blown|torn|slid) (?:down |loose )?(?:from|off|out of) [^,.;]*"
)
_HERE = frozenset({"down", "here", "there", "away"})


def _is_its_own_spot(world: World, state: StoryState, intent: Intent, item: str) -> bool:
    """Whether no other spot is named than where the thing was, as far as its writer tells: "back on the wall"."""
    if intent.recipient is None and not intent.topic:
        return True
    if intent.topic and _AS_BEFORE.search(intent.topic):
        return True
    if world.items[item].at != state.place:
        return False
    told = {
        stem(word)
        for shown in world.items[item].lying
        for text in shown.text
        for word in words_of(_FALLEN_FROM.sub("", plain(text)))
    }
    said = words_of(intent.words.casefold())
    return any(
        stem(word) in told
        for word in said[said.index("back") + 1 :]
        if word not in PREPOSITIONS | DETERMINERS
    )


def _meant_by_it(world: World, state: StoryState, item: str) -> str:
    """What "it" is that is put back: of what came to hand in the same turn the thing that was here before."""
    if world.items[item].at == state.place or _came_to_light_here(world, state, item):
        return item
    turn = state.held.get(item)
    others = [
        one
        for one, held in state.held.items()
        if held == turn and state.items.get(one) == PLAYER and world.items[one].at == state.place
    ]
    return others[0] if len(others) == 1 else item


def _back(world: World, state: StoryState, item: str, said: list[str]) -> list[Operation]:
    if state.items.get(item) == state.place:
        moved = item in state.spots and state.spots[item] != AS_IT_WAS and world.items[item].at == state.place
        restored: list[Operation] = [ops.Take(item=item), ops.Drop(item=item, where=AS_IT_WAS)]
        return restored if moved else [ops.Try(verb="put", what=item, why="in_its_place")]
    if state.items.get(item) != PLAYER:
        return [ops.Drop(item=item)]
    if world.items[item].at == state.place:
        return [ops.Drop(item=item, where=AS_IT_WAS)]
    if _came_to_light_here(world, state, item):
        return [ops.Drop(item=item, where=_FOUND_AGAIN)]
    if world.items[item].at == PLAYER:
        return [
            ops.Express(what=" ".join(said)[:120], how="handling")
        ]  # one's own: it is put back where it is kept
    return [ops.Try(verb="put", what=item, why="not_its_place")]


def _came_to_light_here(world: World, state: StoryState, item: str) -> bool:
    """Whether the thing comes to hand by something done to what is here: a page out of its sleeve."""
    near = in_reach(world, state)
    return any(item in rule.effects.give and not near.isdisjoint(rule.on) for rule in all_rules(world))
