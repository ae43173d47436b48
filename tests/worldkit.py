"""The sample world, and short ways to rule on it."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from gamemaster.rules.proposal import Happening, Intent, Operation, Outcome, Roll
from gamemaster.rules.referee import Ruled, rule
from gamemaster.rules.state import StoryState, new_story
from tests.made_once import examine_once
from worlds.loader import WorldErrors
from worlds.schema import World

ROOT = Path(__file__).resolve().parent.parent
# The beginning of a tiny world, for tests that write the rest themselves.
ISLE = {"id": "isle", "title": "The Isle", "summary": "An isle.", "bible": "Plain.", "opening": "You land."}
ISLE_HEAD = """
title: The Isle
summary: An isle.
bible: Plain.
opening: You land.
player: {at: quay, death: dead}
"""  # the same in a file
LUCKY, FAIR, UNLUCKY = Roll(d20=(20,)), Roll(d20=(10,)), Roll(d20=(1,))


@cache
def world_at(folder: str) -> World:
    # Test modules ask for worlds while they are imported, before the fixture of `made_once` is at work.
    found = examine_once(ROOT / folder)
    if found.faults or found.world is None:
        raise WorldErrors(ROOT / folder, found.faults)
    return found.world


def sample() -> World:
    return world_at("tests/sample_world")


@cache
def playable_worlds() -> dict[str, World]:
    """The sample world, and those of the project that can be played as they stand."""
    found = {"sample_world": sample()}
    for name in ("lighthouse", "long_night"):
        try:
            found[name] = world_at(f"worlds/{name}")
        except WorldErrors:
            continue
    return found


def begin(**changes: object) -> StoryState:
    """A new story in the sample world, with some of its parts replaced."""
    return new_story(sample(), 1).model_copy(update=changes, deep=True)


def act(
    state: StoryState, *operations: Operation, verbs: str = "", roll: Roll = FAIR, objects: str = ""
) -> Ruled:
    """Rule on operations in the sample world, as if the player's words held these verbs and things."""
    things = tuple(objects.split())
    intents = tuple(Intent(verb=verb, objects=things) for verb in verbs.split())
    return rule(sample(), state, Outcome(intents=intents, changes=operations), roll)


def kinds(ruled: Ruled) -> list[str]:
    return [happening.kind for happening in ruled.ruling.happenings]


def codes(ruled: Ruled) -> list[str]:
    return [rejection.code for rejection in ruled.ruling.rejections]


def first(ruled: Ruled, kind: str) -> Happening:
    return next(happening for happening in ruled.ruling.happenings if happening.kind == kind)
