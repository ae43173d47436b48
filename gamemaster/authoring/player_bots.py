"""Bots that type as people do: orders, speech, questions, gestures, memories, ideas and slips."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from gamemaster.authoring.bots import name_of
from gamemaster.narration.understudy.suggestions import suggest
from gamemaster.narration.understudy.understudy import Played
from gamemaster.rules.dice import choose, percent
from gamemaster.rules.reach import exits, features, is_open, items_here
from gamemaster.rules.state import StoryState
from worlds.safe_yaml import load_packaged
from worlds.schema import World

# How often each role is typed, in percent, as in the lists that players' inputs were judged by.
SHARES = {
    "deeds": 42, "speech": 20, "questions": 12, "emotes": 7, "background": 5, "ideas": 9, "messy": 5,
}  # fmt: skip
_PLACEHOLDER = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True)
class Typed:
    """An input and the role that it was written for: a key of `SHARES`."""

    role: str
    words: str


@lru_cache(maxsize=1)
def templates() -> dict[str, tuple[str, ...]]:
    data = load_packaged("gamemaster.authoring", "typed.yaml")
    return {role: tuple(map(str, lines)) for role, lines in data.items()}


@dataclass(frozen=True)
class TypistBot:
    """Types a template of a role that is drawn by its share, filled with names that the player can see."""

    run: int

    def next(self, world: World, state: StoryState, last: Played | None) -> str:
        return self.next_input(world, state).words

    def next_input(self, world: World, state: StoryState) -> Typed:
        roll, role = percent(state.seed, self.run, state.turn, "role"), "deeds"
        for name, share in SHARES.items():
            role = name
            if roll < share:
                break
            roll -= share
        names = _names(world, state, self.run)
        if role == "speech" and "person" not in names:
            role = "deeds"  # who is alone does not talk
        fitting = [line for line in templates()[role] if set(_PLACEHOLDER.findall(line)) <= names.keys()]
        return Typed(role, choose(fitting, state.seed, self.run, state.turn, role).format(**names))


def _names(world: World, state: StoryState, run: int) -> Mapping[str, str]:
    """One name for each kind of thing that is in sight."""
    kinds = {
        "thing": [feature.id for feature in features(world, state) if not feature.secret],
        "item": items_here(world, state),
        "carried": state.carried_items(),
        "person": state.present(),
        "way": [way.to for way in exits(world, state) if is_open(world, state, way)],
    }
    names = {
        kind: name_of(world, choose(things, state.seed, run, state.turn, kind))
        for kind, things in kinds.items()
        if things
    }
    offered = suggest(world, state)
    return (
        {**names, "suggestion": choose(offered, state.seed, run, state.turn, "suggestion")}
        if offered
        else names
    )
