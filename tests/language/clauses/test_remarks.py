"""Tests of what is only remarked beside the deeds, in brackets or after "even though": no act, and no speech."""

from __future__ import annotations

import pytest

from gamemaster.language.clauses.markup import pieces
from gamemaster.language.understanding import understand
from gamemaster.rules.state import new_story
from tests.casekit import cases
from tests.worldkit import world_at

NIGHT = "worlds/long_night"


@cases
def test_a_remark_in_brackets_is_no_act(remark: str) -> None:
    state = new_story(world_at(NIGHT), 1)
    plain = understand(world_at(NIGHT), state, "I look at the stones")
    beside = understand(world_at(NIGHT), state, f"I look at the stones ({remark})")
    assert [(one.verb, one.objects) for one in beside.intents] == [
        (one.verb, one.objects) for one in plain.intents
    ]
    assert beside.unclear is None
    assert any(one.role == "background" for one in beside.clauses)


@pytest.mark.parametrize(
    "words", ["sits down", "whispering", "take the knife", "slowly nods", "quietly, to Dilys"]
)
def test_what_is_acted_in_brackets_is_a_gesture(words: str) -> None:
    assert [piece.kind for piece in pieces(f"({words})")] == ["star"]


@pytest.mark.parametrize("though", ["though", "if"])
def test_what_holds_nothing_back_leaves_the_deed_whole(though: str) -> None:
    state = new_story(world_at(NIGHT), 1)
    read = understand(world_at(NIGHT), state, f"I smile even {though} my lips are cracking")
    assert [(one.verb, one.topic) for one in read.intents] == [("express", "i smile")]
