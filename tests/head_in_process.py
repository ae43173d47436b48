"""Prints the heads of the playable worlds as token ids, sound and spoilt, and how each story's state is told at first.

`python -m tests.head_in_process SHIFT`: run by tests in processes of their own. SHIFT seconds are added to the clock,
and seed `random`.
"""

from __future__ import annotations

import itertools
import json
import random
import sys
import time
from collections.abc import Callable

from gamemaster.narration.prompts import head_text as briefing
from gamemaster.narration.prompts import prompt
from gamemaster.narration.prompts.chat_messages import TextFormat
from gamemaster.narration.prompts.state_text import state_text
from gamemaster.play.opening import begin
from tests.worldkit import playable_worlds
from worlds.schema import World

SOUND: Callable[[World], dict[str, str]] = briefing.head_texts
PLANTS = ("clock", "counter", "random", "set")


def plant(name: str) -> None:
    """Spoil the head as a careless change would."""
    count = itertools.count(int(time.time()) % 1000)

    def spoilt(world: World) -> dict[str, str]:
        texts = SOUND(world)
        extra = {
            "clock": lambda: time.strftime("Today is %Y-%m-%d %H:%M.", time.gmtime(time.time())),
            "counter": lambda: f"Request {next(count)}.",
            "random": lambda: f"For example: {random.choice(list(world.items))}.",
            "set": lambda: "Words: " + ", ".join({f"word{number}" for number in range(9)}),
        }
        return {**texts, "cast": f"{extra[name]()}\n{texts['cast']}"}

    prompt.head_texts = spoilt  # type: ignore[attr-defined]


def heads() -> dict[str, list[tuple[str, tuple[int, ...]]]]:
    chat = TextFormat()
    return {
        name: [(segment.name, segment.ids) for segment in prompt.head_of(chat, world)]
        for name, world in playable_worlds().items()
    }


def main(shift: float) -> None:
    real = time.time
    time.time = lambda: real() + shift
    found = {"": heads()}
    for name in PLANTS:
        random.seed(shift)
        plant(name)
        found[name] = heads()
    states = {name: repr(state_text(world, begin(world, 1))) for name, world in playable_worlds().items()}
    print(json.dumps({"heads": found, "states": states}))


if __name__ == "__main__":
    main(float(sys.argv[1]))
