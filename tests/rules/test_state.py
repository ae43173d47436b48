"""The state of a story, its bytes, and the patches between two of them."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from gamemaster.rules import proposal as ops
from gamemaster.rules.state import (
    NEED_SCALE,
    PatchConflict,
    StatePatch,
    StoryState,
    canonical_json,
    diff,
    digest,
    new_story,
)
from tests.worldkit import act, begin, sample


def test_a_story_begins_as_its_world_says() -> None:
    state = new_story(sample(), 7)
    assert (state.world, state.seed, state.turn, state.place) == ("sample_world", 7, 0, "yard")
    assert state.items["key"] == "yard"
    assert state.items["bread"] == "nowhere"
    assert state.carried_items() == ["knife"]
    assert state.skills == {"nerve": 2, "hands": 3, "speech": 1}
    assert state.present() == ["mara", "well_keeper"]
    assert not state.threats["wolf"].awake, "it has something to wait for"
    assert state.visited == {"yard": 1}


def test_needs_are_kept_in_sixtieths() -> None:
    assert begin(needs={"cold": 20 * NEED_SCALE - 1}).need("cold") == 19
    assert begin(needs={"cold": 20 * NEED_SCALE}).need("cold") == 20


def test_the_same_content_has_the_same_bytes() -> None:
    one, two = begin(flags={"a": 1, "b": 2}), begin(flags={"b": 2, "a": 1})
    assert canonical_json(one) == canonical_json(two)
    assert StoryState.model_validate_json(canonical_json(one)) == one


@given(
    st.dictionaries(st.text(st.characters(codec="utf-8")), st.integers(-(2**53), 2**53)),
    st.dictionaries(st.text(st.characters(codec="utf-8")), st.text(st.characters(codec="utf-8"))),
)
def test_the_bytes_are_those_that_stored_digests_were_made_of(
    flags: dict[str, int], spots: dict[str, str]
) -> None:
    state = begin(flags=flags, spots=spots)
    plainly = json.dumps(
        state.model_dump(mode="json"), sort_keys=True, separators=(",", ":"), ensure_ascii=False
    )
    assert canonical_json(state) == plainly.encode()


def test_an_unknown_key_is_refused() -> None:
    with pytest.raises(ValidationError, match="strange"):
        StoryState.model_validate({**new_story(sample(), 1).model_dump(), "strange": 1})


def test_a_clone_shares_nothing_that_changes() -> None:
    state = begin()
    bytes_before = canonical_json(state)
    copy = state.clone()
    assert copy == state
    copy.items["key"] = "player"
    copy.characters["mara"].alive = False
    copy.characters["mara"].witnessed.clear()
    copy.threats["wolf"].place = "yard"
    copy.flags["x"] = 1
    assert canonical_json(state) == bytes_before


def test_a_patch_is_applied_and_undone() -> None:
    before = begin()
    after = act(before, ops.Take(item="key"), ops.Give(item="knife", to="mara"), verbs="take give").after
    patch = diff(before, after)
    assert patch.apply(before) == after
    assert patch.undo(after) == before
    assert diff(after, after) == StatePatch()


def test_a_patch_of_states_that_differ_in_one_part_names_that_alone() -> None:
    before = begin(flags={"a": 1, "b": 2})
    after = before.clone()
    after.flags["a"] = 3
    del after.flags["b"]
    after.characters["mara"].place = "loft"
    after.threats.clear()
    after.wounds = 2
    found = {(change.kind, *change.path) for change in diff(before, after).changes}
    assert found == {
        ("set", "flags", "a"),
        ("remove", "flags", "b"),
        ("set", "characters", "mara", "place"),
        *(("remove", "threats", threat) for threat in before.threats),
        ("set", "wounds"),
    }
    assert diff(before, after).undo(after) == before


def test_a_patch_that_does_not_fit_says_where() -> None:
    before = begin()
    patch = diff(before, act(before, ops.Take(item="key")).after)
    elsewhere = begin(items={**before.items, "key": "loft"})
    with pytest.raises(PatchConflict, match="items/key: expected 'yard', found 'loft'"):
        patch.apply(elsewhere)
    with pytest.raises(PatchConflict):
        patch.undo(before)


def test_a_digest_is_short_and_stable() -> None:
    assert digest("A yard.") == digest("A yard.") != digest("A yard")
    assert len(digest("")) == 12
