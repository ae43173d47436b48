"""Each key of a condition, once where it holds and once where it does not."""

from __future__ import annotations

from typing import Any

import pytest

from gamemaster.rules.conditions import Deeds, all_wordings, day, holds, is_night, minute_of_day, wordings
from gamemaster.rules.state import Promise, Relation, StoryState, WitnessedDeed
from tests.worldkit import begin, sample
from worlds.schema import Condition, Variant


def story() -> StoryState:
    """Minute 150 (20:30), in the yard; Mara has seen a theft and follows; the boy is dead in the wood."""
    state = begin(
        minutes=150, turn=9, flags={"alarm": 2}, facts={"sand": 3}, noticed={"well": 1}, wounds=2,
        needs={"cold": 30 * 60}, beats={"dusk": 30}, visited={"yard": 1, "mill": 2},
    )  # fmt: skip
    state.characters["mara"].following = True
    state.characters["mara"].witnessed = [WitnessedDeed(what="theft", turn=4)]
    state.characters["boy"].place, state.characters["boy"].alive = "wood", False
    state.threats["wolf"].place = "wood"
    state.characters["mara"].relations = {"player": Relation(trust=2, fear=1), "boy": Relation(affection=-3)}
    for name, status in (("bread", "open"), ("silence", "kept"), ("return", "broken")):
        state.promises[name] = Promise(by="player", to="mara", what="it", status=status)
    return state


PAIRS: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({"at": ["mill", "yard"]}, {"at": "mill"}),
    ({"has": "knife"}, {"has": ["knife", "key"]}),
    ({"lacks": "key"}, {"lacks": ["key", "knife"]}),
    ({"reach": ["key", "knife"]}, {"reach": "gloves"}),
    ({"reach": "key"}, {"reach": "letter"}),
    ({"item_at": {"coin": "well_keeper", "bread": "nowhere"}}, {"item_at": {"knife": "yard"}}),
    ({"here": "mara"}, {"here": ["mara", "boy"]}),
    ({"absent": "boy"}, {"absent": ["boy", "mara"]}),
    ({"alone": False}, {"alone": True}),
    ({"companion": "mara"}, {"companion": "well_keeper"}),
    ({"where": {"mara": ["mill", "yard"]}}, {"where": {"mara": "mill"}}),
    ({"set": "alarm"}, {"set": "other"}),
    ({"unset": "other"}, {"unset": "alarm"}),
    ({"knows": "sand"}, {"knows": "den"}),
    ({"ignorant": "den"}, {"ignorant": ["den", "sand"]}),
    ({"visited": ["yard", "mill"]}, {"visited": "loft"}),
    ({"noticed": "well"}, {"noticed": "drain"}),
    ({"alive": "mara"}, {"alive": "boy"}),
    ({"dead": "boy"}, {"dead": "mara"}),
    ({"disposition": {"mara": "0", "well_keeper": "< 0"}}, {"disposition": {"mara": "> 0"}}),
    ({"need": {"cold": 30}}, {"need": {"cold": "> 30"}}),
    ({"skill": {"nerve": "== 2"}}, {"skill": {"nerve": 3}}),
    ({"wounds": "!= 0"}, {"wounds": 3}),
    ({"hours": "20-21"}, {"hours": "21-20"}),
    ({"night": True}, {"night": False}),
    ({"day": "<= 1"}, {"day": 2}),
    ({"minutes": 150}, {"minutes": "< 150"}),
    ({"turn": 9}, {"turn": "> 9"}),
    ({"threat_at": {"wolf": ["wood", "hollow"]}}, {"threat_at": {"wolf": "nowhere"}}),
    ({"threat_near": "wolf"}, {"threat_here": "wolf"}),
    ({"done": "dusk"}, {"done": "owl"}),
    ({"not_done": "owl"}, {"not_done": "dusk"}),
    ({"witnessed": {"who": "mara", "what": "theft"}}, {"witnessed": {"who": "mara", "what": "violence"}}),
    (
        {"relation": {"who": "mara", "trust": 2, "fear": "> 0"}},
        {"relation": {"who": "mara", "trust": 2, "fear": 2}},
    ),
    (
        {"relation": [{"who": "mara", "toward": "boy", "affection": "< -2"}]},
        {"relation": [{"who": "mara", "debt": "> 0"}]},
    ),
    ({"promised": "bread"}, {"promised": ["bread", "silence"]}),
    ({"kept": "silence"}, {"kept": "bread"}),
    ({"broken": "return"}, {"broken": ["return", "unheard_of"]}),
    ({"did": ["take", "drop"]}, {"did": "drop"}),
    ({"to": "key"}, {"to": "knife"}),
    ({"any": [{"at": "mill"}, {"at": "yard"}]}, {"any": [{"at": "mill"}, {"at": "wood"}]}),
    ({"not": {"at": "mill"}}, {"not": [{"at": "mill"}, {"at": "yard"}]}),
    ({"at": "yard", "set": "alarm"}, {"at": "yard", "set": "other"}),
]


@pytest.mark.parametrize(("holding", "failing"), PAIRS, ids=lambda data: str(data)[:40])
def test_each_key(holding: dict[str, Any], failing: dict[str, Any]) -> None:
    state, deeds = story(), Deeds(frozenset({"take"}), frozenset({"key"}))
    assert holds(Condition.model_validate(holding), sample(), state, deeds)
    assert not holds(Condition.model_validate(failing), sample(), state, deeds)


def test_every_key_of_a_condition_is_tried_here() -> None:
    tried = {key for pair in PAIRS for data in pair for key in data}
    fields = {field.alias or name for name, field in Condition.model_fields.items()}
    assert fields - tried == {"chance"}


def test_a_chance_is_drawn_once_a_turn_and_purpose() -> None:
    half = Condition(chance=50)
    state = begin(turn=1)
    drawn = [holds(half, sample(), state, Deeds(purpose="a")) for _ in range(5)]
    assert len(set(drawn)) == 1
    over = [holds(half, sample(), begin(turn=turn), Deeds(purpose="a")) for turn in range(200)]
    assert 70 < sum(over) < 130


def test_the_clock_runs_over_midnight() -> None:
    state = begin(minutes=6 * 60 + 30)
    assert (minute_of_day(sample(), state), day(sample(), state), is_night(sample(), state)) == (30, 2, True)
    assert not is_night(sample(), begin(minutes=12 * 60))


def test_the_first_variant_that_holds_is_used() -> None:
    passage = (
        Variant(when=Condition(at=("mill",)), text=("mill",)),
        Variant(when=Condition(at=("yard",)), text=("yard", "here")),
        Variant(text=("else",)),
    )
    assert wordings(passage, sample(), begin()) == ("yard", "here")
    assert wordings(passage, sample(), begin(place="loft")) == ("else",)
    assert wordings(passage[:1], sample(), begin()) == ()
    assert all_wordings(passage, sample(), begin()) == [("yard", "here"), ("else",)]
