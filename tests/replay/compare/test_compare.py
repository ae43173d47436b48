"""Two sides of a turn, and the figures over a run."""

from __future__ import annotations

import math
from typing import Any

import pytest

from gamemaster.narration.model.model_narrator import ModelNarrator
from gamemaster.narration.model.token_source import TokenSource
from gamemaster.replay.compare.compare import differences, divergence, metrics_of
from gamemaster.replay.invariants.check import KINDS
from gamemaster.replay.run import RunTurn, Side
from gamemaster.rules.state import Span, StoryState, TurnRecord
from inference.background import BackgroundEngine
from inference.chat_template import derive
from inference.engine import Lane
from inference.output.reasoning_budget import BudgetedEngine
from tests.modelkit import PROSE, Actor, outcome
from tests.replaykit import Taped
from tests.worldkit import sample


def test_the_divergence_of_two_vocabularies() -> None:
    """Hand-worked: between {a: 1} and {a: 1/2, b: 1/2} it is 3/4 log2(4/3) = 0.311."""
    assert divergence({"a": 3, "b": 1}, {"a": 6, "b": 2}) == 0.0
    assert divergence({"a": 1}, {"b": 5}) == 1.0
    half = divergence({"a": 4}, {"a": 1, "b": 1})
    assert half == pytest.approx(0.75 * math.log2(4 / 3))
    assert half == divergence({"a": 1, "b": 1}, {"a": 4})
    assert divergence({}, {"a": 1}) is None


def side(text: str, **fields: Any) -> dict[str, Any]:
    return {"spans": [{"kind": "narration", "text": text}], "narrator": "model", **fields}


def turn(number: int, then: str, told: str, **fields: Any) -> RunTurn:
    both = {
        "then": side(then, reason=fields.pop("reason", "complete")),
        "now": side(told, **fields.pop("now", {})),
    }
    return RunTurn.model_validate({"session": 0, "turn": number, "words": "x", **both, **fields})


def test_metrics_of_a_run() -> None:
    fault = {"kind": "canon", "text": "a", "why": "b"}
    turns = [
        turn(1, "one two", "one two", now={
            "ms": {"first_visible": 100.0}, "tokens": {"prompt": 100, "cached": 0, "completion": 10, "reasoning": 5},
            "accept_length": 2.0,
        }),
        turn(2, "one two", "one two three four", differs=["text"], violations=[fault, fault], now={
            "ms": {"first_visible": 300.0}, "tokens": {"prompt": 300, "cached": 200, "completion": 30, "reasoning": 0},
            "accept_length": 4.0,
        }),
        turn(3, "one two", "three", differs=["ruling", "state"], branched=True, violations=[{**fault, "side": "then"}]),
        turn(4, "one", "one two three four five six", reason="interrupted", now={"narrator": "understudy"}),
        RunTurn(session=0, turn=5, words="x", error="EngineLost"),
    ]  # fmt: skip
    found = metrics_of(turns)
    assert (found["turns"], found["ruling_agreement_share"], found["branched_share"]) == (4.0, 0.75, 0.25)
    assert (found["violations"], found["violations_canon"]) == (2.0, 2.0), "those of then are not the run's"
    assert found["understudy_share"] == 0.25
    assert (found["first_visible_p50_ms"], found["first_visible_p95_ms"]) == (100.0, 300.0)
    assert (found["prompt_tokens"], found["completion_tokens"], found["cached_share"]) == (400.0, 40.0, 0.5)
    assert found["accept_length"] == pytest.approx(3.5), "weighed by the tokens that were accepted"
    lengths = sum(map(len, ("one two", "one two three four", "three"))) / (3 * len("one two"))
    assert found["length_ratio"] == pytest.approx(lengths), "a telling that the player cut counts for none"
    assert {f"violations_{kind}" for kind in KINDS} <= found.keys()
    nothing = metrics_of([])
    assert nothing["turns"] == 0.0
    assert nothing["length_ratio"] is nothing["judge_mean"] is nothing["cached_share"] is None


async def two_turns() -> tuple[TurnRecord, StoryState]:
    taped = Taped(sample())
    (record,) = await taped.play("look around")
    return record, taped.state


async def test_a_telling_that_was_cut_is_compared_as_far_as_it_went() -> None:
    record, after = await two_turns()
    first = record.spans[0]
    cut = record.model_copy(
        update={"reason": "interrupted", "spans": [Span(kind="narration", text=first.text[:9])]}
    )
    assert differences(cut, after, record, after, None) == []
    other = cut.model_copy(update={"spans": [Span(kind="narration", text="Otherwise")]})
    assert differences(other, after, record, after, None) == ["text"]
    assert differences(record, after, cut, after, None) == ["text", "reason"]


async def test_what_was_told_is_no_difference_of_state() -> None:
    record, after = await two_turns()
    told = after.model_copy(update={"told": {"0" * 12: 7}, "focus": {"it": "mill"}})
    assert differences(record, after, record, told, True) == []
    moved = after.model_copy(update={"minutes": after.minutes + 1})
    assert differences(record, after, record, moved, False) == ["prompt", "state"]


async def test_the_shadows_requests_go_behind_the_players() -> None:
    lines = [outcome({"op": "look"}), PROSE]
    for wrap, lane in ((lambda engine: engine, Lane.PLAY), (BackgroundEngine, Lane.BACKGROUND)):
        actor = Actor(list(lines))
        source = TokenSource(BudgetedEngine(wrap(actor)), derive(actor.tokenizer, actor.info))
        await Taped(sample(), ModelNarrator(source)).play("look around")
        assert {request.lane for request in actor.requests} == {lane}


def test_a_side_knows_its_text() -> None:
    assert Side.model_validate(side("one")).text == "one"
