"""What a replay came to: the shape that verify, regenerate, shadow and drive write, and report and gate read. Pure."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from gamemaster.errors import UserError
from gamemaster.rules.state import OUTSIDE_STORY, SpanKind

RUN_FORMAT = 1
Kind = Literal["verify", "regenerate", "shadow", "drive"]


class Part(BaseModel):
    model_config = ConfigDict(extra="forbid")


class SideSpan(Part):
    kind: SpanKind
    speaker: str | None = None
    name: str | None = None
    text: str


class Side(Part):
    """A turn as it came out once. `ms`: milliseconds since the act was sent; `gap_p99` between two texts.

    `ms` has of `acknowledged`, `first_visible`, `first_audio`, `total`, `gap_p99` what is known; `tokens` of `prompt`,
    `cached`, `reasoning`, `completion`, over all requests of the turn. `state` are the changes as lines, `outcome` is
    JSON, `prompt` what was new in the turn's prompts.
    """

    spans: list[SideSpan] = []
    checks: list[str] = []
    changed: list[str] = []
    rejected: list[str] = []
    suggestions: list[str] = []
    state: list[str] = []
    outcome: str = ""
    memories: list[str] = []
    prompt: str = ""
    reason: str = ""
    narrator: str = ""
    ms: dict[str, float] = {}
    tokens: dict[str, int] = {}
    accept_length: float | None = None

    @property
    def text(self) -> str:
        return "\n".join(span.text for span in self.spans if span.kind not in OUTSIDE_STORY)

    @property
    def understudy_stepped_in(self) -> bool:
        """Whether the understudy told what was the model's to tell: what is only asked back is the game's own."""
        asked_back = bool(self.spans) and all(span.kind == "aside" for span in self.spans)
        return self.narrator != "model" and not asked_back


class Violation(Part):
    """Something that must not be in a story, whoever tells it: found without a judge."""

    kind: str
    side: Literal["then", "now"] = "now"
    text: str = Field(description="the words at fault, as they stand in the side's text")
    why: str


class Judgement(Part):
    """What a model thought of the two sides. Never the gate by itself."""

    prompt: str
    score: float = Field(ge=0, le=10)
    why: str


class RunTurn(Part):
    """A turn of a recording as it was then, and as it came out now. `session` is an index into the run's sessions."""

    session: int
    turn: int
    words: str
    then: Side | None = None
    now: Side | None = None
    differs: list[str] = []  # of: outcome, ruling, state, text, reason, prompt, frame, …
    difference: str = (
        ""  # of a verified turn: the part that came out otherwise first, and its words, then and now
    )
    branched: bool = False  # the ruling leads elsewhere: the next turn goes on from the recorded state
    violations: list[Violation] = []
    judge: Judgement | None = None
    error: str | None = None
    at_s: float | None = None  # since the run began
    missed: list[str] = []  # objectives
    unmet: list[str] = []  # expectations (`gamemaster.replay.verify.expectations`), in words


class RunSession(Part):
    id: str
    file: str = ""
    world: str = ""
    turns: int = 0
    note: str = ""


class Coverage(Part):
    """Of one sort of thing: how often each was exercised, and what there is that was not."""

    exercised: dict[str, int] = {}
    left_out: list[str] = []


class Run(Part):
    """One run. `metrics` are flat; the unit is the end of the name (`_ms`, `_s`, `_share`); None: not known here."""

    format: int = RUN_FORMAT
    kind: Kind
    title: str
    started: str  # ISO 8601, UTC
    seconds: float
    command: str = ""
    stamps: dict[str, dict[str, str]] = {}  # `then` and `now`: code, world, engine, model, prompt
    metrics: dict[str, float | None] = {}
    sessions: list[RunSession] = []
    turns: list[RunTurn] = []
    errors: dict[str, int] = {}  # by type
    coverage: dict[str, Coverage] = {}  # of a verified run: what its recordings exercise, by sort
    notes: list[str] = []  # what a reader must know: what was warmed, what was left out


class RunError(UserError):
    """A file that holds no run. The message names the file, what is wrong and what to do."""


def read_run(text: str | bytes, name: str) -> Run:
    """A run from its JSON. `name` is how errors call it. Raises RunError."""
    try:
        run = Run.model_validate_json(text)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        why = f"its {where!r} is missing or is none of a run's" if where else "it is no JSON object"
        raise RunError(
            f"{name} holds no run: {why}; give a file that `gamemaster replay … --out FILE.json` wrote"
        ) from None
    if run.format != RUN_FORMAT:
        raise RunError(
            f"{name} has a run of format {run.format}; this program reads {RUN_FORMAT}: make the run anew"
        )
    return run
