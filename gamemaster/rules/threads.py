"""The questions that a story holds open: which ones, what leads on, and what the player is after. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass

from gamemaster.rules.conditions import holds
from gamemaster.rules.reach import route
from gamemaster.rules.state import StoryState
from worlds.schema import PLAYER, Step, World

MOST_SHOWN = 3


@dataclass(frozen=True)
class OpenThread:
    """A thread as it stands. `next_input` is what a player might type about it now, None if nothing can be done."""

    text: str
    goal: str
    next_input: str | None = None


def open_threads(world: World, state: StoryState) -> tuple[OpenThread, ...]:
    """The open threads, the leading one first: the writer's, then what the player has promised."""
    if state.ended is not None:
        return ()
    written = sorted(
        (
            thread
            for thread in world.threads.values()
            if holds(thread.opens, world, state) and not holds(thread.closes, world, state)
        ),
        key=lambda thread: -thread.priority,
    )
    found = [OpenThread(one.text, one.goal, next_input(world, state, one.steps)) for one in written]
    found += [OpenThread(text, "") for text in _open_promises(world, state)]
    return tuple(found)


def goal_of(world: World, state: StoryState, threads: tuple[OpenThread, ...] | None = None) -> str:
    """What the player is after, in the fiction's words: the leading thread's goal, else the world's.

    `threads` are the open ones, where they are known already.
    """
    if state.ended is not None:
        return ""
    threads = threads if threads is not None else open_threads(world, state)
    return next((thread.goal for thread in threads if thread.goal), world.goal)


def next_input(world: World, state: StoryState, steps: tuple[Step, ...]) -> str | None:
    """What to type about the first step that is still to be done: itself, or the way to where it is done."""
    for step in steps:
        if holds(step.done, world, state):
            continue
        if not holds(step.when, world, state):
            return None
        if step.at is None or step.at == state.place:
            return _with_names(world, step.say)
        way = route(world, state, step.at, through_unknown=True)
        return f"go to {_in_a_sentence(world.locations[way[0]].name)}" if way else None
    return None


_LOWER_WORD = re.compile(r"(?<!\bthe )(?<!\ba )(?<!\ban )\b[a-z]\w+")


def _with_names(world: World, said: str) -> str:
    """A writer's step with people by the names that the player knows: "ask oda about it" shows what is no name."""
    return _LOWER_WORD.sub(lambda found: _name_shown(world, found[0]), said)


def _name_shown(world: World, word: str) -> str:
    """A word of somebody's name as it is written; for what only their writer calls them, their name."""
    for person in world.characters.values():
        written = next((one for one in person.name.split()[-1:] if one.casefold() == word), None)
        if written is not None:
            return written
    return _in_a_sentence(world.characters[word].name) if word in world.characters else word


def _in_a_sentence(name: str) -> str:
    return f"the {name[4:]}" if name.startswith("The ") else name


def _open_promises(world: World, state: StoryState) -> list[str]:
    """The player's own open promises, in words."""
    return [
        f"You promised {world.characters[one.to].name} {one.what}."
        for _, one in sorted(state.promises.items(), key=lambda kept: (kept[1].turn, kept[0]))
        if one.by == PLAYER and one.status == "open" and one.to in world.characters
    ]
