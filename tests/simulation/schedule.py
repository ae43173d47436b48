"""What happens in a simulation, and when: drawn from a seed, and made smaller while it still goes wrong."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random

ACTS = ("look", "go north", "take", "go south", "wait")
FAULTS = ("cut", "cut", "cut", "kill", "hold", "redis_away", "redis_flush", "store_away")
MOST_ACTS, MOST_FAULTS, SPAN_S = 6, 6, 12.0
MOST_TRIES = 150  # of smaller schedules


@dataclass(frozen=True)
class Step:
    """`what` at so many seconds: an act or undo of a window, or a fault; `who` is a window's or a worker's number."""

    at: float
    what: str
    who: int
    seconds: float = 0.0

    def __str__(self) -> str:
        lasts = f" for {self.seconds:.2f} s" if self.seconds else ""
        return f"{self.at:6.2f} s  {self.what} {self.who}{lasts}"


@dataclass(frozen=True)
class Schedule:
    """`seed` is also that of all latencies."""

    seed: int
    steps: tuple[Step, ...]

    def __str__(self) -> str:
        return "\n".join([f"seed {self.seed}:", *map(str, self.steps)])


def draw_schedule(seed: int, windows: int = 2, workers: int = 2) -> Schedule:
    """The schedule of a seed: a few acts, now and then an undo, and faults among them."""
    random = Random(f"schedule {seed}")
    steps = [
        Step(
            random.uniform(0.0, SPAN_S),
            "undo" if random.randrange(8) == 0 else "act",
            random.randrange(windows),
        )
        for _ in range(random.randint(2, MOST_ACTS))
    ]
    for _ in range(random.randint(1, MOST_FAULTS)):
        what = random.choice(FAULTS)
        who = random.randrange(windows if what == "cut" else workers)
        lasts = random.uniform(0.2, 6.0) if what in ("hold", "redis_away", "store_away") else 0.0
        steps.append(Step(random.uniform(0.0, SPAN_S), what, who, lasts))
    return Schedule(seed, tuple(sorted(steps, key=lambda step: step.at)))


def shrink(schedule: Schedule, fails: Callable[[Schedule], bool]) -> Schedule:
    """A schedule with no step that could be left out, as far as `MOST_TRIES` lead (A. Zeller's delta debugging)."""
    steps, size, tries = schedule.steps, max(1, len(schedule.steps) // 2), 0
    while size and tries < MOST_TRIES:
        at = 0
        while at < len(steps) and tries < MOST_TRIES:
            fewer = replace(schedule, steps=steps[:at] + steps[at + size :])
            tries += 1
            if fewer.steps and fails(fewer):
                steps = fewer.steps
            else:
                at += size
        size //= 2
    return replace(schedule, steps=steps)
