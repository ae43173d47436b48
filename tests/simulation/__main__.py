"""`python -m tests.simulation --schedules 1000 --seed 1`: many schedules, and what went wrong in them, made small."""

from __future__ import annotations

import argparse
import sys
import time

from tests.simulation.races import RACES
from tests.simulation.schedule import draw_schedule, shrink
from tests.simulation.simulate import verdict

FIRST_TRIES = 400  # schedules in which a planted race must show


def main() -> int:
    """Exit status 1 where anything went wrong that was not planted, or a planted race was not found."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.simulation",
        description="Play drawn schedules (acts, undos, kills, SIGSTOP, cut sockets, Redis and the database away) "
        "against the real hub, live story, session, frame log and leases, on a clock and a network of its own.",
    )
    parser.add_argument("--schedules", type=int, default=1000, help="how many (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of the first; each next one has the next")
    parser.add_argument(
        "--races", action="store_true", help="plant ten races instead, and find and shrink each"
    )
    asked = parser.parse_args()
    return find_races(asked.seed) if asked.races else play(asked.seed, asked.schedules)


def play(first: int, count: int) -> int:
    started, found = time.monotonic(), 0
    for seed in range(first, first + count):
        violation = verdict(draw_schedule(seed))
        if violation is not None:
            found += 1
            print(f"\n{violation}")
            print(shrink(draw_schedule(seed), lambda fewer: verdict(fewer) is not None), flush=True)
        if sys.stderr.isatty():
            print(f"\r{seed - first + 1} of {count}, {found} went wrong", end="", file=sys.stderr, flush=True)
    took = time.monotonic() - started
    print(f"\n{count} schedules in {took:.1f} s, {60 * count / took:.0f} a minute; {found} went wrong")
    return 1 if found else 0


def find_races(first: int) -> int:
    missed = 0
    for name, race in RACES.items():
        seeds = range(first, first + FIRST_TRIES)
        at = next((seed for seed in seeds if verdict(draw_schedule(seed), race) is not None), None)
        if at is None:
            missed += 1
            print(f"\n{name}: not found in {FIRST_TRIES} schedules")
            continue
        small = shrink(draw_schedule(at), lambda fewer, race=race: verdict(fewer, race) is not None)  # type: ignore[misc]
        print(f"\n{name}: found in schedule {at - first + 1}: {verdict(small, race)}\n{small}", flush=True)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
