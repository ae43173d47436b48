"""Kept plays, played again: 20 plays of 40 turns in The Long Night, and the paths of its endings.

Run `python -m benchmarks.plays [WORLD] [--plays 20] [--turns 40]`: the best of three, in seconds of wall and CPU time.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable
from pathlib import Path

from benchmarks.measuring import result
from gamemaster.authoring.bots import PathBot, RandomBot
from gamemaster.authoring.skein.comparison import compare_play, record_play
from gamemaster.authoring.skein.ending_paths import path_faults
from gamemaster.authoring.skein.play_file import Play
from gamemaster.authoring.skein.report import compare_each
from gamemaster.narration.understudy.understudy import play
from gamemaster.play.opening import begin
from gamemaster.rules.dice import roll_for
from worlds.loader import load_world
from worlds.schema import World

RUNS = 3


def bots_play(world: World, number: int, turns: int) -> Play:
    """What a bot does that follows an ending's path and strays; a play of so many turns, if it can be."""
    endings = [ending for ending in world.endings.values() if len(ending.path) >= turns]
    bot = PathBot(endings[number % len(endings)], number, stray=25) if endings else RandomBot(number)
    state, last = begin(world, number), None
    inputs: list[tuple[str, tuple[int, ...]]] = []
    while state.ended is None and len(inputs) < turns:
        say = bot.next(world, state, last)
        dice = roll_for(number, state.turn + 1)
        last = play(world, state, say, dice)
        state = last.after
        inputs.append((say, dice.d20))
    return record_play(world, f"play-{number}", number, inputs)


def best_of(work: Callable[[], object]) -> tuple[float, float]:
    """Seconds of wall time and of CPU time."""
    found = []
    for _ in range(RUNS):
        wall, cpu = time.perf_counter(), time.process_time()
        work()
        found.append((time.perf_counter() - wall, time.process_time() - cpu))
    return min(found)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("world", nargs="?", type=Path, default=Path("worlds/long_night"))
    parser.add_argument("--plays", type=int, default=20)
    parser.add_argument("--turns", type=int, default=40)
    options = parser.parse_args()
    world = load_world(options.world)
    plays = [bots_play(world, number, options.turns) for number in range(options.plays)]
    turns = sum(len(one.turns) for one in plays)
    assert all(compare_play(world, one).is_same for one in plays)
    wall, cpu = best_of(lambda: [compare_play(world, one) for one in plays])
    print(
        f"{len(plays)} plays, {turns} turns: {wall:.2f} s ({cpu:.2f} s of CPU, {cpu / turns * 1000:.2f} ms a turn)"
    )
    processes = os.cpu_count() or 1
    together, _ = best_of(lambda: compare_each(world, plays, processes))
    print(f"the same, as `world plays` does it, in {processes} processes: {together:.2f} s")
    paths_wall, paths_cpu = best_of(lambda: path_faults(world))
    steps = sum(len(ending.path) for ending in world.endings.values())
    print(f"paths of the endings, {steps} inputs: {paths_wall:.2f} s ({paths_cpu:.2f} s of CPU)")
    result(
        "plays",
        {
            "plays_s": wall,
            "plays_cpu_s": cpu,
            "plays_together_s": together,
            "turns": turns,
            "paths_s": paths_wall,
            "paths_cpu_s": paths_cpu,
        },
    )


if __name__ == "__main__":
    main()
