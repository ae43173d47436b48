"""What anybody who lives in a place knows of it: where its rooms and fixtures are, and how one gets there. Pure.

Nothing that is hidden from the player by its writer is given away: no secret feature, no way that does not show.
"""

from __future__ import annotations

from collections.abc import Iterator

from gamemaster.language.names.normalization import stem
from gamemaster.language.names.noun_index import name_words, nouns_of
from gamemaster.rules.conditions import holds
from gamemaster.rules.reach import exits
from gamemaster.rules.state import StoryState
from worlds.schema import World


def place_of_fixture(world: World, state: StoryState, thing: str) -> str | None:
    """The place of something that stands where it is and that nobody hides; a place is its own."""
    if thing in world.locations:
        return thing
    home = nouns_of(world).home.get(thing)
    feature = world.locations[home].notice.get(thing) if home is not None else None
    if feature is None or feature.secret or feature.search or not holds(feature.when, world, state):
        return None
    return home


def fixtures_called(world: World, state: StoryState, stems: frozenset[str]) -> Iterator[str]:
    """Features and places that go by all of these words in one of their names, closest names first."""
    found = []
    for thing, parts in nouns_of(world).parts.items():
        if nouns_of(world).kinds[thing] not in ("feature", "place") or not stems <= parts:
            continue
        spare = min(
            (len(name.stems) - len(stems) for name in nouns_of(world).names
             if name.thing == thing and stems <= set(name.stems) and name.head in stems),
            default=None,
        )  # fmt: skip
        if spare is not None and place_of_fixture(world, state, thing) is not None:
            found.append(
                (spare, nouns_of(world).kinds[thing] != "place", nouns_of(world).order[thing], thing)
            )
    yield from (one[-1] for one in sorted(found))


def way_there(world: World, state: StoryState, thing: str) -> tuple[str, str] | None:
    """The place where a fixture is and the first step of the way to it; None where it is here, or no way shows."""
    place = place_of_fixture(world, state, thing)
    step = first_step(world, state, place) if place is not None and place != state.place else None
    return (place, step) if place is not None and step is not None else None


def first_step(world: World, state: StoryState, goal: str) -> str | None:
    """The first place on the shortest way to a goal, by ways that can be seen, open or not."""
    queue, came_from = [state.place], {state.place: ""}
    for here in queue:
        for way in exits(world, state, here):
            if way.to not in came_from:
                came_from[way.to] = here
                queue.append(way.to)
    if goal not in came_from:
        return None
    while came_from[goal] not in ("", state.place):
        goal = came_from[goal]
    return goal


def stems_of(name: str) -> frozenset[str]:
    """The words of a name by their stems, without what only joins them."""
    return frozenset(
        stem(word) for word in name_words(name) if word not in ("of", "and", "the", "my", "your")
    )
