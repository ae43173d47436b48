"""From what the player wants to the operations that would do it."""

from __future__ import annotations

from typing import Any

import pytest

from gamemaster.narration.understudy.planner import plan
from gamemaster.narration.understudy.understudy import play
from gamemaster.rules import proposal as ops
from gamemaster.rules.proposal import Intent, Operation
from gamemaster.rules.state import StoryState
from tests.worldkit import begin, sample
from worlds.schema import PLAYER, Rule


def plan_for(verb: str, *objects: str, state: StoryState | None = None, **more: Any) -> list[Operation]:
    return plan(sample(), state or begin(), Intent(verb=verb, objects=objects, **more))


def with_items(*items: str, place: str = "yard", **changes: Any) -> StoryState:
    state = begin(place=place, **changes)
    state.items.update(dict.fromkeys(items, PLAYER))
    return state


def far_into_story() -> StoryState:
    """In the wood, with the key, having been everywhere."""
    state = with_items("key", place="wood", noticed={"ladder": 1})
    state.visited = dict.fromkeys(sample().locations, 1)
    return state


def why(operations: list[Operation]) -> str:
    (operation,) = operations
    assert isinstance(operation, ops.Try)
    return operation.why


# ---- rules ----


def test_a_rule_comes_before_what_is_built_in() -> None:
    assert plan_for("open", "well") == [ops.Use(rule="well.open", target="well")]
    assert plan_for("swim") == [ops.Use(rule="swim")]
    assert plan_for("shout") == [ops.Use(rule="yard.shout")]
    assert plan_for("eat", "bread", state=with_items("bread")) == [ops.Use(rule="eat", target="bread")]


def test_the_named_tool_decides_and_otherwise_the_first_that_fits() -> None:
    state = with_items("gloves")
    given = plan_for("give", "gloves", recipient="mara", state=state)
    assert given == [ops.Use(rule="gift", target="mara", item="gloves")]
    assert plan_for("give", "knife", recipient="mara", state=state) == [ops.Give(item="knife", to="mara")]
    shown = plan_for("show", "knife", recipient="mara", state=state)
    assert shown == [ops.Use(rule="hand_over", target="mara")]
    assert plan_for("attack", "mara") == [ops.Use(rule="attack", target="mara", item="knife")]
    assert plan_for("attack", "mara", tool="knife") == [ops.Use(rule="attack", target="mara", item="knife")]


def test_a_missing_tool_is_named_as_the_reason() -> None:
    unarmed = begin()
    unarmed.items["knife"] = "loft"
    assert plan_for("attack", "mara", state=unarmed) == [ops.Attempt(stance="strike", target="mara")], (
        "with bare hands"
    )
    assert plan_for("give", "key", recipient="mara", state=with_items("key")) == [
        ops.Give(item="key", to="mara")
    ]


def test_a_writer_words_what_is_missing_for_a_deed() -> None:
    sound = {
        "verbs": "fill",
        "on": "well",
        "with": "gloves",
        "refuse": "Not with cold hands.",
        "text": "Done.",
    }
    rule = Rule.model_validate({"id": "sound", **sound})
    world = sample().model_copy(update={"rules": {**sample().rules, "sound": rule}})
    without = play(world, begin(), "fill the well")
    assert without.outcome.changes == (ops.Use(rule="sound", target="well"),)
    assert "Not with cold hands." in " ".join(span.text for span in without.spans)
    done = play(world, with_items("gloves"), "fill the well")
    assert "Done." in " ".join(span.text for span in done.spans)


def test_a_rule_whose_condition_fails_answers_only_if_it_refuses() -> None:
    assert plan_for("dig", "mara") == [ops.Use(rule="bury", target="mara")]
    assert why(plan_for("wave", "mara")) == "nothing_happens"
    assert plan_for("dance", state=begin(flags={"wet": 1})) == [ops.Use(rule="yard.dance", target="yard")]
    assert plan_for("dance") == [ops.Attempt(stance="music")]


def test_what_was_done_once_answers_again() -> None:
    state = begin(rules={"well.open": 1})
    assert plan_for("open", "well", state=state) == [ops.Use(rule="well.open", target="well")]


def test_a_phrase_names_its_rule() -> None:
    assert plan_for("put", rule="whistle") == [ops.Use(rule="whistle")]


def test_using_a_thing_finds_what_can_be_done_with_it() -> None:
    assert plan_for("use", "bread", state=with_items("bread")) == [ops.Use(rule="eat", target="bread")]
    beast = with_items("lantern")
    beast.threats["wolf"].place, beast.threats["wolf"].awake = "yard", True
    thrown = ops.Use(rule="drive_off", target="wolf", item="lantern")
    assert plan_for("use", "lantern", state=beast) == [thrown]
    assert plan_for("use", "wolf", tool="lantern", state=beast) == [thrown]
    assert why(plan_for("use", "well", state=begin(rules={"well.open": 1}))) == "nothing_happens"


# ---- ways ----


def test_going() -> None:
    assert plan_for("go", "wood") == [ops.Move(to="wood")]
    assert plan_for("go", direction="east") == [ops.Move(to="wood")]
    assert plan_for("go", "mill") == [ops.Move(to="mill")], "shut: the referee says so"
    assert plan_for("go", "loft", state=far_into_story()) == [
        ops.Move(to="yard"),
        ops.Move(to="mill"),
        ops.Move(to="loft"),
    ]
    assert plan_for("open", "wood") == [ops.Move(to="wood")]
    assert plan_for("go", "mara", state=far_into_story()) == [ops.Move(to="yard")]


def test_a_long_way_ends_at_the_first_door_that_is_shut() -> None:
    state = far_into_story()
    state.items["key"] = "yard"
    assert plan_for("go", "loft", state=state) == [ops.Move(to="yard"), ops.Move(to="mill")]


@pytest.mark.parametrize(
    ("verb", "objects", "more", "reason"),
    [
        ("go", (), {}, "ways"),
        ("go", (), {"direction": "west"}, "no_direction"),
        ("go", ("yard",), {}, "here_already"),
        ("go", ("boy",), {}, "who_not_here"),
        ("follow", ("mara",), {}, "follow_here"),
        ("go", ("gloves",), {}, "not_here"),
        ("close", ("wood",), {}, "nothing_happens"),
        ("examine", ("wood",), {}, "far_off"),
        ("examine", ("loft",), {}, "not_here"),
    ],
)
def test_ways_that_are_none(verb: str, objects: tuple[str, ...], more: dict[str, Any], reason: str) -> None:
    assert why(plan_for(verb, *objects, **more)) == reason


def test_fleeing_leads_away_from_what_threatens() -> None:
    state = begin()
    state.threats["wolf"].place = "wood"
    assert plan_for("flee", state=state) == [ops.Move(to="race")]


# ---- things and senses ----


def test_things() -> None:
    assert plan_for("take", "key", "mara") == [
        ops.Take(item="key"),
        ops.Try(verb="take", what="mara", why="cannot_take_along"),
    ]
    assert plan_for("drop", "knife") == [ops.Drop(item="knife")]
    assert plan_for("put", "knife", recipient="mara") == [ops.Give(item="knife", to="mara")]
    assert plan_for("steal", "coin") == [ops.Use(rule="pocket", target="coin")]
    assert plan_for("steal", "key") == [ops.Take(item="key")]
    assert plan_for("throw", "knife", recipient="well") == [ops.Drop(item="knife", on="well")]
    at_her = [ops.Attempt(stance="strike", target="mara", tool="knife"), ops.Drop(item="knife")]
    assert plan_for("throw", "knife", recipient="mara") == at_her
    assert why(plan_for("burn", "gloves")) == "not_here"


def test_senses() -> None:
    assert plan_for("look") == plan_for("look", "yard") == [ops.Look()]
    assert plan_for("search") == [ops.Search()]
    assert plan_for("examine", "well", "mara") == [ops.Notice(what="well"), ops.Notice(what="mara")]
    assert why(plan_for("listen")) == "listened"
    assert plan_for("wait") == [ops.PassTime(minutes=30)]
    assert plan_for("sleep") == [ops.PassTime(minutes=240, sleep=True)]
    assert why(plan_for("inventory")) == ""
    assert plan_for("hide") == [ops.Use(rule="hide")]


# ---- people ----


def test_talking() -> None:
    assert plan_for("talk", "mara") == plan_for("ask", "mara") == [ops.Greet(who="mara")]
    assert plan_for("talk", "mara", words="goodbye, mara") == [ops.Greet(who="mara", parting=True)]
    assert plan_for("ask", "mara", topic="the mill") == [ops.Discuss(who="mara", topic="mill")]
    assert plan_for("tell", "mara", topic="gears") == [ops.Discuss(who="mara", topic="mill")]
    assert plan_for("ask", "mara", topic="the moon") == [ops.Discuss(who="mara", topic="the moon")]
    assert plan_for("accuse", "mara", topic="boy") == [ops.Discuss(who="mara", topic="boy")]
    assert why(plan_for("thank", "mara")) == "heard"


def test_whom_one_talks_to_may_go_without_saying() -> None:
    (asked,) = plan_for("ask", topic="the mill")
    assert isinstance(asked, ops.Discuss), "there are two, and somebody is asked"
    assert plan_for("ask", topic="the mill", state=begin(focus={"who": "mara"})) == [
        ops.Discuss(who="mara", topic="mill")
    ]
    assert why(plan_for("talk", state=begin(place="wood"))) == "nobody_here"
    alone = begin()
    alone.characters["well_keeper"].place = "loft"
    assert plan_for("talk", state=alone) == [ops.Greet(who="mara")]


def test_the_dead_and_the_absent() -> None:
    state = begin()
    state.characters["mara"].alive = False
    assert plan_for("thank", "mara", state=state) == [ops.Greet(who="mara")], "the referee says why not"
    assert why(plan_for("follow", "mara", state=state)) == "dead"
    assert why(plan_for("attack", "boy")) == "who_not_here"


def test_companions() -> None:
    state = begin()
    state.characters["mara"].following = True
    assert plan_for("dismiss", state=state) == [ops.Dismiss(who="mara")]
    assert why(plan_for("dismiss")) == ""
