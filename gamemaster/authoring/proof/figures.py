"""The counts of a proof, and what they say of the turns that were not played: intervals, tables. Pure."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from statistics import NormalDist
from typing import Any

PER = 10_000  # turns, for which every figure is given
CONFIDENCE = 0.95
MOST_EXAMPLES = 20
# What is counted, and the goal: turns with a fault of each kind, as a share of all; None: reported without one.
GOALS: dict[str, float | None] = {
    "state": 0.0,
    "broken": 0.0,  # the turn ended in an error of the program's
    "contradiction": 0.001,
    "leak": 0.001,
    "drift": None,
    "rut": None,
}
TITLES = {
    "state": "state",
    "broken": "broken turns",
    "contradiction": "contradictions told",
    "leak": "leaks",
    "drift": "drift",
    "rut": "ruts",
}
# The critic's kinds, by what they are counted as.
KIND_OF = {
    "canon": "contradiction", "from_nowhere": "contradiction", "dead_speaks": "contradiction",
    "wrong_speaker": "contradiction", "secret": "leak", "markup": "drift", "language": "drift", "refusal": "drift",
    "puppet": "drift", "length": "drift", "rut": "rut", "repetition": "rut",
}  # fmt: skip
# Planted lies, likewise, where they reached the player.
LIE_OF = {
    "rename": "contradiction", "revival": "contradiction", "gift": "contradiction", "absent": "contradiction",
    "promise": "contradiction", "leak": "leak",
}  # fmt: skip


@dataclass(frozen=True)
class Rate:
    """Turns with a fault among all, and the interval of the true rate. All but the first two per `PER` turns."""

    found: int
    of: int
    rate: float
    low: float
    high: float


def rate(found: int, of: int) -> Rate:
    """The rate with its Wilson score interval (E. B. Wilson, 1927, J. Am. Stat. Assoc. 22, 209-212), which is honest
    where nothing was found: the upper end is then about 3.8 in as many turns as were played, and not 0."""
    if not of:
        return Rate(0, 0, 0.0, 0.0, float(PER))
    z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
    share, squared = found / of, z * z / of
    middle = (share + squared / 2) / (1 + squared)
    half = z / (1 + squared) * math.sqrt(share * (1 - share) / of + squared / (4 * of))
    low, high = max(0.0, middle - half), min(1.0, middle + half)
    return Rate(
        found, of, PER * share, 0.0 if not found else PER * low, float(PER) if found == of else PER * high
    )


@dataclass(frozen=True)
class Example:
    """A fault that was counted, for whoever doubts it."""

    kind: str
    world: str
    run: int
    turn: int
    words: str
    text: str
    why: str


@dataclass
class Tally:
    """What came of all turns of one Game Master. `planted` and `shown` are lies, by kind."""

    master: str
    held: bool = True  # to the goals; a bare Game Master is only measured
    turns: int = 0
    faults: Counter[str] = field(default_factory=Counter)  # turns with a fault, by what it counts as
    kinds: Counter[str] = field(default_factory=Counter)  # findings of the critic's, and state contradictions
    planted: Counter[str] = field(default_factory=Counter)
    shown: Counter[str] = field(default_factory=Counter)
    slipped: int = 0  # changes that cannot be, put into a proposal
    withheld: Counter[str] = field(default_factory=Counter)  # paragraphs that the critic kept back, by kind
    by_model: int = 0  # turns that the model told to their end
    examples: list[Example] = field(default_factory=list)

    def note(self, turn_faults: Iterable[tuple[str, str, Example]]) -> None:
        """Faults of one turn: what each counts as, its kind, and an example."""
        counted: set[str] = set()
        for group, kind, example in turn_faults:
            counted.add(group)
            self.kinds[kind] += 1
            if len(self.examples) < MOST_EXAMPLES:
                self.examples.append(example)
        self.faults.update(counted)

    def add(self, other: Tally) -> None:
        for name in ("faults", "kinds", "planted", "shown", "withheld"):
            getattr(self, name).update(getattr(other, name))
        self.turns += other.turns
        self.slipped += other.slipped
        self.by_model += other.by_model
        self.examples = [*self.examples, *other.examples][:MOST_EXAMPLES]

    def rates(self) -> dict[str, Rate]:
        return {group: rate(self.faults[group], self.turns) for group in GOALS}

    def missed_goals(self) -> list[str]:
        """What is counted more often than the goal allows."""
        return [
            group
            for group, goal in GOALS.items()
            if self.held and goal is not None and self.faults[group] > goal * self.turns
        ]

    def data(self) -> dict[str, Any]:
        return {
            "master": self.master,
            "turns": self.turns,
            "per_10000": {
                group: vars(found) for group, found in self.rates().items() if keeps_it(self, group)
            },
            "missed_goals": self.missed_goals(),
            "kinds": dict(self.kinds.most_common()),
            "lies": {kind: [self.shown[kind], count] for kind, count in sorted(self.planted.items())},
            "changes_slipped_in": self.slipped,
            "paragraphs_kept_back": dict(self.withheld.most_common()),
            "told_by_model": self.by_model,
            "examples": [vars(example) for example in self.examples],
        }


def table(tallies: Iterable[Tally]) -> Iterator[str]:
    """The figures for people, as a Markdown table: turns with a fault in 10,000, with the interval."""
    yield f"| per 10,000 turns ({CONFIDENCE:.0%} interval) | turns | " + " | ".join(TITLES.values()) + " |"
    yield "|---" * (len(TITLES) + 2) + "|"
    for tally in tallies:
        cells = " | ".join(
            _cell(found) if keeps_it(tally, group) else "–" for group, found in tally.rates().items()
        )
        yield f"| {tally.master} | {tally.turns:,} | {cells} |"


def keeps_it(tally: Tally, group: str) -> bool:
    """Whether there is something to count: a bare Game Master keeps no state but its words, and no turn to break."""
    return tally.held or group not in ("state", "broken")


def _cell(found: Rate) -> str:
    return f"{found.rate:.1f} ({found.low:.1f}–{found.high:.1f})"


def notes(tallies: Iterable[Tally]) -> Iterator[str]:
    """What the table does not say: lies that were planted, and examples."""
    for tally in tallies:
        if tally.planted:
            shown = ", ".join(
                f"{kind} {tally.shown[kind]} of {count}" for kind, count in sorted(tally.planted.items())
            )
            yield f"{tally.master}: lies that reached the player: {shown}; changes slipped in: {tally.slipped}"
        if tally.withheld:
            yield f"{tally.master}: kept back by the critic: {dict(tally.withheld.most_common())}"
        for example in tally.examples[:5]:
            yield (
                f"  {example.kind}, {example.world}, run {example.run} turn {example.turn}: “{example.words}” → "
                f"{example.text[:160]!r} ({example.why})"
            )
