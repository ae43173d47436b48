"""Whatever is typed is answered: lines of all lists, put together, cut and aimed at other names, in every world."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from gamemaster.narration.understudy.understudy import play
from gamemaster.play.opening import begin
from tests.worldkit import world_at
from worlds.schema import World

TESTS = Path(__file__).parents[2]
WORLDS = (
    "worlds/long_night",
    "worlds/lighthouse",
    "tests/worlds_modern/brannigan",
    "tests/worlds_modern/deck_nine",
    "tests/worlds_unseen/caravanserai",
    "tests/sample_world",
)
LINES = tuple(
    str(row["input"])
    for path in sorted((TESTS / "inputs").glob("*.jsonl"))
    for row in map(json.loads, path.read_text(encoding="utf-8").splitlines())
    if "input" in row
)
OATHS = ("", "", "", "", "damn. ok ", "no no ", "shit, ", "wait. ", "lol ", "what the hell. ", "hmm... ")
JOINTS = (", ", " and ", ". ", " then ", " but ", "? ")
TURNS, A_STORY = 200, 20


def any_input(chance: random.Random, names: list[str]) -> str:
    """A line, or two lines put together; one word of it may be a name, and it may break off anywhere."""
    words = chance.choice(OATHS) + chance.choice(LINES)
    if chance.random() < 0.3:
        words += chance.choice(JOINTS) + chance.choice(LINES)
    split = words.split()
    if chance.random() < 0.4:
        split[chance.randrange(len(split))] = chance.choice(names)
    if chance.random() < 0.3:
        split = split[: chance.randrange(len(split)) + 1]
    return " ".join(split)[:500]


def names_of(world: World) -> list[str]:
    return [one.name for part in (world.characters, world.items, world.locations) for one in part.values()]


@pytest.mark.slow
@pytest.mark.parametrize("folder", WORLDS)
def test_whatever_is_typed_is_answered(folder: str) -> None:
    world, chance = world_at(folder), random.Random(11)
    for story in range(TURNS // A_STORY):
        state = begin(world, story)
        for _ in range(A_STORY):
            words = any_input(chance, names_of(world))
            played = play(world, state, words)
            assert played.spans, words
            state = played.after
            if state.ended:
                break


def test_the_lists_are_there() -> None:
    assert len(LINES) > 1000


@pytest.mark.parametrize(
    "words",
    [
        "leave in a hurry",
        "we have to leave in a hurry",
        "leave on",
        "leave of the",
        "damn. ok what was i told",
    ],
)
def test_what_names_nothing_is_answered(words: str) -> None:
    world = world_at("worlds/long_night")
    assert play(world, begin(world, 1), words).spans
