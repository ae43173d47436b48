"""Which turns are good, and what can be asked of them."""

from __future__ import annotations

from array import array
from typing import Any

import pytest

from gamemaster.replay.load.objectives import (
    Breach,
    DrivenTurn,
    Objectives,
    ObjectivesError,
    missed_objectives,
    objectives_of,
)

ASKED = Objectives(acknowledged_ms=100, first_visible_ms=1000, gap_ms=500, first_audio_ms=2000, total_ms=5000)


def turn(**changes: Any) -> DrivenTurn:
    given = {
        "accepted": 10.05, "first_text": 10.8, "last_text": 11.5, "gaps": array("f", (0.1, 0.4)), "committed": 12.0,
        "reason": "complete", **changes,
    }  # fmt: skip
    return DrivenTurn(0, 0, "act-1", "look", 10.0, **given)


@pytest.mark.parametrize(
    ("changes", "names"),
    [
        ({}, []),
        ({"accepted": 10.2}, ["acknowledged"]),
        ({"accepted": None}, ["acknowledged"]),
        ({"first_text": 11.1}, ["first_visible"]),
        ({"first_text": None}, ["first_visible"]),
        ({"first_text": None, "asked_to_stop": True, "reason": "interrupted"}, []),
        ({"gaps": array("f", (0.1, 0.6))}, ["gap"]),
        ({"hears": True, "first_audio": 11.0}, []),
        ({"hears": True, "first_audio": 12.5}, ["first_audio"]),
        ({"hears": True}, ["first_audio"]),
        ({"hears": True, "first_audio": 11.0, "underruns": 1}, ["underruns"]),
        ({"committed": 15.5}, ["total"]),
        ({"committed": None, "reason": ""}, ["committed"]),
        ({"reason": "engine_lost"}, ["reason"]),
        ({"reason": "interrupted"}, ["reason"]),
        ({"reason": "interrupted", "asked_to_stop": True}, []),
        ({"breaches": [Breach("gap", "frame 3 came where 2 was due")]}, ["valid"]),
        ({"accepted": 20.0, "timed": False}, []),
        ({"committed": None, "timed": False}, ["committed"]),
    ],
)
def test_a_turn_misses_what_it_misses(changes: dict[str, Any], names: list[str]) -> None:
    assert missed_objectives(turn(**changes), ASKED) == names


def test_nothing_is_asked_where_an_objective_is_null() -> None:
    nothing = objectives_of(dict.fromkeys(Objectives.model_fields), "o.yaml")
    late = turn(accepted=99.0, first_text=99.0, gaps=array("f", (99.0,)), hears=True, underruns=9)
    assert missed_objectives(late, nothing) == []


def test_objectives_come_from_a_file_and_the_rest_are_the_defaults() -> None:
    assert objectives_of({"gap_ms": 250}, "o.yaml") == Objectives(gap_ms=250)
    assert objectives_of(None, "o.yaml") == Objectives()


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (
            {"first_token_ms": 100},
            r"o\.yaml: there is no objective 'first_token_ms'.*first_visible_ms \(first text",
        ),
        ({"gap_ms": "soon"}, r"gap_ms = 'soon'"),
        ({"gap_ms": -1}, r"gap_ms = -1"),
        ([1, 2], "objectives are a mapping"),
    ],
)
def test_objectives_that_cannot_be_used_say_what_there_is(data: Any, why: str) -> None:
    with pytest.raises(ObjectivesError, match=why):
        objectives_of(data, "o.yaml")
