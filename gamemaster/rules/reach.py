"""What is in reach of the player: ways out, things, features, people and threats. Pure."""

from __future__ import annotations

from collections import deque

from gamemaster.rules.conditions import holds, item_visible
from gamemaster.rules.state import StoryState
from worlds.schema import PLAYER, Exit, Feature, World


def exits(world: World, state: StoryState, place: str | None = None) -> list[Exit]:
    """The ways out that the player knows of, open or not; by default from where they are."""
    where = state.place if place is None else place
    return [way for way in world.locations[where].exits if holds(way.visible, world, state)]


def is_open(world: World, state: StoryState, way: Exit) -> bool:
    return holds(way.when, world, state)


def features(world: World, state: StoryState) -> list[Feature]:
    """Features of this place that can be seen; those that must be searched for only once the place was searched."""
    return [
        feature
        for feature in world.locations[state.place].notice.values()
        if (feature.when is None or holds(feature.when, world, state))  # most are always there
        and (not feature.search or state.place in state.searched or feature.id in state.noticed)
    ]


def hidden_features(world: World, state: StoryState) -> list[Feature]:
    """Features of this place that a search, or naming them, would find."""
    if state.place in state.searched:
        return []
    return [
        feature
        for feature in world.locations[state.place].notice.values()
        if feature.search and feature.id not in state.noticed and holds(feature.when, world, state)
    ]


def way_name(world: World, state: StoryState, to: str) -> str:
    """What a way out of here is called by who may not know where it leads: "the mill door", "the Yard"."""
    named = next((way.name for way in exits(world, state) if way.to == to and way.name), None)
    if named is None or to in state.visited:
        named = world.locations[to].name if to in state.visited or named is None else named
    if to not in state.visited and named == world.locations[to].name:
        way = next((way for way in exits(world, state) if way.to == to and way.direction), None)
        return f"the way {way.direction[0]}" if way is not None else "the way on"
    return named if named.casefold().startswith(("the ", "a ", "an ")) else f"the {named}"


def carried_items(state: StoryState) -> list[str]:
    return state.carried_items()


def items_here(world: World, state: StoryState) -> list[str]:
    """Items lying in sight at this place, not carried."""
    return [item for item in state.lying_at(state.place) if item_visible(world, state, item)]


def people_here(state: StoryState) -> list[str]:
    """Living characters where the player is."""
    return state.present()


def dead_here(state: StoryState) -> list[str]:
    return [who for who, c in state.characters.items() if not c.alive and c.place == state.place]


def _is_known_from(world: World, state: StoryState, place: str, to: str) -> bool:
    """Whether the player has seen the way from one place to another from where it begins."""
    return place in state.visited and any(way.to == to for way in exits(world, state, place))


def seen_items(world: World, state: StoryState) -> list[str]:
    """Items that the player has seen lying where they still lie, in places that they have been to."""
    return [
        item
        for item, where in state.items.items()
        if where in state.visited and world.items[item].at == where and item_visible(world, state, item)
    ]


def threats_here(state: StoryState) -> list[str]:
    """Threats that have woken and are where the player is."""
    return [threat for threat, t in state.threats.items() if t.awake and t.place == state.place]


def in_reach(world: World, state: StoryState) -> set[str]:
    """Ids of everything the player can act on now: items, features, people (dead too), threats, the place, ways out."""
    reach = {state.place, PLAYER}
    reach.update(
        carried_items(state),
        items_here(world, state),
        people_here(state),
        dead_here(state),
        threats_here(state),
    )
    reach.update(feature.id for feature in features(world, state))
    reach.update(way.to for way in exits(world, state))
    return reach


def ways_opened_by(ways: list[Exit], item: str) -> list[str]:
    """Where the ways lead that cannot be gone without this thing."""
    asked = [(way, [way.when, *way.when.any] if way.when is not None else []) for way in ways]
    return [way.to for way, conditions in asked if any(item in one.has for one in conditions)]


def route(
    world: World, state: StoryState, to: str, *, through_unknown: bool = False, through_shut: bool = False
) -> list[str] | None:
    """The shortest way to a place: the places after this one, or None where none leads there.

    It leads through exits that are open now, through places the player has been to and such as lie between two of
    those, which they know from both sides, so that nobody walks a way they cannot know; the options tell of ways
    beyond that. A way that leads round a threat is taken before one that leads past it.
    """
    if to == state.place:
        return []
    held = {threat.place for threat in state.threats.values() if threat.awake} - {to, state.place}
    for shunned in (held, set[str]()) if held else (held,):
        if way := _shortest(world, state, to, shunned, through_unknown, through_shut):
            return way
    return None


def _shortest(
    world: World, state: StoryState, to: str, shunned: set[str], through_unknown: bool, through_shut: bool
) -> list[str] | None:
    queue: deque[list[str]] = deque([[]])
    seen = {state.place, *shunned}
    while queue:
        path = queue.popleft()
        here = path[-1] if path else state.place
        known = not path or through_unknown or here in state.visited
        for way in exits(world, state, here):
            if way.to in seen or not (through_shut or is_open(world, state, way)):
                continue
            if not known and not _is_known_from(world, state, way.to, here):
                continue
            if way.to == to:
                return [*path, to]
            seen.add(way.to)
            queue.append([*path, way.to])
    return None
