"""A recorded session played again, step by step: what clients and engine did then is given back, and what comes of it
is compared with what came of it then, line by line.

The recording is a script. The pipeline's own tape (`gamemaster.recording.tape`) is read here: each line that
it writes must be
the next one of the recording. Where the next one is something that clients did, it is done at once, within that very
step, so that whatever depends on the order of things comes in the same order; where the next one is the engine's, the
engine gives it when it is asked. Two kinds of lines have no place in that order, as they are made beside the play: what
was said to one client alone (looked for among all that was) and the requests of the background lane.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeGuard, TypeVar, cast

import orjson

from gamemaster.protocol.messages import server_message
from gamemaster.recording.format import Recording
from gamemaster.recording.lines import ClosedLine, DeltaLine, FaultLine, RecordingLine, RequestLine
from gamemaster.recording.recorder import line_json
from gamemaster.rules.proposal import Outcome, Ruling
from gamemaster.rules.state import STATE_VERSION, TurnRecord

T = TypeVar("T")
Line = Mapping[str, Any]
DONE_BY_CLIENTS = ("join", "leave", "client", "leaving", "lines")
OF_THE_ENGINE = ("delta", "fault", "closed")
BY_NATURE = ("at", "spoken", "hears", "hurried")  # in which a replay differs: nothing is heard or waited for
EngineLine = RequestLine | DeltaLine | FaultLine | ClosedLine


class Diverged(BaseException):
    """Ends the pipeline once something came out otherwise, past whatever saves a player's turn from exceptions."""


@dataclass(frozen=True)
class Divergence:
    """The first thing that came out otherwise. `turn` is the one being played; 0 before the first.

    `expected` and `got` are whole lines; None: nothing more was expected, or nothing came.
    """

    turn: int
    line: int  # of the recording, from 1
    expected: Line | None
    got: Line | None
    why: str = ""


@dataclass(eq=False)
class Beside:
    """A request of the background lane as it was: its line, what was answered, and where in the script it was over."""

    request: Line
    answers: list[Line] = field(default_factory=list)
    over_at: int = 0
    released: asyncio.Event = field(default_factory=asyncio.Event)


FIRST_WORDS = "first_words"  # the decision that they are told


class Playback:
    """The script and how far it is played. `act` does what clients did; see `gamemaster.replay.verify.verify`."""

    def __init__(self, recording: Recording) -> None:
        self.script: list[Line] = []
        self.numbers: list[int] = []  # of the script's lines in the file
        self.said: dict[int, list[Line]] = {}
        self.beside: dict[int, Beside] = {}
        self.at = 0
        self.turn = 0
        self.request = 0  # the last one that was made
        self.spoken = False  # the turn in flight was heard
        self.open_end = recording.torn  # what comes after the script is not known
        self.skipped_frames: Callable[[int], None] = lambda frames: None
        self.act: Callable[[Line], None] = lambda line: None
        self.divergence: Divergence | None = None
        self.over = asyncio.Event()  # played to the end, or diverged
        self.steps = 0  # grows while something goes on
        self._begins = False  # the turn's first words were told before its ruling
        self._acting = False
        self._late = -1  # the line that was put off
        self._load(recording)

    def _load(self, recording: Recording) -> None:
        delayed = False
        for number, line in enumerate(recording.lines, start=1):
            if line["kind"] == "said":
                self.said.setdefault(line["client"], []).append(line)
            elif line["kind"] == "end":
                self.open_end = self.open_end or line["reason"] != "closed"
            elif line["kind"] == "header" or line["kind"] == "past":
                continue
            elif is_of_engine(line) and line["request"] < 0:
                self._load_beside(line)
            elif line["kind"] == "frame" and line["frame"]["type"] == "delayed":
                delayed = True
            else:
                skipped, delayed = delayed and line["kind"] == "sent", delayed and line["kind"] != "sent"
                self.script.append({**line, "kind": "skipped"} if skipped else line)
                self.numbers.append(number)

    def _load_beside(self, line: EngineLine) -> None:
        request = line["request"]
        if line["kind"] == "request":
            self.beside[request] = Beside(line)
        elif request in self.beside:
            self.beside[request].answers.append(line)
            self.beside[request].over_at = len(self.script)

    # ---- reading the script ----

    def next(self) -> Line | None:
        return self.script[self.at] if self.at < len(self.script) else None

    def narrator_goes_on(self) -> bool:
        """Whether the narrator itself gave up next, and was not just broken off."""
        coming = (line["kind"] for line in self.script[self.at :] if line["kind"] not in DONE_BY_CLIENTS)
        return next(coming, "gave_up") == "gave_up"

    def later(self, kind: str) -> Line | None:
        """The next line of a kind, wherever it is."""
        return next((line for line in self.script[self.at :] if line["kind"] == kind), None)

    def step(self) -> None:
        """The next line is done with."""
        self.at += 1
        self.steps += 1
        self.go_on()

    def go_on(self) -> None:
        """Do what clients did next, and skip what has no cause any more."""
        if self._acting:
            return
        self._acting = True
        try:
            while self.divergence is None and (line := self.next()) is not None:
                if line["kind"] == "skipped":
                    self.at += 1
                    self.skipped_frames(1)
                elif self._comes_late(line):
                    asyncio.get_running_loop().call_soon(self._go_on_late)
                    break
                elif line["kind"] in DONE_BY_CLIENTS or (line["kind"] == "stop" and line["spoken"]):
                    at = self.at
                    self.act(line)
                    if self.at == at:  # it has left no trace on the tape: a stop that the voice decided on
                        self.at += 1
                elif line["kind"] == "reloaded":
                    self.at, self.open_end = len(self.script), True  # another process wrote the story
                else:
                    break
        finally:
            self._acting = False
        if self.next() is None:
            self.over.set()

    def unsent_line(self) -> Line | None:
        """Something that was said to a client then, and was not now."""
        return next((line for lines in self.said.values() for line in lines), None)

    def _comes_late(self, line: Line) -> bool:
        """Whether a client stopped the telling when the narrator had been called and had not gone on yet: then it did
        go on, as what comes next shows. True once."""
        if line["kind"] != "client" or self._late == self.at or len(self.script) < self.at + 3:
            return False
        stop, then = self.script[self.at + 1 : self.at + 3]
        late = stop["kind"] == "stop" and (then.get("name") == "narration_rung" or then["kind"] == "delta")
        self._late = self.at if late else self._late
        return late

    def _go_on_late(self) -> None:
        with contextlib.suppress(Diverged):  # whoever waits for the playback sees it
            self.go_on()

    # ---- what comes out ----

    def put(self, kind: str, fields: Mapping[str, Any]) -> None:
        """A line of the tape. Raises Diverged if it is not the recording's."""
        if self.divergence is not None:
            raise Diverged
        if self.next() is None and self.open_end:
            return
        line: Line = orjson.loads(line_json(0, kind, fields))
        if kind == "turn":
            self.turn, self._begins = line["turn"], False
            self.spoken = bool((self.next() or {}).get("spoken"))
        if kind == "said":
            self._hear(line)
        elif line.get("request", 0) < 0:
            self.request = line["request"]
            if kind == "request" and line["request"] in self.beside:
                self._compare(self.beside[line["request"]].request, line)
        elif kind in OF_THE_ENGINE:
            then = self.next()
            if (
                kind == "closed"
                and then is not None
                and (then["kind"], then.get("request")) == (kind, line["request"])
            ):
                self.step()
        else:
            self._compare(self.next(), line)
            if kind == "request":
                self.request = line["request"]
            self.step()

    def _hear(self, line: Line) -> None:
        """What is said to a client must be among what was: answers that took time then come at once now, before
        others."""
        waiting = self.said.get(line["client"], [])
        found = next((each for each in waiting if comparable(each) == comparable(line)), None)
        if found is None:
            self._compare(waiting[0] if waiting else None, line)
        else:
            waiting.remove(found)

    def _compare(self, expected: Line | None, got: Line) -> None:
        if expected is None or comparable(expected) != comparable(got):
            self.diverge(expected, got)
            raise Diverged

    def diverge(self, expected: Line | None, got: Line | None, why: str = "") -> None:
        """Something came out otherwise; the first one counts."""
        if self.divergence is None:
            number = self.numbers[self.at] if self.at < len(self.numbers) else 0
            self.divergence = Divergence(self.turn, number, expected, got, why)
        self.over.set()

    def decisions(self, turn: int, name: str, value: T) -> T:
        """What was decided then, if it was; else what is decided now."""
        line = self.next()
        if line is not None and line["kind"] == "decided" and (line["turn"], line["name"]) == (turn, name):
            self._begins = self._begins or name == FIRST_WORDS
            return cast(T, line["value"])
        return value

    def coming(self) -> str:
        """The name of the decision that comes next; empty if something else does."""
        line = self.next()
        return str(line["name"]) if line is not None and line["kind"] == "decided" else ""

    @property
    def waits_for_first_words(self) -> bool:
        """Whether what comes next is told before the ruling: the engine was not heard meanwhile."""
        line = self.next()
        return self.coming() == FIRST_WORDS or (
            self._begins and line is not None and line["kind"] not in ("request", *OF_THE_ENGINE)
        )


def is_of_engine(line: RecordingLine) -> TypeGuard[EngineLine]:
    """Whether the line has a `request`."""
    return line["kind"] in ("request", *OF_THE_ENGINE)


def comparable(line: Line) -> Line:
    """The line as the present code would have written it, without what differs by nature.

    Fields that are new since have their defaults; what cannot be read any more stays as it is, and so differs.
    """
    made = {key: value for key, value in line.items() if key not in BY_NATURE}
    if line["kind"] == "request":
        made.pop(
            "text"
        )  # the digest says it of the ids themselves; an engine's ids may not be known by their text
    for key, read in _READ.items():
        if key in made and made[key] is not None:
            with contextlib.suppress(ValueError):  # it differs, then: that is what is to be shown
                made[key] = orjson.loads(read(made[key]))
    if line["kind"] in ("commit", "undone"):
        version, _, digest = line["state"].partition(":")
        made["state"] = digest if version == str(STATE_VERSION) else version
    return made


_READ: dict[str, Callable[[Any], bytes]] = {
    "frame": lambda data: server_message.dump_json(server_message.validate_python(data)),
    "record": lambda data: TurnRecord.model_validate(data).model_dump_json().encode(),
    "outcome": lambda data: Outcome.model_validate(data).model_dump_json().encode(),
    "ruling": lambda data: Ruling.model_validate(data).model_dump_json().encode(),
}
