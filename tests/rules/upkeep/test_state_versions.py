"""Tests of `gamemaster.rules.upkeep.state_versions`: states of other versions."""

import json
from typing import Any

import pytest

from gamemaster.rules.state import STATE_VERSION, StoryState
from gamemaster.rules.upkeep.state_versions import MIGRATIONS, Migration, StateVersionError, read_state

STATE = StoryState(world="fjord", seed=7, place="shore")


def data(**changes: object) -> dict[str, Any]:
    return {**json.loads(STATE.model_dump_json()), **changes}


def rename_place(state: dict[str, Any]) -> dict[str, Any]:
    state["place"] = state.pop("location")
    return state


def double_minutes(state: dict[str, Any]) -> dict[str, Any]:
    return {**state, "minutes": state["minutes"] * 2}


STEPS = {1: Migration("location is called place", rename_place), 2: Migration("half minutes", double_minutes)}


def test_the_present_version_is_read_as_it_is() -> None:
    assert read_state(data()) == STATE


def test_older_states_go_through_each_migration_in_turn() -> None:
    old = data(version=1, minutes=10, location="hall")
    del old["place"]
    kept = json.dumps(old)
    state = read_state(old, STEPS, present=3)
    assert (state.version, state.place, state.minutes) == (3, "hall", 20)
    assert json.dumps(old) == kept, "what was given is not changed"
    assert read_state(data(version=2, minutes=10), STEPS, present=3).minutes == 20


def test_a_newer_state_is_refused() -> None:
    with pytest.raises(StateVersionError, match=f"up to {STATE_VERSION}: update the service"):
        read_state(data(version=STATE_VERSION + 1))


@pytest.mark.parametrize("version", [None, "1", 0, -1, 1.0, True, [1]])
def test_what_is_no_version_is_refused(version: object) -> None:
    with pytest.raises(StateVersionError, match="no version number"):
        read_state(data(version=version))


def test_a_missing_migration_is_named() -> None:
    with pytest.raises(StateVersionError, match="leads on from version 1"):
        read_state(data(version=1), {2: STEPS[2]}, present=3)


def test_every_older_version_has_its_migration() -> None:
    assert sorted(MIGRATIONS) == list(range(1, STATE_VERSION))
