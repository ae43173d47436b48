"""Runs in the CPU test bed: builds a tiny storyteller, or plays its turns on the bare engine, and prints JSON.

    .venv-nia/bin/python -m benchmarks.cpu_engine build FOLDER
    .venv-nia/bin/python -m benchmarks.cpu_engine bare FOLDER TURNS

The turns are those of a played story, with the two requests each that the model narrator makes, one after the other.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from pathlib import Path

from benchmarks.gpu_rows import measure
from benchmarks.prompts import Lengths, recorded_story, requests_of
from inference.chat_template import HuggingFaceTokenizer, derive
from inference.profiles.loader import load_profile
from inference.scripted.tokenizer import OUTCOME
from inference.sglang.start import start_engine
from inference.testbed.checkpoints import Shape, write_storyteller
from worlds.loader import load_world

WORLD = Path(__file__).resolve().parent.parent / "worlds" / "lighthouse"
OVERRIDES = {"max_total_tokens": 65_536}
REASONING = "The player wants something small. It is allowed, and nothing hangs on it. So it comes about."
NARRATION = (
    "The lamp burns low, and the wind leans on the door as it has since the ship went down. You count the steps again "
    "and come out with one more than last time. Far below something knocks on wood, patiently, like a neighbour who "
    "has all winter. Nothing else moves. The glass has begun to sweat on the inside."
)


def build(folder: Path) -> None:
    write_storyteller(folder, REASONING, json.dumps(OUTCOME), NARRATION, Shape(context=32_768))


async def bare(folder: Path, turns: int) -> dict[str, list[float]]:
    """Seconds and new tokens of each turn but the first, which finds nothing in the prefix cache."""
    engine = await start_engine(str(folder), load_profile("cpu", OVERRIDES))
    try:
        chat = derive(HuggingFaceTokenizer.load(folder), engine.info)
        story = recorded_story(chat, load_world(WORLD), 1, turns + 1)
        seconds, tokens = [], []
        for turn in story:
            begun = time.perf_counter()
            ruling, telling = requests_of(turn, chat, 640, Lengths(640, 900), 120.0)
            done = [await measure(engine, ruling, True), await measure(engine, telling, False)]
            seconds.append(time.perf_counter() - begun)
            tokens.append(float(sum(one.account.completion_tokens for one in done)))
        return {"seconds": seconds[1:], "tokens": tokens[1:]}
    finally:
        await engine.close()


def main() -> None:
    what, folder, *rest = sys.argv[1:]
    if what == "build":
        build(Path(folder))
    else:
        print("BARE " + json.dumps(asyncio.run(bare(Path(folder), int(rest[0])))))


if __name__ == "__main__":
    main()
