"""What a turn's record says for the metrics."""

from __future__ import annotations

import pytest

from gamemaster.metrics.turn_counts import is_truncated, rung_of, signs_of
from gamemaster.rules.dice import roll_for
from gamemaster.rules.proposal import Aside, Outcome, Rejection, Ruling, Take
from gamemaster.rules.state import EndReason, ModelTurn, StatePatch, TurnRecord, Withheld


def record(
    outcome: Outcome,
    ruling: Ruling | None = None,
    model: ModelTurn | None = None,
    reason: EndReason = "complete",
) -> TurnRecord:
    return TurnRecord(
        number=1, act_id="act-0001", words="hm", roll=roll_for(1, 1), outcome=outcome, ruling=ruling or Ruling(),
        spans=[], reason=reason, patch=StatePatch(), narrator="understudy", model=model,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("outcome", "signs"),
    [
        (Outcome(), []),
        (Outcome(asides=(Aside(why="safety"),)), ["safety"]),
        (Outcome(asides=(Aside(why="clarify"),), unclear="clarify"), ["asked_back"]),
        (Outcome(asides=(Aside(why="ending"),)), ["asked_back"]),
        (Outcome(asides=(Aside(why="not_followed"),)), ["not_followed"]),
        (Outcome(unclear="no_such_thing"), ["not_followed"]),
        (Outcome(asides=(Aside(why="ooc"),)), []),
    ],
)
def test_what_became_of_the_words(outcome: Outcome, signs: list[str]) -> None:
    assert list(signs_of(record(outcome))) == signs


def test_refused_contradicted_and_interrupted() -> None:
    refused = Ruling(rejections=(Rejection(operation=Take(item="moon"), code="far", reason="It is far."),))
    model = ModelTurn(withheld=[Withheld(kind="canon", text="x", why="y", then="again")])
    found = signs_of(record(Outcome(), refused, model, "interrupted"))
    assert list(found) == ["refused", "contradicted", "interrupted"]


@pytest.mark.parametrize(
    ("model", "rung"),
    [
        (None, "none"),
        (ModelTurn(), "full"),
        (ModelTurn(steps=["outcome: short_reasoning: too slow"]), "short_reasoning"),
        (ModelTurn(steps=["outcome: short_reasoning: slow", "narration: short_answer: slow"]), "short_answer"),
        (ModelTurn(steps=["narration: critic: canon: again"]), "full"),
        (ModelTurn(adjudicated_by="understudy", told_by="understudy"), "understudy"),
        (ModelTurn(told_by="understudy", steps=["narration: understudy: EngineLost: gone"]), "full"),
    ],
)  # fmt: skip
def test_the_rung_of_the_ladder(model: ModelTurn | None, rung: str) -> None:
    assert rung_of(record(Outcome(), model=model)) == rung


def test_reasoning_that_was_cut() -> None:
    assert is_truncated(ModelTurn(steps=["outcome: reasoning cut after 640 tokens"]))
    assert not is_truncated(ModelTurn(steps=["outcome: short_reasoning: slow"]))
