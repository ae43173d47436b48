"""What a recorded player did, as steps that another player can follow against another service. Pure.

A pause is from what the player had last seen to what the player did next, so that it does not depend on how fast the
service was then. What was done while a turn was told is done at the same place of a turn again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

StepKind = Literal["act", "interrupt", "undo", "retry", "branch", "leave", "join"]
ASKED = ("act", "undo", "retry", "branch")


@dataclass(frozen=True)
class Step:
    """One thing to do, `pause_s` seconds after what it waits for.

    `chars` None: nothing was being told, and it waits for all that was asked before. Else it waits until the turn in
    flight has shown so many characters (or is over). Of an act or a retry, `told_chars` is how much text its turn had
    when it was told to its end. `fresh`: come back as a page that was loaded anew, without a position.
    """

    kind: StepKind
    pause_s: float
    chars: int | None = None
    words: str = ""
    instant: bool = False
    name: str = ""
    turn: int | None = None
    told_chars: int | None = None
    fresh: bool = False


@dataclass(frozen=True)
class Plan:
    """A recording as a player follows it. `notes`: what of it cannot be followed."""

    name: str
    world: str
    seed: int
    steps: tuple[Step, ...]
    notes: tuple[str, ...]

    @property
    def acts(self) -> int:
        return sum(step.kind in ("act", "retry") for step in self.steps)


@dataclass
class _Reading:
    """Where in the recording we are."""

    seen_at: float = 0.0  # when the player last saw something new
    clients: set[int] = field(default_factory=set)
    left_at: float | None = None
    open: set[str] = field(default_factory=set)  # acts asked for and not over
    shown: int = 0  # characters of the turn in flight
    turns: dict[str, int] = field(default_factory=dict)  # characters of whole turns, by act
    asked: list[tuple[str, Step]] = field(default_factory=list)
    windows: int = 0


def plan_of(name: str, header: Mapping[str, Any], lines: Iterable[Mapping[str, Any]]) -> Plan:
    """The plan in a recording's lines (format 1: `gamemaster.recording.format`). `header` has `world`, `seed`,
    `turn`."""
    reading = _Reading()
    for line in lines:
        at: float = line["at"]
        match line["kind"]:
            case "join":
                _join(reading, at, line)
            case "leave":
                _leave(reading, at, line)
            case "client":
                _message(reading, at, line["message"])
            case "frame":
                _frame(reading, at, line["frame"])
            case "said" if line["frame"].get("type") == "error":
                reading.open.discard(line["frame"].get("act_id") or "")
                reading.seen_at = at
            case "undone":
                reading.seen_at = at
    steps = [
        replace(step, told_chars=reading.turns.get(act)) if step.kind in ("act", "retry") else step
        for act, step in reading.asked
    ]
    while steps and steps[-1].kind in ("leave", "join"):
        steps.pop()
    return Plan(name, header["world"], header["seed"], tuple(steps), tuple(_notes(header, reading)))


def _notes(header: Mapping[str, Any], reading: _Reading) -> Iterable[str]:
    if header.get("turn"):
        yield f"begins after turn {header['turn']}: what was done then is done in a new story, from its beginning"
    if reading.windows:
        yield f"{reading.windows} more windows were open beside the first; one connection does what all of them did"


def _step(reading: _Reading, at: float, step: Step, act: str = "") -> None:
    in_flight = bool(reading.open)
    pause = max(0.0, at - reading.seen_at)
    reading.asked.append((act, replace(step, pause_s=pause, chars=reading.shown if in_flight else None)))


def _join(reading: _Reading, at: float, line: Mapping[str, Any]) -> None:
    """Somebody comes: for the first time, back, or beside a connection that is still there (or seems to be)."""
    back = line.get("epoch") is not None
    if reading.left_at is not None:
        step = Step("join", pause_s=max(0.0, at - reading.left_at), fresh=not back)
        reading.asked.append(("", step))
        reading.left_at = None
    elif reading.clients and back:  # the old connection broke, and the service had not noticed yet
        _step(reading, at, Step("leave", 0.0))
        reading.asked.append(("", Step("join", 0.0)))
    elif reading.clients:
        reading.windows += 1
    reading.clients.add(line["client"])
    reading.seen_at = at


def _leave(reading: _Reading, at: float, line: Mapping[str, Any]) -> None:
    reading.clients.discard(line["client"])
    if not reading.clients and reading.left_at is None:
        _step(reading, at, Step("leave", 0.0))
        reading.left_at = at


def _message(reading: _Reading, at: float, message: Mapping[str, Any]) -> None:
    kind, act = message["type"], message.get("id", "")
    if kind == "act":
        step = Step("act", 0.0, words=message["text"], instant=message.get("instant", False))
        _step(reading, at, step, act)
    elif kind == "branch":
        _step(reading, at, Step("branch", 0.0, name=message["name"], turn=message.get("turn")), act)
    elif kind in ("interrupt", "undo", "retry"):
        _step(reading, at, Step(kind, 0.0), act)
    if kind in ("act", "retry"):
        if not reading.open:
            reading.shown = 0
        reading.open.add(act)


def _frame(reading: _Reading, at: float, frame: Mapping[str, Any]) -> None:
    reading.seen_at = at
    match frame["type"]:
        case "accepted":
            reading.shown = 0
        case "text":
            reading.shown += len(frame["text"])
        case "commit":
            if frame["reason"] == "complete":
                reading.turns[frame["act_id"]] = reading.shown
            reading.open.discard(frame["act_id"])
            reading.shown = 0
