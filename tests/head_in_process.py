"""Prints the heads of the playable worlds as token ids: run by tests in processes of their own, some of them spoilt.

`python -m tests.head_in_process SHIFT [PLANT]`: SHIFT seconds are added to the clock, and seeds `random`.
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
from tests.worldkit import playable_worlds
from worlds.schema import World

Texts = Callable[[World], dict[str, str]]


def plant(name: str) -> None:
    """Spoil the head as a careless change would."""
    sound: Texts = briefing.head_texts
    count = itertools.count(int(time.time()) % 1000)

    def spoilt(world: World) -> dict[str, str]:
        texts = sound(world)
        extra = {
            "clock": lambda: time.strftime("Today is %Y-%m-%d %H:%M.", time.gmtime(time.time())),
            "counter": lambda: f"Request {next(count)}.",
            "random": lambda: f"For example: {random.choice(list(world.items))}.",
            "set": lambda: "Words: " + ", ".join({f"word{number}" for number in range(9)}),
        }
        return {**texts, "cast": f"{extra[name]()}\n{texts['cast']}"}

    prompt.head_texts = spoilt  # type: ignore[attr-defined]


def main(shift: float, planted: str | None) -> None:
    real = time.time
    time.time = lambda: real() + shift
    random.seed(shift)
    if planted:
        plant(planted)
    chat = TextFormat()
    heads = {
        name: [[segment.name, list(segment.ids)] for segment in prompt.head_of(chat, world)]
        for name, world in playable_worlds().items()
    }
    print(json.dumps(heads))


if __name__ == "__main__":
    main(float(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else None)
