"""What no committed turn may do to a story's state, whoever proposed it: the second opinion on the referee. Pure.

Nothing here is taken from the referee: what may change comes from the world's own texts and from where the player was.
Quiet on everything that the two worlds do by themselves (thousands of turns of bots), so that a finding means a fault.
"""

from __future__ import annotations

from collections.abc import Iterator

from gamemaster.rules.reach import is_open
from gamemaster.rules.state import PatchConflict, StoryState, TurnRecord
from worlds.per_world import per_world
from worlds.references import walk
from worlds.schema import NOWHERE, PLAYER, Effects, World

MOST_STEPS = 2  # one way after the other, in one turn


class Writing:
    """What a world's authors let happen from afar: things that come, places one is taken to, facts that are told."""

    def __init__(self, world: World) -> None:
        effects = [part for _, part in walk(world) if isinstance(part, Effects)]
        self.moved = {item for one in effects for item in (*one.give, *one.lose, *one.put)}
        self.places = {one.go for one in effects if one.go is not None}
        self.facts = {fact for one in effects for fact in one.learn}


@per_world
def _writing_of(world: World) -> Writing:
    return Writing(world)


def state_contradictions(world: World, before: StoryState, after: StoryState) -> Iterator[str]:
    """Why a turn cannot have led from one state to the other; nothing where it can."""
    yield from _of_the_count(world, before, after)
    yield from _of_the_dead(before, after)
    yield from _of_the_player(world, before, after)
    yield from _of_things(world, before, after)
    yield from _of_knowledge(world, before, after)
    yield from _of_promises(before, after)


def record_contradictions(before: StoryState, record: TurnRecord, after: StoryState) -> Iterator[str]:
    """Where a turn's record does not lead from the one state to the other, or not back."""
    try:
        if record.patch.apply(before) != after:
            yield "the record's patch does not lead to the state that was committed"
        if record.patch.undo(after) != before:
            yield "the record's patch does not lead back"
    except PatchConflict as error:
        yield f"the record's patch fits neither: {error}"


def _of_the_count(world: World, before: StoryState, after: StoryState) -> Iterator[str]:
    if after.turn != before.turn + 1:
        yield f"turn {after.turn} follows turn {before.turn}"
    if after.minutes < before.minutes:
        yield f"time runs back by {before.minutes - after.minutes} minutes"
    if before.ended is not None and after.ended != before.ended:
        yield f"the story had ended with {before.ended}, and now {after.ended}"
    for name, had, has in (
        ("things", world.items.keys(), after.items.keys()),
        ("people", world.characters.keys(), after.characters.keys()),
        ("threats", world.threats.keys(), after.threats.keys()),
    ):
        if had != has:
            yield f"the world's {name} are not the story's: {sorted(had ^ has)}"
    if not 0 <= after.wounds <= world.player.health:
        yield f"the player has {after.wounds} wounds of {world.player.health}"


def _of_the_dead(before: StoryState, after: StoryState) -> Iterator[str]:
    for who, was in before.characters.items():
        now = after.characters.get(who)
        if was.alive or now is None:
            continue
        if now.alive:
            yield f"{who} was dead, and lives"
        if (now.place, now.relations, now.witnessed) != (was.place, was.relations, was.witnessed):
            yield f"{who} is dead, and moves, sees or feels"


def _of_the_player(world: World, before: StoryState, after: StoryState) -> Iterator[str]:
    if after.place not in world.locations:
        yield f"the player is at {after.place}, which is no place"
    elif after.place not in _reachable(world, before, after) | _writing_of(world).places:
        yield f"the player came from {before.place} to {after.place}, and no open way leads there"


def _reachable(world: World, before: StoryState, after: StoryState) -> set[str]:
    """Where the player was, and the places to which `MOST_STEPS` ways lead that were open."""
    found = {before.place}
    for _ in range(MOST_STEPS):
        found |= {
            way.to
            for place in found
            for way in world.locations[place].exits
            if is_open(world, before, way) or is_open(world, after, way)
        }
    return found


def _of_things(world: World, before: StoryState, after: StoryState) -> Iterator[str]:
    holders = {PLAYER, NOWHERE} | world.locations.keys() | world.characters.keys()
    written, passed = _writing_of(world), _reachable_between(world, before, after)
    for item, now in after.items.items():
        was = before.items.get(item)
        if now not in holders:
            yield f"{item} is at {now}, which is no place"
        elif was == now or item in written.moved:
            continue
        elif now == PLAYER and was not in passed:
            yield f"{item} came to the player from {was}, where they were not"
        elif was == PLAYER and now not in passed and now != NOWHERE:
            yield f"{item} went from the player to {now}, where they were not"


def _reachable_between(world: World, before: StoryState, after: StoryState) -> set[str]:
    """Where the player may have been in the turn, and who was there."""
    places = {before.place, after.place}
    people = {
        who for state in (before, after) for who, person in state.characters.items() if person.place in places
    }
    return places | people


def _of_knowledge(world: World, before: StoryState, after: StoryState) -> Iterator[str]:
    present = {who for who in _reachable_between(world, before, after) if who in world.characters}
    told = {fact for who in present for fact in world.characters[who].knows}
    for fact in after.facts.keys() - before.facts.keys():
        if fact not in world.facts:
            yield f"the player knows {fact}, which is no fact of this world"
        elif fact not in told | _writing_of(world).facts:
            yield f"the player learned {fact}, and nobody there knows it"


def _of_promises(before: StoryState, after: StoryState) -> Iterator[str]:
    for key, was in before.promises.items():
        now = after.promises.get(key)
        if now is None:
            if was.status == "open":
                yield f"the promise {key} is forgotten"
        elif (now.by, now.to, now.what, now.item) != (was.by, was.to, was.what, was.item):
            yield f"the promise {key} is another than was made"
        elif was.status != "open" and now.status != was.status:
            yield f"the promise {key} was {was.status}, and is {now.status}"
        elif now.status == "kept" != was.status and now.item and after.items.get(now.item) != now.to:
            yield f"the promise {key} is kept, and {now.item} is not with {now.to}"
