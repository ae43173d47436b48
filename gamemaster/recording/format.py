"""A recording: all that went into one session of a story and came out of it, as compressed JSON Lines.

One file for each session, `PLAYER/STORY-STARTED.jsonl.zst`: zstd over lines of `{"at": s, "kind": k, …}`, where `at` is
in seconds since the session began. The kinds, as they follow each other:

header      what the session starts from: see `Header`
past        `record`: a turn that was committed before, oldest first
join leave  `client` (a number) begins to follow the story, from `epoch` and `offset` if it comes back (`before`: it
            followed the story already when the recording began); or goes
client      `client`, `message`: an act, interrupt, undo, retry or branch, as received
errand      `id`: what was asked so is done now, and waits no longer
turn        `turn`, `act_id`, `attempt`, `instant`, `spoken`, `narrator` (its name): a turn begins
narrator    who narrates from here on: `form` tokens or messages for a model, with its `engine`, `format`, `prompts`
            and `settings`
recalled    `recalled`: the memories that came to mind (null: they could not be read)
decided     `name`, `value`: what the clock or the other stories had a part in, such as the rung of the ladder
request     `request` (a number, below 0 beside the play), `stage`, `prompt` (tokens, digest, and the parts after those
            that it shares with the request before), `text` (of those parts), `sampling`, `schema` (a digest),
            `budget`, `messages` (a digest of what a model server is sent)
delta       `request`, `delta`: what the engine gave; of reasoning only how many tokens
fault       `request`, `error`, `args`: what the engine raised
closed      `request`, `by`: nobody wanted more of it
gave_up     `turn`, `stage`, `error`, `args`: the model has no further part in it
ruling      `outcome`, `ruling`, `lost`
frame sent  a message to all who follow, as it left the turn; then its `epoch` and `offset` on the wire
said        `client`, `frame`: a message to one of them
stop told   the telling was stopped, by whatever measure; nothing can be stopped any more
commit      `record` (the turn, as stored) and `state` (a digest of the state after it)
undone      `turn`, `epoch`, `state`: the story after a turn was taken back; then `shown`: the snapshot for all
leaving     the story takes no more errands, as the service stops or another process wants it
reloaded    the story was written by another process, and read anew
end         `reason`: closed, stopped (in the middle of something), withdrawn, limit (of the file) or overflow (of the
            queue)

What is recorded is exactly what production runs: nothing here ever reaches a prompt. A file without its `end` was cut
off; it is read up to its last whole line.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import orjson
import zstandard
from pydantic import BaseModel, ConfigDict, ValidationError

from gamemaster.errors import UserError
from gamemaster.rules.state import StatePatch, StoryState, TurnRecord
from gamemaster.rules.state_versions import read_state

RECORDING_FORMAT = 1
SUFFIX = ".jsonl.zst"
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
    lines: list[dict[str, Any]]
    torn: bool = False

    @property
    def name(self) -> str:
        return (
            self.path.name.removesuffix(SUFFIX).removesuffix(PLAIN)
            if self.path is not None
            else self.header.id
        )

    def of_kind(self, *kinds: str) -> Iterator[dict[str, Any]]:
        return (line for line in self.lines if line["kind"] in kinds)

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


def compressed(lines: Iterable[Mapping[str, Any]]) -> bytes:
    """The lines as a whole file."""
    text = b"".join(orjson.dumps(line) + b"\n" for line in lines)
    return zstandard.ZstdCompressor(level=LEVEL).compress(text)


def write(path: Path, lines: Iterable[Mapping[str, Any]]) -> None:
    """A whole recording at once, for exports."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(compressed(lines))


def lines_in(data: bytes, name: str, most_bytes: int = MOST_BYTES) -> tuple[list[dict[str, Any]], bool]:
    """The whole lines in a file's bytes, and whether its end is missing. `name` is how errors call it.

    The bytes are compressed, or plain JSON Lines.

    Raises RecordingError for what is no recording, has more than `most_bytes`, or is broken before its end.
    """
    text, whole = _decompressed(data, name, most_bytes)
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


def _decompressed(data: bytes, name: str, most_bytes: int) -> tuple[bytes, bool]:
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
    return parsed(lines, torn, str(path), path)


def parsed(
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
    lines = _migrated(lines, name, migrations, present)
    try:
        header = Header.model_validate({k: v for k, v in lines[0].items() if k not in ("at", "kind")})
    except ValidationError as error:
        faults = "; ".join(f"{'.'.join(map(str, f['loc']))}: {f['msg']}" for f in error.errors()[:5])
        raise RecordingError(f"{name}, line 1: the header cannot be used: {faults}") from None
    return Recording(path, header, lines, torn)


def _migrated(
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
    prompts: tuple[dict[str, Any], ...] = ()  # of the turn's requests: stage, tokens, digest, parts


@dataclass
class _Turn:
    """A turn as it is read."""

    at: float
    acknowledged: float | None = None
    visible: float | None = None
    recalled: bool = True
    prompts: list[dict[str, Any]] = field(default_factory=list)


def turns_of(recording: Recording) -> list[RecordedTurn]:
    """Every turn that the session committed, in order, those that were taken back too. Raises StateVersionError,
    RecordingError."""
    state = recording.state
    past = [TurnRecord.model_validate(line["record"]) for line in recording.of_kind("past")]
    states: dict[int, StoryState] = {state.turn: state}
    found: list[RecordedTurn] = []
    asked: dict[str, float] = {}
    turn = _Turn(0.0)
    for line in recording.lines:
        at = line["at"]
        match line["kind"]:
            case "client" if "id" in line["message"]:
                asked.setdefault(line["message"]["id"], at)
            case "turn":
                turn = _Turn(asked.get(line["act_id"], at))
            case "recalled":
                turn.recalled = line["recalled"] is not None
            case "request" if line["stage"] in ("outcome", "narration"):
                turn.prompts.append({"stage": line["stage"], **line["prompt"]})
            case "frame":
                kind = line["frame"]["type"]
                if kind == "accepted" and turn.acknowledged is None:
                    turn.acknowledged = at
                elif kind == "text" and turn.visible is None:
                    turn.visible = at
            case "commit":
                record = TurnRecord.model_validate(line["record"])
                before = _state_before(states, past, record, recording)
                after = _patched(before, record, recording)
                found.append(_recorded(turn, at, record, before, after, tuple(past)))
                past.append(record)
                states[record.number] = after
            case "undone":
                if past:
                    taken = past.pop()
                    found = [_undone(each) if each.record is taken else each for each in found]
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
    return [TurnRecord.model_validate(line["record"]) for line in recording.of_kind("past")]


def _patched(before: StoryState, record: TurnRecord, recording: Recording) -> StoryState:
    try:
        return record.patch.apply(before)
    except ValueError as error:
        raise RecordingError(
            f"{recording.name}, turn {record.number}: its patch does not fit the state before it ({error})"
        ) from None


def _recorded(
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


def _undone(turn: RecordedTurn) -> RecordedTurn:
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
    found = []
    for line in recording.of_kind("join", "leave", "client"):
        kind: Literal["join", "leave", "message"] = "message" if line["kind"] == "client" else line["kind"]
        found.append(Input(line["at"], line["client"], kind, line.get("message", {})))
    return found
