"""What a writer may arrange in a story of their own to try a scene: `!at jetty`, `!set lamp_lit`, `!give oil`. Pure.

These are no acts of the player: nobody sees them, and they cost no time. Beats that wait for them happen.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Collection

from gamemaster.rules.proposal import Outcome, PassTime, Ruling
from gamemaster.rules.state import StoryState
from worlds.schema import PLAYER, World

MARK = "!"
# What is ruled on then: no time passes, and what waited for this happens.
SETTLING = Outcome(changes=(PassTime(minutes=0),))


class ArrangementError(Exception):
    """It cannot be arranged; the message says what could be."""


def is_arrangement(words: str) -> bool:
    return words.lstrip().startswith(MARK)


def what_happened(ruling: Ruling) -> Ruling:
    """The ruling on `SETTLING` without the wait that it was."""
    return ruling.model_copy(
        update={"happenings": tuple(one for one in ruling.happenings if one.kind != "waited")}
    )


def arrange(world: World, state: StoryState, words: str) -> tuple[StoryState, str]:
    """The state after it, of the same turn, and what to say about it. Raises `ArrangementError`."""
    what, _, name = words.strip().removeprefix(MARK).strip().partition(" ")
    name = name.strip()
    if what not in ARRANGEMENTS:
        raise ArrangementError(
            f"There is no {MARK}{what}; there are: {', '.join(MARK + one for one in ARRANGEMENTS)}."
        )
    after = state.clone()
    return after, ARRANGEMENTS[what](world, after, name)


def _look_up(name: str, names: Collection[str], kind: str) -> str:
    if name in names:
        return name
    close = difflib.get_close_matches(name, list(names), n=1)
    raise ArrangementError(f"There is no {kind} {name!r}{f'; did you mean {close[0]!r}?' if close else '.'}")


def _put_player(world: World, state: StoryState, name: str) -> str:
    state.place = _look_up(name, world.locations, "place")
    state.visited[name] = state.visited.get(name, 0) + 1
    for one in state.characters.values():
        if one.following and one.alive:
            one.place = name
    return f"You are at {world.locations[name].name} now."


def _set_flag(world: World, state: StoryState, name: str) -> str:
    if not name.isidentifier():
        raise ArrangementError(f"{name!r} is no flag's name.")
    state.flags[name] = state.turn
    return f"The flag {name} is set."


def _clear_flag(world: World, state: StoryState, name: str) -> str:
    del state.flags[_look_up(name, state.flags, "flag that is set")]
    return f"The flag {name} is cleared."


def _give_item(world: World, state: StoryState, name: str) -> str:
    state.items[_look_up(name, world.items, "item")] = PLAYER
    state.held.setdefault(name, state.turn)
    state.spots.pop(name, None)
    state.concealed.pop(name, None)
    return f"You have {world.items[name].name}."


def _teach_fact(world: World, state: StoryState, name: str) -> str:
    state.facts[_look_up(name, world.facts, "fact")] = state.turn
    return f"You know: {world.facts[name].text}"


def _pass_minutes(world: World, state: StoryState, name: str) -> str:
    if not name.isdecimal() or not 0 < int(name) <= 10_000:
        raise ArrangementError("Say how many minutes: !minutes 60. Nothing happens meanwhile.")
    state.minutes += int(name)
    return f"{name} minutes are gone."


ARRANGEMENTS: dict[str, Callable[[World, StoryState, str], str]] = {
    "at": _put_player,
    "set": _set_flag,
    "clear": _clear_flag,
    "give": _give_item,
    "know": _teach_fact,
    "minutes": _pass_minutes,
}
