"""What a committed turn's record says for the metrics: who told it, on which rung, and what was amiss. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from gamemaster.rules.state import ModelTurn, TurnRecord

# What a model's narrator writes when it takes less than the full course: "outcome: short_answer: …".
LOWER_RUNGS = ("short_reasoning", "short_answer")
UNDERSTUDY = "understudy"
ASKED_BACK = frozenset({"clarify", "ending", "exposed", "which"})


def narrator_of(record: TurnRecord) -> str:
    """`understudy` or `model`: who was to narrate the turn."""
    return UNDERSTUDY if record.model is None else "model"


def rung_of(record: TurnRecord) -> str:
    """How much of the model the turn had, as `gamemaster.narration.model.degradation` calls it; `none` was meant to."""
    if record.model is None:
        return "none"
    if record.told_by == record.adjudicated_by == UNDERSTUDY:
        return UNDERSTUDY
    taken = [step.split(": ", 2)[1] for step in record.model.steps if step.count(": ")]
    lowest = max((LOWER_RUNGS.index(rung) for rung in taken if rung in LOWER_RUNGS), default=None)
    return "full" if lowest is None else LOWER_RUNGS[lowest]


def signs_of(record: TurnRecord) -> Iterator[str]:
    """What went otherwise than the player meant; the labels of `gamemaster_story_signs_total`."""
    outcome = record.outcome
    asides = {aside.why for aside in outcome.asides}
    if "safety" in asides:
        yield "safety"
        return
    asked = bool(asides & ASKED_BACK) or outcome.unclear in ASKED_BACK
    if asked:
        yield "asked_back"
    elif asides & {"not_followed", "half_followed"} or outcome.unclear is not None:
        yield "not_followed"
    if record.ruling.rejections:
        yield "refused"
    if record.model is not None and record.model.withheld:
        yield "contradicted"
    if record.reason == "interrupted":
        yield "interrupted"


def is_truncated(model: ModelTurn) -> bool:
    """Whether the model was cut off while it reasoned."""
    return any(": reasoning " in step for step in model.steps)
