"""What happens in a turn, in the past tense and in this order, as `gamemaster.play.turn.run_turn` announces it. Pure.

`DatabaseMissed` may come at any place before `TurnCommitted`, once. What of it clients are shown, and in which words of
the protocol, is the presenter's business (`gamemaster.play.turn_presenter`).
"""

from __future__ import annotations

from dataclasses import dataclass

from gamemaster.rules.proposal import Outcome, Ruling
from gamemaster.rules.state import Recalled, SpanKind, StoryState, TurnRecord


@dataclass(frozen=True, slots=True)
class TurnAccepted:
    """The player's words are in the store. `d20` is the turn's first die as it fell."""

    turn: int
    act_id: str
    words: str
    d20: int


@dataclass(frozen=True, slots=True)
class MemoriesRecalled:
    """What came to the minds of those present; None: it could not be read."""

    turn: int
    recalled: tuple[Recalled, ...] | None


@dataclass(frozen=True, slots=True)
class TurnRuled:
    """The referee decided, in `ruling_s`. `lost`: the narrator had nothing to propose, and nothing came about."""

    turn: int
    outcome: Outcome
    ruling: Ruling
    lost: bool
    ruling_s: float = 0.0


@dataclass(frozen=True, slots=True)
class TextTold:
    """More of the narration. `span` counts the spans of the turn; text with the same `span` continues it. `choices` are
    inputs that an aside offers.
    """

    turn: int
    span: int
    kind: SpanKind
    speaker: str | None
    text: str
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TellingEnded:
    """All was told, and heard if anybody listens: nothing can be stopped any more.

    `hurried`: some of it without pauses, since the player wanted to read on or nobody was left to read.
    """

    turn: int
    hurried: bool = False


@dataclass(frozen=True, slots=True)
class DatabaseMissed:
    """The store is away; the turn goes on by itself when it is back."""

    message: str


@dataclass(frozen=True, slots=True)
class TurnCommitted:
    """The turn is in the store, and `after` is the story's state."""

    record: TurnRecord
    after: StoryState


TurnEvent = (
    TurnAccepted | MemoriesRecalled | TurnRuled | TextTold | TellingEnded | DatabaseMissed | TurnCommitted
)
