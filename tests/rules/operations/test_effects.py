"""What authored effects do, where they could go wrong: the dead, the absent, and what cannot be."""

from __future__ import annotations

from typing import Any

import pytest

from gamemaster.rules.draft import Draft
from gamemaster.rules.operations.actions import let_react
from gamemaster.rules.operations.effects import apply_effects
from gamemaster.rules.proposal import Outcome
from gamemaster.rules.referee import open_turn
from gamemaster.rules.state import StoryState
from tests.worldkit import FAIR, begin, sample
from worlds.schema import NOWHERE, PLAYER, Effects


def apply(state: StoryState, target: str | None = None, item: str | None = None, **effects: Any) -> Draft:
    draft = open_turn(sample(), state, Outcome(), FAIR)
    apply_effects(draft, Effects.model_validate(effects), target, item)
    let_react(draft)
    return draft


def test_target_and_item_stand_for_what_was_named() -> None:
    after = apply(
        begin(), "mara", "knife", put={"item": "target"}, feel={"target": 2}, harm={"target": 1}
    ).state
    assert (after.items["knife"], after.characters["mara"].disposition) == ("mara", 2)
    assert after.characters["mara"].wounds == 1
    assert apply(begin(), "wood", go="target").state.place == "wood"
    assert apply(begin(), "loft", send={"mara": "target"}).state.characters["mara"].place == "loft"


@pytest.mark.parametrize("target", ["well", "wolf", "key", None])
def test_nothing_is_put_or_sent_where_nothing_can_be(target: str | None) -> None:
    state = begin()
    after = apply(state, target, "knife", put={"item": "target"}, send={"mara": "target"}, go="target").state
    assert (after.items, after.place) == (state.items, "yard")
    assert after.characters["mara"].place == "yard"


def test_what_the_dead_carried_lies_where_they_fell() -> None:
    state = begin()
    state.items.update(bread="boy", coin="boy")
    state.characters["boy"].place = "wood"
    draft = apply(state, kill="boy")
    assert (draft.state.items["bread"], draft.state.items["coin"]) == ("wood", "wood")
    assert draft.happenings == [], "the player is elsewhere and hears of nothing"
    assert apply(draft.state, put={"bread": "boy"}).state.items["bread"] == "wood"


def test_things_go_with_a_character_who_is_nowhere() -> None:
    draft = apply(begin(), put={"knife": "boy"})
    assert draft.state.items["knife"] == "boy"
    assert draft.changed == ["You no longer have knife."]
    assert apply(draft.state, kill="boy").state.items["knife"] == NOWHERE


def test_a_death_is_seen_and_answered_and_comes_to_an_end() -> None:
    state = begin()
    state.characters["boy"].place = "yard"
    draft = apply(state, kill="mara")
    told = [(h.kind, h.who) for h in draft.happenings]
    assert told == [
        ("died", "mara"), ("reaction", "boy"), ("died", "boy"),
        ("reaction", "well_keeper"), ("reaction", "well_keeper"),
    ]  # fmt: skip
    assert draft.state.wounds == 1, "the boy hurt the player first"
    assert draft.state.items["coin"] == "yard"


def test_a_companion_who_dies_follows_no_more() -> None:
    state = begin()
    state.characters["mara"].following = True
    mara = apply(state, harm={"mara": 99}).state.characters["mara"]
    assert (mara.alive, mara.following, mara.wounds) == (False, False, 4)


@pytest.mark.parametrize(
    "effects",
    [
        {"send": {"mara": "wood"}},
        {"follow": "mara"},
        {"feel": {"mara": 5}},
        {"heal": {"mara": 9}},
        {"kill": "mara"},
    ],
)
def test_nothing_becomes_of_the_dead(effects: dict[str, Any]) -> None:
    state = begin()
    state.characters["mara"].alive = False
    draft = apply(state, **effects)
    assert draft.state.characters["mara"] == state.characters["mara"]
    assert draft.happenings == []


def test_a_summoned_companion_comes_from_nowhere() -> None:
    boy = apply(begin(), follow="boy").state.characters["boy"]
    assert (boy.place, boy.following) == ("yard", True)
    assert not apply(begin(), follow="boy", leave="boy").state.characters["boy"].following


def test_bounds_hold() -> None:
    state = begin()
    after = apply(
        state,
        harm={"player": 99},
        need={"cold": 99},
        train={"nerve": 5},
        feel={"mara": 10, "well_keeper": -10},
    ).state
    assert (after.wounds, after.need("cold")) == (6, 60)
    assert (after.characters["mara"].disposition, after.characters["well_keeper"].disposition) == (5, -5)
    assert apply(after, heal={"player": 5}).state.wounds == 6, "nobody is healed of death"
    assert apply(state, need={"cold": -99}).state.need("cold") == 0


def test_what_the_player_learns_is_told_once() -> None:
    draft = apply(begin(), learn="sand", set="a", give="key")
    assert draft.changed == ["You now know: There is sand in the gears.", "You have iron key."]
    assert draft.state.held["key"] == 1
    assert apply(draft.state, learn="sand", give="key").changed == []
    assert apply(draft.state, forget="sand", clear="a", lose="key").state.items["key"] == NOWHERE


def test_threats_are_driven_and_calmed() -> None:
    draft = apply(
        begin(minutes=50), drive={"wolf": "wood"}, calm={"wolf": 30}, time=7, end="fled", start="ring_b"
    )
    assert (draft.state.threats["wolf"].place, draft.state.threats["wolf"].calm_until) == ("wood", 80)
    assert (draft.extra, draft.state.ended, draft.pending_beats) == (7, "fled", ["ring_b"])


def test_carrying_counts_as_having_held() -> None:
    assert begin().held == {"knife": 0}
    assert apply(begin(), put={"bread": PLAYER}).state.held["bread"] == 1
