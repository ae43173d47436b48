"""A world that is edited while a story is played in it: the story goes on where it is, and its writer is told what of
it could not be kept, and why. Pure.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from gamemaster.rules.state import StoryState
from gamemaster.rules.upkeep.renames import THINGS, renames_of
from gamemaster.rules.upkeep.world_upgrade import refit
from worlds.schema import NOWHERE, PLAYER, World

# Parts of a state that are remembered by id, and are dropped with what they are about.
_REMEMBERED = (
    "items", "characters", "threats", "needs", "skills", "held", "facts", "visited", "searched", "noticed", "beats",
    "finished", "rules", "promises", "concealed", "spots", "lines", "seen_at",
)  # fmt: skip


def carry_over(old: World, new: World, stored: StoryState, played: StoryState) -> StoryState:
    """The state that a story in play goes on with in the edited world.

    `played` is what it goes on from, `stored` what the last turn left: a part that an earlier edit took away is there
    again when it is back. What nobody has touched yet follows the edit: a thing put elsewhere lies elsewhere.
    """
    whole = played.clone()
    for field in _REMEMBERED:
        setattr(whole, field, getattr(stored, field) | getattr(played, field))
    if stored.place in new.locations:
        whole.place = stored.place
    for item, place in list(whole.items.items()):
        if item in old.items and item in new.items and item not in whole.held and place == old.items[item].at:
            whole.items[item] = new.items[item].at
    for who, one in list(whole.characters.items()):
        untouched = who in old.characters and one.place == old.characters[who].at and not one.following
        if untouched and who in new.characters:
            whole.characters[who] = one.model_copy(update={"place": new.characters[who].at})
    return refit(new, whole)


def losses(old: World, new: World, before: StoryState, after: StoryState) -> list[str]:
    """What the edit took from a story, and what it renamed, in sentences for the writer."""
    return [
        *_rename_notes(new, before),
        *_place_note(old, new, before, after),
        *_loss_notes(old, new, before),
        *_move_notes(old, new, before),
    ]


def _known_now(new: World, section: str) -> Mapping[str, str]:
    return renames_of(new).get(section, {})


def _rename_notes(new: World, before: StoryState) -> Iterator[str]:
    in_play = {
        before.place,
        *before.items,
        *before.characters,
        *before.threats,
        *before.noticed,
        *before.facts,
        *before.beats,
    }
    for names in renames_of(new).values():
        for name, now in names.items():
            if name in in_play:
                yield f"`{name}` is `{now}` now: what the story knew of it is kept."


def _place_note(old: World, new: World, before: StoryState, after: StoryState) -> Iterator[str]:
    if before.place in new.locations or before.place in _known_now(new, THINGS):
        return
    was = old.locations[before.place].name if before.place in old.locations else before.place
    yield (
        f"The place where the story stood, {was} (`{before.place}`), is gone: it goes on at "
        f"{new.locations[after.place].name}, where the world begins. If it has another id now, write "
        f"`was: {before.place}` there."
    )


def _loss_notes(old: World, new: World, before: StoryState) -> Iterator[str]:
    things = _known_now(new, THINGS)
    for item, place in before.items.items():
        if item in new.items or item in things or (place == NOWHERE and item not in before.held):
            continue
        where = "which the player carried" if place == PLAYER else f"which was at `{place}`"
        yield _sentence(item, _name(old.items, item), where)
    for who, one in before.characters.items():
        if who not in new.characters and who not in things and one.met:
            yield _sentence(who, _name(old.characters, who), "whom the player has met")
    for section, what in (
        ("facts", "which the player knew"),
        ("beats", "which has happened"),
        ("promises", "which was given"),
    ):
        there, now = getattr(new, section), _known_now(new, section)
        for name in getattr(before, section):
            if name in getattr(old, section) and name not in there and name not in now:
                yield _sentence(name, name, what)


def _move_notes(old: World, new: World, before: StoryState) -> Iterator[str]:
    """Things and people that stood in a place that is gone."""
    gone = {
        place
        for place in old.locations
        if place not in new.locations and place not in _known_now(new, THINGS)
    }
    for item, place in before.items.items():
        if place in gone and item in new.items:
            now = new.items[item].at
            yield f"{_name(new.items, item)} (`{item}`) lay at `{place}`, which is gone: it is at `{now}` again."
    for who, one in before.characters.items():
        if one.place in gone and who in new.characters:
            name, now = _name(new.characters, who), new.characters[who].at
            yield f"{name} (`{who}`) was at `{one.place}`, which is gone: at `{now}` again."


def _sentence(part: str, name: str, what: str) -> str:
    title = f"`{part}`" if name == part else f"{name} (`{part}`)"
    gone = f"{title}, {what}, is gone from the world: the story has it no longer."
    return f"{gone} If it was renamed, write `was: {part}`."


def _name(section: Mapping[str, object], part: str) -> str:
    return str(getattr(section.get(part), "name", part))
