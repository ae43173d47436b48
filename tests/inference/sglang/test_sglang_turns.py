"""Whole turns of the model narrator on the real engine: reasoning, Outcome, referee, telling, on one growing prefix."""

from typing import Any

import pytest

from tests.inference.sglang.conftest import Transcripts
from tests.inference.sglang.tale import ANSWER, TOLD

pytestmark = [pytest.mark.nia, pytest.mark.slow, pytest.mark.timeout(2000)]

# Turns, as `turns.tell` plays them.
FULL, SHORTER, SHORTEST, INTERRUPTED, COMPACTED = (0, 1, 2, 6, 7, 8), 3, 4, 5, 8
SHORT_REASONING = 96


@pytest.fixture
def tale(transcripts: Transcripts) -> dict[str, Any]:
    return transcripts["tale spec"]


def spans(turn: dict[str, Any]) -> list[tuple[str, str]]:
    return [(span["kind"], span["text"]) for span in turn["spans"]]


def test_the_model_proposes_the_referee_rules_and_the_model_tells(tale: dict[str, Any]) -> None:
    for turn in tale["turns"]:
        # Memories and suggestions are asked for after the telling: the ruling's grammar has no room for them.
        assert ANSWER.startswith(turn["outcome"].removesuffix("}"))
        assert turn["refused"] == ["blocked"], "the referee lets nobody through a locked door"
        assert (turn["model"]["adjudicated_by"], turn["model"]["told_by"]) == ("model", "model")
    told = [turn for turn in tale["turns"] if turn["reason"] == "complete"]
    assert len(told) == len(tale["turns"]) - 1
    for turn in told:
        assert spans(turn) == TOLD
        assert turn["spans"][1]["speaker"] == "mara"


def test_reasoning_is_bounded_by_the_rung_that_there_is_time_for(tale: dict[str, Any]) -> None:
    reasoning = [turn["model"]["uses"][0]["reasoning"] for turn in tale["turns"]]
    whole = reasoning[0]
    assert whole > SHORT_REASONING
    assert [reasoning[number] for number in FULL] == [whole] * len(FULL)
    assert (reasoning[SHORTER], reasoning[SHORTEST]) == (SHORT_REASONING, 0)
    steps = [step for number in FULL for step in tale["turns"][number]["model"]["steps"]]
    assert [step for step in steps if not step.startswith("prompt: ")] == []
    assert (
        f"outcome: reasoning cut after {SHORT_REASONING} tokens" in tale["turns"][SHORTER]["model"]["steps"]
    )
    assert "outcome: reasoning cut after 0 tokens" in tale["turns"][SHORTEST]["model"]["steps"]


def test_drafts_are_accepted_in_the_telling_and_under_the_grammar(tale: dict[str, Any]) -> None:
    for turn in tale["turns"]:
        assert all(use["accept_length"] > 2 for use in turn["model"]["uses"])


def test_each_prompt_extends_the_last_one_but_for_a_compaction(tale: dict[str, Any]) -> None:
    """Over a restart and an interruption too."""
    assert tale["lanes"].count("play") == 2 * len(tale["turns"])
    assert [number for number, extends in enumerate(tale["extends"]) if not extends] == [2 * COMPACTED - 1]


def test_a_compaction_is_written_and_computed_in_the_background(tale: dict[str, Any]) -> None:
    background = [number for number, lane in enumerate(tale["lanes"]) if lane == "background"]
    order, warm = background
    assert tale["cached"][order] > 0.9 * tale["prompts"][order], (
        "the story so far need not be computed for it"
    )
    model = tale["turns"][COMPACTED]["model"]
    assert model["compaction"]["by"] == "model"
    assert model["compaction"]["summary"].startswith(TOLD[0][1])
    assert tale["prompts"][warm] < tale["prompts"][order]
    assert tale["cached"][warm + 1] >= tale["prompts"][warm] - 1, "the next turn finds it all"


def test_the_cache_has_all_that_was_computed_before(tale: dict[str, Any]) -> None:
    """But for a telling that was left in the middle: what was written of it so far is computed again."""
    left = 2 * INTERRUPTED + 1
    assert [number for number, cached in enumerate(tale["cached"]) if cached is None] == [left]
    missing = [
        known - cached
        for known, cached in zip(tale["known"], tale["cached"], strict=True)
        if cached is not None
    ]
    after = missing.pop(left)  # the request after it, as it has no figure itself
    assert 0 <= after <= tale["written"][left]
    assert set(missing) <= {0, 1, 2}
    first = tale["lanes"].index("background")
    grown = zip(tale["prompts"][:first], tale["known"][1:first], strict=False)
    assert all(known >= before for before, known in grown), "later requests find ever more"


def test_an_interruption_keeps_what_was_told_and_leaves_nothing_running(tale: dict[str, Any]) -> None:
    turn = tale["turns"][INTERRUPTED]
    assert turn["reason"] == "interrupted"
    assert spans(turn) == TOLD[:1]
    assert tale["running"] == 0
