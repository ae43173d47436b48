"""A recording: all that went into one session of a story and came out of it, as compressed JSON Lines.

One file for each session, `PLAYER/STORY-STARTED.jsonl.zst`: zstd over lines of `{"at": s, "kind": k, …}`, where `at` is
in seconds since the session began. `gamemaster.recording.lines` says of each kind what is in it.

What is recorded is exactly what production runs: nothing here ever reaches a prompt. A file without its `end` was cut
off; it is read up to its last whole line.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, TypeVar, cast

import orjson
import zstandard
from pydantic import BaseModel, ConfigDict, ValidationError

from gamemaster.errors import UserError
from gamemaster.recording.lines import (
    Line,
    PastLine,
    RecordingLine,
    kind_of,
    line_fault,
    recording_line,
)
from gamemaster.rules.state import StatePatch, StoryState, TurnRecord
from gamemaster.rules.upkeep.state_versions import read_state

L = TypeVar("L", bound=Line)

RECORDING_FORMAT = 1
SUFFIX = ".jsonl.zst"
CHANGES = "changes"  # the stamp that names the intended changes in effect (`gamemaster.rules.upkeep.intended_changes`)
PLAIN = ".jsonl"  # as exports may be written; its lines are read as they stand
LEVEL = 6  # of compression
MOST_BYTES = 1 << 30  # of a recording's lines: a file of a few kilobytes may say that it holds terabytes
_CHUNK = 1 << 20


class RecordingError(UserError):
    """A file that is no recording, or none that this program reads. Names the file, the line, and what to do."""


class Header(BaseModel):
    """What a session starts from. `turn` turns were committed before it; `state` is the one after them."""

    model_config = ConfigDict(extra="forbid")

    format: int = RECORDING_FORMAT
    id: str
    story: str
    player: str
    world: str
    world_hash: str
    seed: int
    started: str  # ISO 8601, UTC
    stamps: dict[str, str]
    text_speed: float  # characters a second at which text was told
    epoch: int  # of the story: how often a turn was taken back
    name: str | None = None  # of a branch
    turn: int = 0
    state: dict[str, Any]
    queue: int = 16  # errands that may wait; those beyond are refused
    pending: dict[str, Any] | None = None  # act_id, words, number: accepted before, and not told
    scrubbed: dict[str, Any] | None = None  # what an export took out: `gamemaster.recording.scrub`


@dataclass(frozen=True)
class Recording:
    """A recording as read. `torn`: its end is missing. `lines` have the header's line first."""

    path: Path | None
    header: Header
    lines: list[RecordingLine]
    torn: bool = False

    @property
    def name(self) -> str:
        return (
            self.path.name.removesuffix(SUFFIX).removesuffix(PLAIN)
            if self.path is not None
            else self.header.id
        )

    def of(self, wanted: type[L]) -> Iterator[L]:
        """The lines of one kind, in order."""
        kind = kind_of(wanted)
        return (cast(L, line) for line in self.lines if line["kind"] == kind)

    @property
    def state(self) -> StoryState:
        """In which the session begins. Raises StateVersionError."""
        return read_state(self.header.state)


@dataclass(frozen=True)
class Migration:
    """Leads from one format to the next: gets and returns a recording's lines, the header's first."""

    name: str
    migrate: Callable[[list[dict[str, Any]]], list[dict[str, Any]]]


MIGRATIONS: dict[int, Migration] = {}  # from format N to N + 1 stands under N


# ---- bytes ----


def compress_lines(lines: Iterable[Mapping[str, Any]]) -> bytes:
    """The lines as a whole file."""
    text = b"".join(orjson.dumps(line) + b"\n" for line in lines)
    return zstandard.ZstdCompressor(level=LEVEL).compress(text)


def write(path: Path, lines: Iterable[Mapping[str, Any]]) -> None:
    """A whole recording at once, for exports."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(compress_lines(lines))


def lines_in(data: bytes, name: str, most_bytes: int = MOST_BYTES) -> tuple[list[dict[str, Any]], bool]:
    """The whole lines in a file's bytes, and whether its end is missing. `name` is how errors call it.

    The bytes are compressed, or plain JSON Lines.

    Raises RecordingError for what is no recording, has more than `most_bytes`, or is broken before its end.
    """
    text, whole = _decompress(data, name, most_bytes)
    *parts, rest = text.split(b"\n")
    lines: list[dict[str, Any]] = []
    for number, part in enumerate(parts, start=1):
        try:
            line = orjson.loads(part)
        except orjson.JSONDecodeError as error:
            raise RecordingError(
                f"{name}, line {number}: it is no JSON ({error}); the file was damaged"
            ) from None
        if not isinstance(line, dict) or not isinstance(line.get("kind"), str):
            raise RecordingError(f"{name}, line {number}: a recording's line is an object with a `kind`")
        lines.append(line)
    torn = bool(rest) or not whole or not lines or lines[-1]["kind"] != "end"
    return lines, torn


def _decompress(data: bytes, name: str, most_bytes: int) -> tuple[bytes, bool]:
    """The text as far as it goes, and whether it goes to its end."""
    if data.startswith(b"{"):
        if len(data) > most_bytes:
            raise _too_much(name, most_bytes)
        return data, True
    reader = zstandard.ZstdDecompressor().stream_reader(io.BytesIO(data), read_across_frames=True)
    parts: list[bytes] = []
    size, whole = 0, True
    while True:
        try:
            part = reader.read(_CHUNK)
        except zstandard.ZstdError as error:
            if not parts:
                raise RecordingError(
                    f"{name} is no recording (no zstd: {error}); see: gamemaster record list"
                ) from None
            whole = False
            break
        if not part:
            break
        size += len(part)
        if size > most_bytes:
            raise _too_much(name, most_bytes)
        parts.append(part)
    return b"".join(parts), whole


def _too_much(name: str, most_bytes: int) -> RecordingError:
    return RecordingError(f"{name} holds more than {most_bytes >> 20} MB of lines; a recording has less")


# ---- reading ----


def read(path: Path) -> Recording:
    """A recording from its file, in the present format. Raises RecordingError, OSError."""
    with path.open("rb") as file:
        lines, torn = lines_in(file.read(MOST_BYTES + 1), str(path))
    return parse_lines(lines, torn, str(path), path)


def parse_lines(
    lines: list[dict[str, Any]],
    torn: bool,
    name: str,
    path: Path | None = None,
    migrations: Mapping[int, Migration] = MIGRATIONS,
    present: int = RECORDING_FORMAT,
) -> Recording:
    """A recording of these lines, brought to the present format. Raises RecordingError."""
    if not lines or lines[0]["kind"] != "header":
        raise RecordingError(
            f"{name} does not begin with a header: it is no recording, or was cut off at once"
        )
    lines = _migrate(lines, name, migrations, present)
    try:
        header = Header.model_validate({k: v for k, v in lines[0].items() if k not in ("at", "kind")})
    except ValidationError as error:
        raise RecordingError(f"{name}, line 1: the header cannot be used: {line_fault(error)}") from None
    return Recording(
        path, header, [_line_model(line, number, name) for number, line in enumerate(lines, 1)], torn
    )


def _line_model(line: dict[str, Any], number: int, name: str) -> RecordingLine:
    try:
        return recording_line.validate_python(line)
    except ValidationError as error:
        raise RecordingError(f"{name}, line {number}: {line_fault(error)}; the file was damaged") from None


def _migrate(
    lines: list[dict[str, Any]], name: str, migrations: Mapping[int, Migration], present: int
) -> list[dict[str, Any]]:
    found = lines[0].get("format")
    if not isinstance(found, int) or isinstance(found, bool) or not 1 <= found <= present:
        raise RecordingError(
            f"{name} is a recording of format {found!r}; this program reads 1 to {present}: update it, or record anew"
        )
    while found < present:
        if found not in migrations:
            raise RecordingError(f"{name} is a recording of format {found}, from which no migration leads on")
        lines = migrations[found].migrate(lines)
        found += 1
        lines = [{**lines[0], "format": found}, *lines[1:]]
    return lines


# ---- what is in it ----


@dataclass(frozen=True)
class RecordedTurn:
    """A turn that was committed in the session. Times in seconds since its act came; None: not known.

    `past` are the committed turns before it, oldest first. `undone`: it was taken back later.
    """

    number: int
    record: TurnRecord
    before: StoryState
    after: StoryState
    past: tuple[TurnRecord, ...]
    at_s: float = 0.0  # when its act came, since the session began
    acknowledged_s: float | None = None
    first_visible_s: float | None = None
    committed_s: float | None = None
    undone: bool = False
    recalled: bool = True  # False: memories could not be read
    prompts: tuple[dict[str, Any], ...] = ()  # of the turn's requests: stage, text, tokens, digest, parts


@dataclass
class _Turn:
    """A turn as it is read."""

    at: float
    acknowledged: float | None = None
    visible: float | None = None
    recalled: bool = True
    prompts: list[dict[str, Any]] = field(default_factory=list)

    def note_frame(self, kind: str, at: float) -> None:
        """A frame of this kind went out."""
        if kind == "accepted" and self.acknowledged is None:
            self.acknowledged = at
        elif kind == "text" and self.visible is None:
            self.visible = at


def turns_of(recording: Recording) -> list[RecordedTurn]:
    """Every turn that the session committed, in order, those that were taken back too. Raises StateVersionError,
    RecordingError."""
    state = recording.state
    past = [TurnRecord.model_validate(line["record"]) for line in recording.of(PastLine)]
    states: dict[int, StoryState] = {state.turn: state}
    found: list[RecordedTurn] = []
    asked: dict[str, float] = {}
    turn = _Turn(0.0)
    for line in recording.lines:
        at = line["at"]
        if line["kind"] == "client":
            if "id" in line["message"]:
                asked.setdefault(line["message"]["id"], at)
        elif line["kind"] == "turn":
            turn = _Turn(asked.get(line["act_id"], at))
        elif line["kind"] == "recalled":
            turn.recalled = line["recalled"] is not None
        elif line["kind"] == "request":
            if line["stage"] in ("outcome", "narration"):
                turn.prompts.append({"stage": line["stage"], "text": line["text"], **line["prompt"]})
        elif line["kind"] == "frame":
            turn.note_frame(line["frame"]["type"], at)
        elif line["kind"] == "commit":
            record = TurnRecord.model_validate(line["record"])
            before = _state_before(states, past, record, recording)
            after = _apply_patch(before, record, recording)
            found.append(_recorded_turn(turn, at, record, before, after, tuple(past)))
            past.append(record)
            states[record.number] = after
        elif line["kind"] == "undone" and past:
            taken = past.pop()
            found = [_as_undone(each) if each.record is taken else each for each in found]
    return found


def _state_before(
    states: dict[int, StoryState], past: list[TurnRecord], record: TurnRecord, recording: Recording
) -> StoryState:
    known = states.get(record.number - 1)
    if known is None:  # the session began after it, and took turns back
        nearest = states[min(number for number in states if number >= record.number)]
        undone = [each for each in turns_before(recording) if record.number <= each.number <= nearest.turn]
        changes = [change for each in undone for change in each.patch.changes]
        known = states[record.number - 1] = StatePatch(changes=changes).undo(nearest)
    return known


def turns_before(recording: Recording) -> list[TurnRecord]:
    """The turns that were committed before the session, oldest first."""
    return [TurnRecord.model_validate(line["record"]) for line in recording.of(PastLine)]


def _apply_patch(before: StoryState, record: TurnRecord, recording: Recording) -> StoryState:
    try:
        return record.patch.apply(before)
    except ValueError as error:
        raise RecordingError(
            f"{recording.name}, turn {record.number}: its patch does not fit the state before it ({error})"
        ) from None


def _recorded_turn(
    turn: _Turn,
    at: float,
    record: TurnRecord,
    before: StoryState,
    after: StoryState,
    past: tuple[TurnRecord, ...],
) -> RecordedTurn:
    def since(moment: float | None) -> float | None:
        return None if moment is None else moment - turn.at

    return RecordedTurn(
        number=record.number,
        record=record,
        before=before,
        after=after,
        past=past,
        at_s=turn.at,
        acknowledged_s=since(turn.acknowledged),
        first_visible_s=since(turn.visible),
        committed_s=at - turn.at,
        recalled=turn.recalled,
        prompts=tuple(turn.prompts),
    )


def _as_undone(turn: RecordedTurn) -> RecordedTurn:
    return RecordedTurn(**{**turn.__dict__, "undone": True})


@dataclass(frozen=True)
class Input:
    """Something that a client did: `at` seconds after the session began. `message` as it came over the wire."""

    at: float
    client: int
    kind: Literal["join", "leave", "message"]
    message: dict[str, Any] = field(default_factory=dict)


def inputs_of(recording: Recording) -> list[Input]:
    """What the clients did, in order."""
    found: list[Input] = []
    for line in recording.lines:
        if line["kind"] == "client":
            found.append(Input(line["at"], line["client"], "message", line["message"]))
        elif line["kind"] == "join" or line["kind"] == "leave":
            found.append(Input(line["at"], line["client"], line["kind"]))
    return found
