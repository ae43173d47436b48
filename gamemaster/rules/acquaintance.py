"""By what name the player knows people: whoever is `unnamed` is called otherwise until their condition holds. Pure.

A world as it is met is the same world with other names. Everything that reads or tells a turn takes it, so that a name
stands nowhere before it was given: in no text, panel, label or suggestion.
"""

from __future__ import annotations

from gamemaster.rules.conditions import holds
from gamemaster.rules.state import StoryState
from worlds.per_world import per_world
from worlds.schema import Character, World


def as_met(world: World, state: StoryState) -> World:
    """The world with the names that the player knows by now. The same names give the same object."""
    nameless = tuple(
        who
        for who, unnamed in _strangers(world).items()
        if unnamed.unnamed is not None and not holds(unnamed.unnamed.until, world, state)
    )
    if not nameless:
        return world
    made = _versions(world)
    if nameless not in made:
        people = {who: _nameless(world.characters[who]) for who in nameless}
        made[nameless] = world.model_copy(update={"characters": world.characters | people})
        for who, person in people.items():
            kept_back = {word for word in world.characters[who].name.split() if word[:1].isupper()}
            names_kept_back(made[nameless]).update(
                {*map(str.casefold, kept_back)} - {*person.name.casefold().split()}
            )
    return made[nameless]


@per_world
def names_kept_back(world: World) -> set[str]:
    """The words of the names that a world as it is met keeps back: nothing is offered by them. Filled by `as_met`."""
    return set()


def withholds_names(world: World) -> bool:
    """Whether anybody in a world is called otherwise at first."""
    return bool(_strangers(world))


@per_world
def _strangers(world: World) -> dict[str, Character]:
    people = world.characters.items()
    return {who: person for who, person in people if person.unnamed is not None and not person.is_nameless}


@per_world
def _versions(world: World) -> dict[tuple[str, ...], World]:
    """The worlds made of this one, by who is nameless in them."""
    return {}


@per_world
def _nameless(person: Character) -> Character:
    """Somebody as strangers call them, the same in each world as it is met. Of their aliases only what is no name:
    no word of the name, and no capital."""
    assert person.unnamed is not None
    of_name = set(person.name.lower().split())
    aliases = tuple(
        alias for alias in person.aliases if alias[:1].islower() and of_name.isdisjoint(alias.lower().split())
    )
    return person.model_copy(update={"name": person.unnamed.call, "aliases": aliases})
