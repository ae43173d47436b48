"""Walks: to a place, by a way that is named, to whoever is elsewhere, away from a threat. Pure."""

from __future__ import annotations

from gamemaster.rules import proposal as ops
from gamemaster.rules.proposal import Intent, Operation
from gamemaster.rules.reach import exits, is_open, route
from gamemaster.rules.state import StoryState
from worlds.schema import Effects, World

_MOST_NEW = 4  # places never seen before that one walk leads through: each is described


def walk_by(world: World, state: StoryState, by: str | None, goal: str) -> list[Operation]:
    """To a place by the way that was named, lift or stairs: as far as that, where nothing known leads on from it."""
    if by not in {way.to for way in exits(world, state)} or by == goal:
        return []
    if goal in {way.to for way in exits(world, state, by)}:
        return [ops.Move(to=str(by)), ops.Move(to=goal)]
    there = state.model_copy(update={"place": by})
    onward = route(world, there, goal) or []
    if not onward and state.place not in (beyond := route(world, there, goal, through_unknown=True) or []):
        onward = _until_stopped(world, there, beyond)[: _MOST_NEW - 1]
    return [ops.Move(to=place) for place in (str(by), *([] if state.place in onward else onward))]


def walk_to(world: World, state: StoryState, goal: str) -> list[Operation]:
    """The walk to a place, as far as ways are known and open."""
    if goal == state.place:
        return [ops.Try(verb="go", what=goal, why="here_already")]
    way = route(world, state, goal)
    if way is None:  # not by places the player knows: they set out, and go on while nothing stops them
        beyond = route(world, state, goal, through_unknown=True)
        if beyond is None:
            beyond = route(world, state, goal, through_unknown=True, through_shut=True)
        way = _until_stopped(world, state, beyond or [])
    if way:
        held = {threat: t.place for threat, t in state.threats.items() if t.awake and threat in state.noticed}
        past = next((at for at, place in enumerate(way[:-1]) if at and place in held.values()), None)
        if past is not None:  # nobody walks past a threat unasked: the way stops short of it, and says why
            threat = next(threat for threat, place in held.items() if place == way[past])
            halt = ops.Try(verb="go", what=threat, why="in_the_way")
            return [*(ops.Move(to=place) for place in way[:past]), halt]
        halted = way[-1] != goal and len(way) == _MOST_NEW
        on = [ops.Try(verb="go", why="further_on")] if halted else []  # and it is said that the way is longer
        return [*(ops.Move(to=place) for place in way), *on]
    return [ops.Try(verb="go", what=goal, why="no_way" if goal in state.visited else "no_such_way")]


def _until_stopped(world: World, state: StoryState, path: list[str]) -> list[str]:
    """As far as the first exit that is shut, the first new place that something comes of, or the last that a turn has
    room to tell of; that one included."""
    here, out = state.place, []
    for place in path:
        out.append(place)
        ways = [way for way in exits(world, state, here) if way.to == place and is_open(world, state, way)]
        new = sum(one not in state.visited for one in out)
        if not ways or new == _MOST_NEW or (place not in state.visited and ways[0].effects != Effects()):
            break
        here = place
    return out


def to_person(world: World, state: StoryState, intent: Intent, who: str) -> list[Operation]:
    """The walk to somebody who is elsewhere, where it is known where they are."""
    person = state.characters[who]
    if not person.alive:
        return [ops.Try(verb=intent.verb, what=who, why="dead")]
    if person.place == state.place:
        return [ops.Try(verb=intent.verb, what=who, why="follow_here")]
    # Somebody next door can be seen or heard to go; further off, the player
    # cannot know where they are now.
    if any(way.to == person.place and is_open(world, state, way) for way in exits(world, state)):
        return [ops.Move(to=person.place)]
    seen = state.seen_at.get(who, state.place)
    if seen != state.place and seen in state.visited:
        return walk_to(world, state, seen)  # where the player last had them in sight
    return [ops.Try(verb=intent.verb, what=who, why="who_not_here")]


def flee(world: World, state: StoryState) -> list[Operation]:
    """Run to the place next door that is farthest from harm: known rather than not, and never to a threat."""
    held = {t.place for t in state.threats.values()}
    ways = [way.to for way in exits(world, state) if is_open(world, state, way) and way.to not in held]
    ways.sort(key=lambda place: (place not in state.visited, not world.locations[place].indoors))
    return [ops.Move(to=ways[0])] if ways else [ops.Try(verb="flee", why="no_direction")]


_WAYS = frozenset(
    """door stair staircase stairs step steps ladder path track road lane lift elevator passage corridor tunnel
    hatch""".split()
)


def is_way_unknown(world: World, intent: Intent) -> bool:
    """Whether a way is to be taken that nothing here is called by: which there are is told, and nobody has gone."""
    words = intent.words.split()
    named = next((word for word in words[1:] if word in _WAYS), "")  # "lift the stone" is no lift
    taken = intent.verb == "take" and bool(named) and bool(intent.objects)
    return taken and not any(thing in world.items for thing in intent.objects) and "off" not in words
