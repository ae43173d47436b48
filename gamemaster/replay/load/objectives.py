"""Goodput: which turns met every objective of the service, turn by turn, as the player's side measured them. Pure.

A turn is good when all of it was: acknowledged and first visible soon, told without a gap, heard without an underrun,
valid by the protocol, and committed with the reason that was asked for. Goodput is good turns a second (DistServe,
Zhong et al., OSDI 2024, counts requests within their latency objectives in the same way); a service that answers
everything late has a throughput and no goodput.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from gamemaster.errors import UserError
from gamemaster.metrics.settings import ACKNOWLEDGED_MS, FIRST_AUDIO_MS, FIRST_TEXT_MS, GAP_MS


class Objectives(BaseModel):
    """What a turn must meet to count. Milliseconds since the act was sent, or the turn before it ended, if that came
    later; null asks nothing."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    acknowledged_ms: float | None = Field(
        ACKNOWLEDGED_MS, gt=0, description="the words are safe, and the player sees it"
    )
    first_visible_ms: float | None = Field(
        FIRST_TEXT_MS, gt=0, description="first text; a model reasons and rules before it"
    )
    gap_ms: float | None = Field(GAP_MS, gt=0, description="the longest pause within the text")
    first_audio_ms: float | None = Field(
        FIRST_AUDIO_MS, gt=0, description="first sound, of turns that are heard"
    )
    underruns: int | None = Field(
        0, ge=0, description="how often a turn's speech may run dry while it is heard"
    )
    total_ms: float | None = Field(None, gt=0, description="until the turn is committed")


class ObjectivesError(UserError):
    """Objectives that cannot be used; the message lists what there is."""


def objectives_of(data: object, name: str) -> Objectives:
    """Objectives from what a file holds (an object, or nothing). `name` is how errors call the file.

    Raises ObjectivesError.
    """
    if data is None:
        return Objectives()
    if not isinstance(data, dict):
        raise ObjectivesError(f"{name}: objectives are a mapping, such as `first_visible_ms: 2000`")
    known = ", ".join(f"{key} ({field.description})" for key, field in Objectives.model_fields.items())
    try:
        return Objectives.model_validate(data)
    except ValidationError as error:
        faults = []
        for fault in error.errors():
            key = ".".join(map(str, fault["loc"]))
            if fault["type"] == "extra_forbidden":
                faults.append(f"there is no objective {key!r}")
            else:
                faults.append(f"{key} = {fault['input']!r}: {fault['msg']}")
        raise ObjectivesError(f"{name}: {'; '.join(faults)}. The objectives: {known}") from None


@dataclass(frozen=True, slots=True)
class Breach:
    """Something that the protocol rules out. `kind` is one word for counting, `why` a sentence."""

    kind: str
    why: str


@dataclass(slots=True)
class DrivenTurn:
    """One turn as the player's side saw it. Times in seconds of one clock; None: it did not come."""

    player: int
    session: int  # index of the story among the run's sessions
    act_id: str
    words: str
    sent: float
    # An act that was sent in the middle of a turn waits for its end, as it should; its times are from there.
    due: float | None = None
    number: int | None = None
    accepted: float | None = None
    first_text: float | None = None
    last_text: float | None = None
    gaps: array[float] = field(default_factory=lambda: array("f"))  # between texts, in seconds
    hears: bool = False
    first_audio: float | None = None
    underruns: int = 0
    audio_gap_s: float = 0.0  # all the time that the speech had run dry
    rtf: float | None = None  # real-time factor of the worst utterance
    committed: float | None = None
    reason: str = ""
    asked_to_stop: bool = False
    # False: this client was away or read slowly on purpose in this turn, so that its times say nothing of the service.
    timed: bool = True
    refused: str = ""  # the code with which the service would not play it
    taken_back: bool = False
    breaches: list[Breach] = field(default_factory=list)
    recorded_chars: int | None = None  # how much text the recorded turn had, if it was told to its end
    shown: ShownTurn | None = None
    rejected: tuple[str, ...] = ()
    suggestions: tuple[str, ...] = ()

    @property
    def playable_at(self) -> float:
        """From when on the service could play it."""
        return self.sent if self.due is None else max(self.sent, self.due)


@dataclass(slots=True)
class ShownTurn:
    """A turn as it stands on the player's screen. `spans`: (kind, speaker, name, text)."""

    number: int
    act_id: str
    words: str
    spans: list[tuple[str, str | None, str | None, str]] = field(default_factory=list)
    reason: str = ""
    checks: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()

    @property
    def told_spans(self) -> list[tuple[str, str | None, str]]:
        """What must be the same wherever the turn is shown: kind, speaker and text of what has any."""
        return [(kind, speaker, text) for kind, speaker, _, text in self.spans if text]


def milliseconds(turn: DrivenTurn) -> dict[str, float]:
    """What is known of `acknowledged`, `first_visible`, `first_audio`, `gap` and `total`, in ms since `playable_at`."""
    moments = {
        "acknowledged": turn.accepted,
        "first_visible": turn.first_text,
        "first_audio": turn.first_audio,
        "total": turn.committed,
    }
    found = {
        name: (moment - turn.playable_at) * 1000 for name, moment in moments.items() if moment is not None
    }
    if turn.gaps:
        found["gap"] = max(turn.gaps) * 1000
    return found


def missed_objectives(turn: DrivenTurn, objectives: Objectives) -> list[str]:
    """The names of the objectives that the turn did not meet; `valid`, `committed` and `reason` are always asked."""
    found = _too_late(turn, objectives) if turn.timed else []
    if turn.breaches:
        found.append("valid")
    if turn.committed is None:
        found.append("committed")
    elif turn.reason != "complete" and not (turn.reason == "interrupted" and turn.asked_to_stop):
        found.append("reason")
    return found


def _too_late(turn: DrivenTurn, objectives: Objectives) -> list[str]:
    took = milliseconds(turn)
    limits = {
        "acknowledged": objectives.acknowledged_ms,
        "first_visible": objectives.first_visible_ms,
        "gap": objectives.gap_ms,
        "first_audio": objectives.first_audio_ms if turn.hears else None,
        "total": objectives.total_ms,
    }
    # What never came is too late, but for text and sound of a turn that the player stopped before it.
    needed = {"acknowledged"} if turn.asked_to_stop else {"acknowledged", "first_visible", "first_audio"}
    found = [
        name
        for name, limit in limits.items()
        if limit is not None and (took[name] > limit if name in took else name in needed)
    ]
    if objectives.underruns is not None and turn.underruns > objectives.underruns:
        found.append("underruns")
    return found
