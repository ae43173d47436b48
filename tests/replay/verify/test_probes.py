"""What verify tries beside a recording: quiet on the program as it is, and a referee who obeys is noticed."""

from __future__ import annotations

from pathlib import Path

import pytest

from gamemaster.narration.prompts import ruling_text
from gamemaster.play.opening import begin
from gamemaster.replay.verify import probes
from gamemaster.rules import proposal as ops
from gamemaster.rules.draft import Draft
from tests.worldkit import ROOT
from worlds.loader import load_world
from worlds.schema import PLAYER, World


@pytest.fixture(scope="module", params=["long_night", "lighthouse"])
def world(request: pytest.FixtureRequest) -> World:
    return load_world(Path(ROOT / "worlds" / request.param))


def test_nothing_is_wrong_with_the_program_as_it_is(world: World) -> None:
    assert list(probes.faults_of_referee(world, [begin(world, 3)])) == []
    assert list(probes.faults_of_prompts(world)) == []


def obey(draft: Draft, operation: ops.Operation) -> None:
    """A referee who lets everything come about."""
    match operation:
        case ops.Take():
            draft.state.items[operation.item] = PLAYER
        case ops.Harm():
            draft.state.wounds += operation.amount
        case ops.Discuss():
            draft.state.lines[f"{operation.who}.{operation.topic}.0"] = 1


def test_a_referee_who_obeys_is_noticed(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(probes, "apply_operation", obey)
    found = " / ".join(probes.faults_of_referee(world, [begin(world, 3)]))
    for what in (
        f"things of {world.player.carries}",
        "which cannot be carried",
        "wounds of",
        "which they would not yet",
    ):
        assert what in found


def test_a_story_that_is_over_is_not_tried(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(probes, "apply_operation", obey)
    state = begin(world, 3)
    state.ended = next(iter(world.endings))
    assert list(probes.faults_of_referee(world, [state])) == []


def test_a_failure_that_is_told_as_a_success_is_noticed(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(ruling_text.RESULTS, "failure", ruling_text.RESULTS["success"])
    assert "two results of a check are told to the model in the same words" in probes.faults_of_prompts(world)
