"""The strict judge: nothing extra may act, roles and addressees count, wide verbs are no synonyms, harm is counted."""

import json
from typing import Any

import pytest

from gamemaster.authoring.input_lists import InputError
from gamemaster.authoring.strict_judge import StrictJudgement, judge_strictly
from tests.worldkit import world_at

WORLD = world_at("worlds/lighthouse")


def judge_line(text: str, *expect: dict[str, Any], **more: Any) -> StrictJudgement:
    return judge_strictly(WORLD, [json.dumps({"input": text, "expect": list(expect), **more})])


def test_what_is_understood_as_expected_is_right() -> None:
    assert judge_line("take the turnips", {"role": "act", "verb": "take", "objects": ["turnips"]}).share == 1


def test_an_act_more_than_was_expected_is_wrong() -> None:
    assert (
        judge_line(
            "take the turnips and go in", {"role": "act", "verb": "take", "objects": ["turnips"]}
        ).share
        == 0
    )


def test_an_act_that_was_not_understood_is_wrong() -> None:
    parts = (
        {"role": "act", "verb": "take", "objects": ["turnips"]},
        {"role": "act", "verb": "go", "objects": ["store"]},
    )
    assert judge_line("take the turnips", *parts).share == 0


def test_one_act_on_two_things_is_as_right_as_two() -> None:
    take = {"role": "act", "verb": "take"}
    apart = [{**take, "objects": ["oars"]}, {**take, "objects": ["mantle"]}]
    assert judge_line("take the oars and the mantle", *apart, place="store").share == 1
    assert judge_line("take the oars", *apart, place="store").share == 0
    assert (
        judge_line(
            "take the oars and the mantle", {**take, "objects": ["oars", "mantle"]}, place="store"
        ).share
        == 1
    )


def test_an_order_is_no_speech_and_speech_no_order() -> None:
    assert judge_line("take the turnips", {"role": "speech"}).share == 0
    assert judge_line("jory, hello", {"role": "act", "verb": "take"}, place="store").share == 0


def test_the_addressee_counts() -> None:
    speech = {"role": "speech", "addressee": "jory"}
    assert judge_line("ask jory about the light", speech, place="store").share == 1
    assert (
        judge_line("ask jory about the light", {**speech, "addressee": "tallack"}, place="store").share == 0
    )


def test_use_is_a_synonym_of_nothing() -> None:
    assert judge_line("use the steps", {"role": "act", "verb": "polish", "objects": ["steps"]}).share == 0


def test_a_place_left_without_being_asked_is_harm() -> None:
    found = judge_line("go in", {"role": "emote"}, group="role-play")
    assert found.harms[0].lost == ("place",)
    assert judge_line("go in", {"role": "emote"}, may=["place"]).harms == []
    assert judge_line("go in", {"role": "act", "verb": "go", "objects": ["store"]}).harms == []


def test_shares_are_given_by_group() -> None:
    found = judge_line("take the turnips", {"role": "act", "verb": "take"}, group="messy").data()
    assert found["groups"] == {"messy": {"inputs": 1, "right": 1.0}}


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ('{"input": "x", "expect": [{"role": "king"}]}', "no role `king`"),
        ('{"input": "x", "expect": [{"role": "act"}], "group": "odd"}', "no group `odd`"),
        ('{"input": "x", "expect": ["take"]}', "list of objects"),
    ],
)
def test_a_bad_line_is_named(line: str, problem: str) -> None:
    with pytest.raises(InputError, match=problem) as error:
        judge_strictly(WORLD, ["", line])
    assert error.value.line == 2
