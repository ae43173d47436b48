"""Tests of what a memory is, of how memories are ranked, and of what is forgotten."""

import pytest
from pydantic import ValidationError

from npcs.forgetting import Trace, to_forget
from npcs.memory import Memory
from npcs.ranking import RRF_K, Candidate, fuse_ranks, rank
from tests.npcs.memories import memory


def test_a_memory_that_names_no_root_is_first_hand() -> None:
    made = memory("hild", 3, "I saw the axe fall.")
    assert (made.root, made.hops, made.past) == ("3-hild-0", 0, False)
    assert Memory.model_validate_json(made.model_dump_json()) == made


@pytest.mark.parametrize(
    "wrong",
    [
        {"source": "heard"},
        {"heard_from": "ketil"},
        {"importance": 11},
        {"text": ""},
        {"text": "x" * 601},
        {"hops": 4},
        {"mood": "sad"},
    ],
)
def test_what_is_no_memory(wrong: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        memory("hild", 3, **{"text": "I saw the axe fall.", **wrong})  # type: ignore[arg-type] # wrong on purpose


def test_two_searches_are_fused_by_reciprocal_rank() -> None:
    assert fuse_ranks((1, None)) == 1 / (RRF_K + 1)
    assert fuse_ranks((2, 3)) == 1 / (RRF_K + 2) + 1 / (RRF_K + 3)
    assert fuse_ranks((None, None)) == 0
    both, one = memory("hild", 1, "Both."), memory("hild", 1, "One.", 1)
    ranked = rank([Candidate(one, 1, None), Candidate(both, 5, 5)], now=5)
    assert [r.memory for r in ranked] == [both, one], "what both searches find comes before the best of one"


def test_of_equally_relevant_memories_the_recent_and_the_important_come_first() -> None:
    old, new = memory("hild", 1, "Long ago."), memory("hild", 300, "Just now.")
    grave = memory("hild", 1, "Grave.", 1, importance=9)
    ranked = rank([Candidate(m, 1, None) for m in (old, grave, new)], now=1500)
    assert [r.memory for r in ranked] == [grave, new, old]
    assert ranked[1].recency > ranked[2].recency, "the newest has the highest recency"


def test_candidates_that_are_all_alike_can_be_ranked() -> None:
    alike = [Candidate(memory("hild", 1, f"The {n}th.", n), 1, 1) for n in range(3)]
    assert [r.memory.id for r in rank(alike, now=5)] == ["1-hild-0", "1-hild-1", "1-hild-2"]
    assert rank([], now=5) == []


def test_what_no_search_found_does_not_come_to_mind() -> None:
    assert rank([Candidate(memory("hild", 1, "Unasked.", importance=10), None, None)], now=5) == []


def test_the_same_words_come_to_mind_once_for_each_owner() -> None:
    knocks = [memory(who, turn, "It knocked.") for who in ("hild", "ulf") for turn in (1, 2)]
    ranked = rank([Candidate(m, n + 1, None) for n, m in enumerate(knocks)], now=10)
    assert sorted(r.memory.owner for r in ranked) == ["hild", "ulf"]


def test_a_memory_from_the_future_is_as_recent_as_can_be() -> None:
    (ranked,) = rank([Candidate(memory("hild", 100, "Later."), 1, None)], now=5)
    assert ranked.recency == 1


def test_what_a_belief_covers_is_forgotten_first_then_the_unimportant_then_the_old() -> None:
    traces = [
        Trace("covered", 9, 9, None),
        Trace("dull", 5, 1, None),
        Trace("old", 1, 3, None),
        Trace("new", 8, 3, "item:axe"),
        Trace("promise", 1, 1, "promise:axe"),
        Trace("debt", 1, 1, "debt:ulf"),
        Trace("death", 1, 1, "death:bersi"),
    ]
    order = ["covered", "dull", "old", "new"]
    for gone in range(5):
        assert to_forget(traces, {"covered", "promise"}, len(traces) - gone) == order[:gone]
    assert to_forget(traces, {"covered"}, 0) == order, "promises, debts and deaths never go"
    assert to_forget(traces, (), 100) == []
