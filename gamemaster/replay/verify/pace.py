"""Whether text would go out today as quickly as it did then. A replay does not wait, so that no frame tells it.

Held against each other are the pauses that today's cadence would make and the times that the recording has, over all
turns that the understudy told to a reader: a sleep never ends early, so that a recording cannot be quicker than its
cadence; it may be slower on a busy machine, but not by so much.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from gamemaster.play.cadence import Cadence
from gamemaster.recording.format import Recording

EARLY_S = 0.1  # of one turn: a pause that a player's next act broke off
SLOWER, SLOWER_S = 3.0, 1.0  # what a busy machine makes of pauses: so many times as long, and so much more
LEAST_PIECES = 3


@dataclass(frozen=True)
class UnpausedCadence(Cadence):
    """The phrases of the recorded cadence, without its pauses; `note` is told of each."""

    note: Callable[[Cadence, str], None] = lambda cadence, piece: None

    def pause_s(self, piece: str, paused_s: float) -> float:
        self.note(self, piece)
        return 0.0


@dataclass
class Pace:
    """The pauses that are due today, in the order of the turns."""

    turns: list[list[float]] = field(default_factory=list)

    def begin_turn(self) -> None:
        self.turns.append([])

    def note(self, cadence: Cadence, piece: str) -> None:
        if self.turns:
            paused = sum(self.turns[-1])
            self.turns[-1].append(Cadence.pause_s(cadence, piece, paused))


@dataclass(frozen=True)
class PaceFault:
    """Seconds from the first to the last text of all turns that could be compared."""

    then_s: float
    now_s: float


def fault_of_pace(recording: Recording, pace: Pace) -> PaceFault | None:
    """What is wrong with the pauses of today, if anything is."""
    then, now, turns = 0.0, 0.0, 0
    for times, planned in zip(_times(recording), pace.turns, strict=False):
        if len(times) < LEAST_PIECES or len(planned) != len(times):
            continue
        then, now, turns = then + times[-1] - times[0], now + sum(planned[:-1]), turns + 1
    if now > then + EARLY_S * turns or then > SLOWER * now + SLOWER_S:
        return PaceFault(round(then, 2), round(now, 2))
    return None


def _times(recording: Recording) -> list[list[float]]:
    """When the texts of each turn went out; none of turns that were not told at the cadence's pace."""
    found: list[list[float]] = []
    paced = False
    for line in recording.lines:
        if line["kind"] == "turn":
            found.append([])
            paced = line["narrator"] == "understudy" and not line["instant"] and not line.get("spoken")
        elif line["kind"] == "told" and line.get("hurried") and found:
            found[-1] = []
        elif line["kind"] == "frame" and line["frame"]["type"] == "text" and found and paced:
            found[-1].append(line["at"])
    return found
