"""The lines of a recording, discriminated by `kind`, in the order in which they follow each other.

A line stays the JSON object that it is in the file; these types say what is in it. What the protocol, the referee and
the engine make (`frame`, `message`, `record`, …) is kept as it was written: those who read it bring it up to date.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired, get_args, get_type_hints

from pydantic import ConfigDict, Field, TypeAdapter, ValidationError
from typing_extensions import TypedDict

Data = dict[str, Any]


class Line(TypedDict):
    """Base: `at` is in seconds since the session began."""

    at: float


class HeaderLine(Line):
    """What the session starts from: see `gamemaster.recording.format.Header`."""

    kind: Literal["header"]
    format: int


class PastLine(Line):
    """A turn that was committed before; the oldest comes first."""

    kind: Literal["past"]
    record: Data


class JoinLine(Line):
    """A client begins to follow the story, from a position if it comes back.

    `before`: it followed the story already when the recording began; then nothing else is known.
    """

    kind: Literal["join"]
    client: int
    epoch: NotRequired[int | None]
    offset: NotRequired[int | None]
    hears: NotRequired[bool]
    before: NotRequired[bool]


class LeaveLine(Line):
    """A client follows the story no longer."""

    kind: Literal["leave"]
    client: int


class ClientLine(Line):
    """An act, interrupt, undo, retry or branch, as received."""

    kind: Literal["client"]
    client: int
    message: Data


class ErrandLine(Line):
    """What was asked under this id is done now, and waits no longer."""

    kind: Literal["errand"]
    id: str


class LinesLine(Line):
    """The player drew these lines, which the story does not cross; null: they took them back."""

    kind: Literal["lines"]
    boundaries: Data | None


class TurnLine(Line):
    """A turn begins. `narrator` is who narrates it, by name."""

    kind: Literal["turn"]
    turn: int
    act_id: str
    attempt: int
    instant: bool
    spoken: NotRequired[bool]
    narrator: str


class NarratorLine(Line):
    """Who narrates from here on: `form` tokens or messages for a model, and all that its prompts are made with."""

    kind: Literal["narrator"]
    name: str
    form: Literal["tokens", "messages"]
    format: str
    prompts: Data
    settings: Data
    engine: NotRequired[Data | None]
    model: NotRequired[str]


class RecalledLine(Line):
    """The memories that came to mind; null: they could not be read."""

    kind: Literal["recalled"]
    turn: int
    recalled: list[Data] | None


class DecidedLine(Line):
    """What the clock or the other stories had a part in, such as the rung of the ladder."""

    kind: Literal["decided"]
    turn: int
    name: str
    value: Any


class RequestLine(Line):
    """The engine is asked. `request` is its number, below 0 beside the play.

    `prompt`: tokens, digest, and the parts after those that it shares with the request before; `text` of those parts.
    `schema` is a digest, and so is `messages`: what a model server is sent.
    """

    kind: Literal["request"]
    request: int
    turn: int
    stage: str
    prompt: Data
    text: str
    sampling: Data
    schema: str
    budget: int | None
    messages: NotRequired[str]


class DeltaLine(Line):
    """What the engine gave; of reasoning only how many tokens."""

    kind: Literal["delta"]
    request: int
    delta: Data


class FaultLine(Line):
    """What the engine raised."""

    kind: Literal["fault"]
    request: int
    error: str
    args: list[Any]


class ClosedLine(Line):
    """Nobody wanted more of the request's answer."""

    kind: Literal["closed"]
    request: int
    by: str


class GaveUpLine(Line):
    """The model has no further part in a stage, or in the turn."""

    kind: Literal["gave_up"]
    turn: int
    stage: str
    error: str
    args: list[Any]


class RulingLine(Line):
    """What was proposed, and what the referee made of it. `lost`: the narrator failed."""

    kind: Literal["ruling"]
    turn: int
    outcome: Data
    ruling: Data
    lost: bool


class FrameLine(Line):
    """A message to all who follow, as it left the turn."""

    kind: Literal["frame"]
    frame: Data


class SentLine(Line):
    """The place of the last `frame` on the wire."""

    kind: Literal["sent"]
    epoch: int
    offset: int


class SaidLine(Line):
    """A message to one client."""

    kind: Literal["said"]
    client: int
    frame: Data


class StopLine(Line):
    """The telling was stopped, by whatever measure."""

    kind: Literal["stop"]
    turn: int
    keep: int | None
    cut: Data | None
    spoken: bool


class ToldLine(Line):
    """All was told: nothing can be stopped any more. `hurried`: not all of it at the pace of the cadence."""

    kind: Literal["told"]
    turn: int
    hurried: NotRequired[bool]


class CommitLine(Line):
    """The turn as stored, and a digest of the state after it."""

    kind: Literal["commit"]
    record: Data
    state: str


class UndoneLine(Line):
    """The story after a turn was taken back: its last turn, its epoch, and a digest of its state."""

    kind: Literal["undone"]
    turn: int
    epoch: int
    state: str


class ShownLine(Line):
    """The snapshot that all were shown after an undo, or when the story was read anew."""

    kind: Literal["shown"]
    frame: Data


class LeavingLine(Line):
    """The story takes no more errands, as the service stops or another process wants it."""

    kind: Literal["leaving"]


class ReloadedLine(Line):
    """The story was written by another process, and read anew."""

    kind: Literal["reloaded"]
    turn: int
    epoch: int


class EndLine(Line):
    """The recording ends: closed, stopped (in the middle of something), withdrawn, limit (of the file), overflow (of
    the queue) or failed (a line could not be written).
    """

    kind: Literal["end"]
    reason: str


# What may be written.
LineKind = Literal[
    "header", "past", "join", "leave", "client", "errand", "lines", "turn", "narrator", "recalled", "decided",
    "request", "delta", "fault", "closed", "gave_up", "ruling", "frame", "sent", "said", "stop", "told",
    "commit", "undone", "shown", "leaving", "reloaded", "end",
]  # fmt: skip
RecordingLine = (
    HeaderLine | PastLine | JoinLine | LeaveLine | ClientLine | ErrandLine | LinesLine | TurnLine | NarratorLine
    | RecalledLine
    | DecidedLine | RequestLine | DeltaLine | FaultLine | ClosedLine | GaveUpLine | RulingLine | FrameLine | SentLine
    | SaidLine | StopLine | ToldLine | CommitLine | UndoneLine | ShownLine | LeavingLine | ReloadedLine | EndLine
)  # fmt: skip
# What a line has beyond these fields is kept: a recording of a later program of the same format can be read.
recording_line: TypeAdapter[RecordingLine] = TypeAdapter(
    Annotated[RecordingLine, Field(discriminator="kind")], config=ConfigDict(extra="allow")
)


def line_fault(error: ValidationError) -> str:
    """What is wrong with a line, in a few words."""
    return "; ".join(f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}" for fault in error.errors()[:5])


def kind_of(line: type[Line]) -> str:
    """The `kind` that lines of this type have."""
    (kind,) = get_args(get_type_hints(line)["kind"])
    return str(kind)
