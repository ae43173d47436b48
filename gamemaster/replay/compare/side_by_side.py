"""One turn as it was told and as it is answered now, side by side, with what is wrong on either side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from gamemaster.narration.critic.told_turn import ToldTurn
from gamemaster.recording.format import RecordedTurn
from gamemaster.replay.compare.answer_turn import Answer, Question
from gamemaster.replay.compare.compare import differences, prompt_digests, prompt_told, side_of
from gamemaster.replay.invariants.check import violations_of
from gamemaster.replay.run import RunTurn, Violation
from gamemaster.rules.state import OUTSIDE_STORY, Span, StoryState, TurnRecord


@dataclass(frozen=True)
class Then:
    """A turn as it was told, the state after it, and the digests of the prompts that asked for its outcome."""

    record: TurnRecord
    after: StoryState
    prompts: Sequence[str] = ()


def compare(
    base: RunTurn,
    question: Question,
    then: Then,
    now: Answer,
    earlier: Sequence[str],
    told_now: Sequence[str] = (),
) -> tuple[RunTurn, bool | None]:
    """The turn with both its sides, and whether its prompt was the same (None: one of them had none).

    `earlier` are the texts of the turns before it, latest last; `told_now` those that were answered now.
    """
    prompts = then.prompts, prompt_digests(now.prompts, "outcome")
    same = prompts[0][0] == prompts[1][0] if all(prompts) else None
    differs = differences(then.record, then.after, now.record, now.after, same)
    violations = [
        *faults_of(question, then.record, then.after, earlier, "then"),
        *faults_of(question, now.record, now.after, [*earlier, *told_now], "now"),
        *withheld_from(now.record),
    ]
    turn = base.model_copy(
        update={
            "now": side_of(question.world, now.record, now.ms, prompt_told(now.texts)),
            "differs": differs,
            "branched": "state" in differs,
            "violations": violations,
            "error": ", ".join(now.faults) or None,
        }
    )
    return turn, same


def faults_of(
    question: Question,
    record: TurnRecord,
    after: StoryState,
    earlier: Sequence[str],
    side: Literal["then", "now"],
) -> list[Violation]:
    """What the invariants find in one side of a turn."""
    turn = ToldTurn(
        question.world,
        question.before,
        after,
        record.ruling,
        record.words,
        record.spans,
        tuple(earlier),
        record.reason,
    )
    return violations_of(turn, side)


def withheld_from(record: TurnRecord) -> list[Violation]:
    """What the critic kept from the player: they never saw it, and the model is no better for that."""
    withheld = record.model.withheld if record.model is not None else []
    return [Violation(kind=one.kind, side="now", text=one.text, why=one.why) for one in withheld]


def told_in(spans: Sequence[Span]) -> str:
    """What a turn told, notices left out."""
    return "\n".join(span.text for span in spans if span.kind not in OUTSIDE_STORY)


def times_of(turn: RecordedTurn) -> dict[str, float | None]:
    """The recorded turn's times in milliseconds since its act came."""
    seconds = {
        "acknowledged": turn.acknowledged_s,
        "first_visible": turn.first_visible_s,
        "total": turn.committed_s,
    }
    return {name: None if value is None else value * 1000 for name, value in seconds.items()}
