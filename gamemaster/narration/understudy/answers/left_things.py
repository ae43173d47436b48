"""Where the player's own things were left: the one asked for, "the other one", what lies where one put it. Pure."""

from __future__ import annotations

from gamemaster.language.wording.stock_lines import join_names, name_of
from gamemaster.rules.reach import items_here, seen_items
from gamemaster.rules.state import StoryState
from worlds.schema import NOWHERE, PLAYER, World

MOST_LISTED = 4


def the_other(state: StoryState) -> str | None:
    """The thing that the player had in hand last of those that they carry no more."""
    gone = [item for item in state.held if state.items.get(item) not in (PLAYER, None)]
    return max(gone, key=lambda item: state.held[item]) if gone else None


def laid_here(world: World, state: StoryState, feature: str | None) -> str:
    """What the player put down in this place, on or by a feature; empty where they put nothing there."""
    here = [item for item in state.held if state.items.get(item) == state.place]
    names = set(name_of(world, feature).split()) if feature is not None else set()
    laid = [item for item in here if not names or names & set(state.spots.get(item, "").split())] or here
    found = [f"{name_of(world, item)}{_spot(state, item)}" for item in reversed(laid)]
    return f"You left {join_names(found[:MOST_LISTED])}." if found else ""


def item_place(world: World, state: StoryState, item: str) -> str:
    """Where a thing is as far as the player knows."""
    where, name = state.items[item], name_of(world, item)
    subject = f"{name[:1].upper()}{name[1:]}"
    if where == PLAYER:
        return f"You have {name} on you."
    if where == state.place and item in items_here(world, state):
        return f"{subject} is here{_spot(state, item)}."
    if item in state.held and where in world.locations and where in state.visited:
        spot = f" {state.spots[item]}," if item in state.spots else ""
        return f"You left {name}{spot} at {name_of(world, where)}."
    if item in seen_items(world, state):
        return f"You saw {name} at {name_of(world, where)}."
    if item in state.held and where in world.characters:
        return f"{world.characters[where].name} had {name} last, as far as you know."
    if item in state.held and where == NOWHERE:
        return f"You had {name}, and nothing is left of it."
    return f"You do not know where {name} is now."


def _spot(state: StoryState, item: str) -> str:
    return f", {state.spots[item]}" if item in state.spots else ""
