"""Worlds of 10 to 10,000 entities: loaded and checked, begun, and played again, to see whether cost grows with size.

Run `python -m benchmarks.worlds [--sizes 10,100,1000,10000] [--quick]`. An entity is a place, a thing, a person, a
rule, a beat or a fact. Seconds are of CPU, the best of three; a play has 40 turns.
"""

from __future__ import annotations

import argparse
import gc
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from benchmarks.measuring import result
from gamemaster.authoring.skein.comparison import compare_play, record_play
from gamemaster.play.opening import begin
from gamemaster.rules.dice import roll_for
from worlds.loader import examine, load_world

T = TypeVar("T")
SIZES = (10, 100, 1_000, 10_000)
TURNS = 40
STOPS_PER_FILE = 100  # a world's file holds a mebibyte at most
SYLLABLES = "bar cal dun fen gor hal isk jor kel lin mor nev orn pel ras sil tor ulf ven wex yar zel".split()


def name_of(number: int) -> str:
    """A name that no other number has."""
    word = ""
    for _ in range(3):
        number, rest = divmod(number, len(SYLLABLES))
        word += SYLLABLES[rest]
    return word + (f" {number}" if number else "")


HEAD = """
title: The Road
summary: A road.
bible: Plain.
opening: You set out.
player: {at: p0, death: dead}
skills: {wits: {name: Wits}}
endings:
  dead: {title: Dead, when: {wounds: 10}, text: You die., defeat: true}
  there: {title: There, when: {set: rung_1}, text: You are there., path: [go east, ring the bell]}
"""
# One stop of the road and what is there, section by section.
STOP = {
    "locations": """
  p{n}:
    name: {name} Cross
    description: The crossing at {name}.
    exits: [{exits}]
    notice: {{bell_{n}: {{name: bell, text: The bell of {name}.}}}}
""",
    "items": """
  i{n}: {{name: {name} coin, description: It is worn., at: p{n}}}
""",
    "characters": """
  c{n}:
    name: {name}
    persona: A keeper.
    want: Rest.
    fear: Noise.
    secret: None.
    manner: Short.
    description: Old.
    at: p{n}
    topics:
      t{n}: {{names: [the bell of {name}], lines: [{{text: It is cracked., effects: {{learn: f{n}}}}}]}}
""",
    "rules": """
  r{n}: {{verbs: ring, on: bell_{n}, text: It rings., effects: {{set: rung_{n}}}, once: true}}
""",
    "beats": """
  b{n}: {{when: {{set: rung_{n}, at: p{n}}}, text: Somebody in {name} looks up.}}
""",
    "facts": """
  f{n}: {{text: The bell of {name} is cracked.}}
""",
}


def write_world(folder: Path, entities: int) -> None:
    """A road of places, with a thing, a person, a rule, a beat and a fact at each."""
    folder.mkdir(parents=True)
    stops = max(2, entities // len(STOP))
    (folder / "world.yaml").write_text(HEAD, encoding="utf-8")
    for start in range(0, stops, STOPS_PER_FILE):
        numbers = range(start, min(stops, start + STOPS_PER_FILE))
        sections = (
            f"{section}:" + "".join(text_of(text, n, stops) for n in numbers)
            for section, text in STOP.items()
        )
        (folder / f"road_{start:06}.yaml").write_text("".join(sections), encoding="utf-8")


def text_of(text: str, n: int, stops: int) -> str:
    ways = [f"{{to: p{n + 1}, direction: east}}"] if n + 1 < stops else []
    ways += [f"{{to: p{n - 1}, direction: west}}"] if n else []
    return text.rstrip("\n").format(n=n, name=name_of(n).title(), exits=", ".join(ways)) + "\n"


def seconds(work: Callable[[], T], runs: int) -> tuple[float, T]:
    """CPU of the best run, and what the last one gave."""
    found = []
    for _ in range(runs):
        gc.collect()
        began = time.process_time()
        given = work()
        found.append(time.process_time() - began)
    return min(found), given


def measure(entities: int, runs: int) -> dict[str, float]:
    """Seconds of CPU for a world of this size."""
    with tempfile.TemporaryDirectory() as home:
        folder = Path(home) / "road"
        write_world(folder, entities)
        check_s, found = seconds(lambda: examine(folder), runs)
        assert found.playable, found.faults[:3]
        world = load_world(folder)
        begin_s, _ = seconds(lambda: begin(world, 1), runs)
        says = ["look", "go east", "ring the bell", "go west", "wait"] * (TURNS // 5)
        inputs = [
            (say, roll_for(1, number + 1).d20) for number, say in enumerate(says) if say != "ring the bell"
        ]
        play = record_play(world, "road", 1, inputs)
        play_s, compared = seconds(lambda: compare_play(world, play), runs)
        assert compared.is_same
    return {"check_s": check_s, "begin_s": begin_s, "play_s": play_s}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", default=",".join(map(str, SIZES)), help="entities, separated by commas")
    parser.add_argument("--quick", action="store_true", help="one run each, and no more than 1,000 entities")
    options = parser.parse_args()
    sizes = [int(size) for size in options.sizes.split(",")]
    figures: dict[str, float] = {}
    for size in [size for size in sizes if size <= 1_000] if options.quick else sizes:
        for name, value in measure(size, 1 if options.quick else 3).items():
            figures[f"{size}_{name}"] = value
    result("worlds", figures)


if __name__ == "__main__":
    main()
