"""Fits a story's state to a world that was changed since: what is new comes in, what is gone goes out, and what was
renamed (`was:`) is known by its new name. Pure.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TypeVar

from gamemaster.rules.state import FOCUS_WORDS, StoryState, new_story
from gamemaster.rules.upkeep.renames import rename_parts
from worlds.schema import NOWHERE, PLAYER, World

V = TypeVar("V")


def refit(world: World, state: StoryState) -> StoryState:
    """The state as the world now allows it; the same object when it fits already.

    A thing whose place is gone is put where the world has it at the start.
    """
    fresh = new_story(world, state.seed)
    known = rename_parts(world, state)
    fitted = known.clone()
    places = world.locations.keys() | {NOWHERE}
    holders = places | world.characters.keys() | {PLAYER}
    fitted.items = {
        item: place if (place := known.items.get(item, start)) in holders else start
        for item, start in fresh.items.items()
    }
    fitted.characters = {
        who: now if (now := fitted.characters.get(who, start)).place in places else start
        for who, start in fresh.characters.items()
    }
    for who, now in fitted.characters.items():
        people = world.characters.keys() | {PLAYER}
        written = {**fresh.characters[who].relations, **now.relations}
        now.relations = {whom: bonds for whom, bonds in written.items() if whom in people}
    fitted.threats = {
        threat: it if (it := fitted.threats.get(threat, start)).place in places else start
        for threat, start in fresh.threats.items()
    }
    fitted.needs = {need: known.needs.get(need, start) for need, start in fresh.needs.items()}
    fitted.skills = {skill: known.skills.get(skill, start) for skill, start in fresh.skills.items()}
    _leave_out(world, fitted)
    if known.place not in world.locations:
        fitted.place = fresh.place
        fitted.visited.setdefault(fresh.place, 1)
    if known.ended not in world.endings:
        fitted.ended = None
    return state if fitted == state else fitted


def _leave_out(world: World, state: StoryState) -> None:
    """What is remembered of things that are no more."""
    things = {
        *world.items,
        *world.characters,
        *world.locations,
        *world.threats,
        *(f.id for _, f in world.features()),
    }
    state.held = _keep_known(state.held, world.items)
    state.facts = _keep_known(state.facts, world.facts)
    state.visited = _keep_known(state.visited, world.locations)
    state.seen_at = {
        who: place
        for who, place in state.seen_at.items()
        if who in world.characters and place in world.locations
    }
    state.searched = _keep_known(state.searched, world.locations)
    state.noticed = _keep_known(state.noticed, things)
    state.beats = _keep_known(state.beats, world.beats)
    state.finished = _keep_known(state.finished, world.beats)
    people = {*world.characters, PLAYER}
    state.promises = {name: it for name, it in state.promises.items() if {it.by, it.to} <= people}
    state.concealed = _keep_known(state.concealed, world.items)
    state.details = {
        name: one
        for name, one in state.details.items()
        if one.place in world.locations and (one.on is None or one.on in {*things, PLAYER})
    }
    state.blocks = {
        way: block
        for way, block in state.blocks.items()
        if {*way.split("|")} <= world.locations.keys() and (block.by is None or block.by in world.items)
    }
    state.focus = {
        word: thing for word, thing in state.focus.items() if thing in things or word in FOCUS_WORDS
    }


def _keep_known(remembered: dict[str, V], names: Collection[str]) -> dict[str, V]:
    return {name: value for name, value in remembered.items() if name in names}
