"""Where the player's own things were left: the one asked for, "the other one", what lies where one put it. Pure."""

from __future__ import annotations

from gamemaster.language.names.normalization import content_of, stem, words_of
from gamemaster.language.wording.agreement import is_plural
from gamemaster.language.wording.stock_lines import join_names, name_of
from gamemaster.rules.draft import HANDLED
from gamemaster.rules.reach import items_here, seen_items
from gamemaster.rules.state import StoryState, digest
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


_ASKING = frozenset("am is are was were did have has do does".split())
_BEING = frozenset({"is", "are", "was", "were"})
_STILL = frozenset({"still", "there", "here"})  # "is the dummy still there?"
_ONESELF = frozenset({"i", "me", "my", "myself", "we"})


def left_so(world: World, state: StoryState, question: list[str]) -> str:
    """Whether a thing is as small handling left it, "am I tied on?"; empty where it is asked of nothing of the kind."""
    if not question or question[0] not in _ASKING:
        return ""
    said = set(map(stem, question))
    if question[0] in _BEING and not said.isdisjoint(_STILL) and (gone := _gone_of(world, state, said)) is not None:
        return f"No. {item_place(world, state, gone)}"
    found: list[tuple[str, str, str | None]] = []
    for one in state.details.values():
        thing, _, how = one.text.partition(", ")
        named_so = question[0] in _BEING and not said.isdisjoint(_STILL) and _names_it(one.text, said)
        if one.kind == HANDLED and how and (stem(how.split()[0]) in said or named_so) and state.is_at_hand(one):
            found.append((thing, how, one.on))
    named = [one for one in found if not said.isdisjoint(map(stem, content_of(one[0])))]
    own = [one for one in found if "your" in one[1].split()]
    of_oneself = not _ONESELF.isdisjoint(question[1:3])
    there = "there, " if not said.isdisjoint(_STILL) else ""
    told = [
        f"{thing[:1].upper()}{thing[1:]} {'are' if is_plural(thing) else 'is'} {there}{how}."
        for thing, how, _ in found
    ]
    if not found:
        return ""
    if of_oneself and question[0] in ("am", "are") and not named:
        return f"{'Yes' if own else 'Not you yourself'}. {' '.join(told)}"
    return f"Yes. {' '.join(told[found.index(one)] for one in named or found[-1:])}"


def _gone_of(world: World, state: StoryState, said: set[str]) -> str | None:
    """What is asked about by name that the player has seen, and that is not where they stand any more."""
    away = (item for item, at in state.items.items() if at not in (PLAYER, state.place))
    gone = (item for item in away if _was_seen(world, state, item))
    names = ((item, set(map(stem, content_of(world.items[item].name)))) for item in gone)
    return next((item for item, named in names if named and named <= said), None)


def _was_seen(world: World, state: StoryState, item: str) -> bool:
    """Whether the player had a thing in hand, or was told how it lies."""
    if item not in world.items:
        return False
    return item in state.held or any(digest(text) in state.told for one in world.items[item].lying for text in one.text)


def _names_it(text: str, said: set[str]) -> bool:
    """Whether a question names what is told of, by what it is or by what it was made to be."""
    return any(stem(word) in said for word in words_of(text) if content_of(word) and word.isalpha())


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
    if where == NOWHERE and _was_seen(world, state, item):
        return f"You had {name}, and nothing is left of it." if item in state.held else f"Nothing is left of {name}."
    return f"You do not know where {name} is now."


def _spot(state: StoryState, item: str) -> str:
    return f", {state.spots[item]}" if item in state.spots else ""
