"""Why a condition holds or not: its parts are judged as conditions are, and say what is the case instead."""

from __future__ import annotations

import pytest

from gamemaster.rules.conditions import holds
from gamemaster.rules.explanation import explain, share_held
from gamemaster.rules.state import new_story
from tests.worldkit import playable_worlds, sample
from worlds.schema import Condition

STATE = new_story(sample(), 1)


def parts_of(**condition: object) -> list[tuple[str, bool, str]]:
    parts = explain(Condition.model_validate(condition), sample(), STATE)
    return [(part.text, part.holds, part.now) for part in parts]


def test_each_part_says_whether_it_holds_and_what_is_the_case() -> None:
    assert parts_of(at=["mill", "loft"], has=["knife", "key"], minutes=30) == [
        ("at: mill or loft", False, "the player is at yard"),
        ("has: knife", True, ""),
        ("has: key", False, "key is at yard"),
        ("minutes: >= 30", False, "it is 0"),
    ]


def test_alternatives_and_what_must_not_be_are_shown_inside() -> None:
    (either,) = explain(
        Condition.model_validate({"any": [{"set": "alarm"}, {"has": "knife"}]}), sample(), STATE
    )
    assert (either.text, either.holds, [part.text for part in either.parts]) == (
        "one of these", True, ["set: alarm", "has: knife"],
    )  # fmt: skip
    (neither,) = explain(Condition.model_validate({"not": {"at": "yard"}}), sample(), STATE)
    assert (neither.text, neither.holds) == ("none of these", False)


def test_nearness_is_the_share_that_holds() -> None:
    near = explain(Condition.model_validate({"has": ["knife", "key"]}), sample(), STATE)
    far = explain(Condition.model_validate({"has": ["coin", "key"]}), sample(), STATE)
    assert share_held(near) > share_held(far)
    assert share_held(()) == 1.0


@pytest.mark.parametrize("world", playable_worlds().values(), ids=lambda world: world.id)
def test_all_parts_hold_exactly_when_the_condition_does(world: object) -> None:
    from worlds.schema import World

    assert isinstance(world, World)
    state = new_story(world, 7)
    conditions = [beat.when for beat in world.beats.values()] + [
        ending.when for ending in world.endings.values()
    ]
    for condition in conditions:
        parts = explain(condition, world, state)
        if condition.chance is None:
            assert all(part.holds for part in parts) == holds(condition, world, state), condition
