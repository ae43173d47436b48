"""The reading of answers: no answer is changed, however it was written."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamemaster.narration.prompts.outcome_reading import OutcomeUnreadable, parse
from gamemaster.narration.prompts.outcome_schema import KEYS, outcome_json
from gamemaster.narration.scene import Scene
from gamemaster.narration.understudy.understudy import propose
from gamemaster.play.opening import begin
from gamemaster.rules.dice import roll_for
from tests.worldkit import playable_worlds

EMPTY: dict[str, Any] = {
    "intents": [], "check": None, "changes": [], "otherwise": [], "unclear": None,
}  # fmt: skip
TAKE = {
    **EMPTY,
    "changes": [{"op": "take", "item": "axe"}, {"op": "detail", "text": "wait }] ``` {", "on": None}],
}


@pytest.mark.parametrize("name", playable_worlds())
def test_what_the_understudy_writes_reads_back(name: str) -> None:
    world = playable_worlds()[name]
    state = begin(world, 1)
    for words in ("look around", "wait an hour", "go north", "take everything", "xyzzy plugh"):
        outcome = propose(Scene(world, state, words, roll_for(state.seed, 1)))
        read = parse(outcome_json(outcome))
        assert not read.mended
        assert read.outcome.changes == outcome.changes
        assert read.outcome.check == outcome.check


@pytest.mark.parametrize(
    "around",
    ["{}", "```json\n{}\n```", "Here you are: {} Enjoy!", "\n\n{}", "{}\n{{\"op\"", "{} }} ] ```", "```{}", "[{}]",
     '{{"answer": {}}}', 'With {{"op": "move"}} they would go, so: {}', "Is it {{a}} or {{b}}?\n{}", "{}{}"],
)  # fmt: skip
def test_what_stands_around_an_answer_goes(around: str) -> None:
    text = json.dumps(TAKE)
    read = parse(around.replace("{{", "{").replace("}}", "}").replace("{}", text, 1))
    assert json.loads(outcome_json(read.outcome))["changes"] == TAKE["changes"]
    assert read.mended is (around.strip() != "{}")


@pytest.mark.parametrize(
    "left_out", [("unclear",), ("intents", "check", "otherwise", "unclear"), ("otherwise",)]
)
def test_what_is_null_or_empty_may_be_left_out_of_an_object_that_was_closed(
    left_out: tuple[str, ...],
) -> None:
    said = {key: value for key, value in TAKE.items() if key not in left_out}
    assert parse(json.dumps(said)).outcome.changes == parse(json.dumps(TAKE)).outcome.changes
    nulls = {key: None if key in left_out else value for key, value in TAKE.items()}
    assert parse(json.dumps(nulls)).outcome.changes == parse(json.dumps(TAKE)).outcome.changes
    with pytest.raises(OutcomeUnreadable, match=f"without .*{left_out[-1]}"):
        parse(json.dumps(said)[:-1])


def test_commas_before_a_bracket_go_and_those_in_words_stay() -> None:
    said = {**TAKE, "changes": [{"op": "detail", "text": "a sign: [left,] {right, }", "on": None}]}
    text = json.dumps(said).replace("}], ", "},], ").replace("null}", "null, }").replace("}]", "},\n]")
    assert parse(text).outcome == parse(json.dumps(said)).outcome


def test_missing_closers_are_closed() -> None:
    assert parse(json.dumps(TAKE)[:-1]).outcome == parse(json.dumps(TAKE)).outcome


@given(st.integers(1, 400))
def test_a_cut_answer_is_whole_or_unreadable_but_never_another(cut: int) -> None:
    text = json.dumps({**TAKE, "otherwise": [{"op": "harm", "who": "player", "amount": 1}]})
    try:
        read = parse(text[: max(1, len(text) - cut)])
    except OutcomeUnreadable:
        return
    assert read.outcome == parse(text).outcome


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "not JSON"),
        ("no", "not JSON"),
        ("[1]", "list"),
        ("{}", "incomplete"),
        (json.dumps({key: EMPTY[key] for key in KEYS if key != "changes"}), "without changes"),
        (json.dumps({key: EMPTY[key] for key in KEYS[:-1]})[:-1], "without unclear"),
        (json.dumps({**EMPTY, "extra": 1, "changes": [{"op": "win"}]}), "changes.0"),
        (json.dumps({**EMPTY, "changes": [{"op": "win"}]}), "changes.0"),
        (json.dumps({**EMPTY, "changes": [{"op": "harm", "who": "a", "amount": 10**9}]}), "amount"),
        (json.dumps(EMPTY)[:-1] + ', "check": null}', "mended"),
        (json.dumps(EMPTY).replace("null", "NaN", 1), "NaN"),
        ("[" * 100_000, "100000 characters"),
        ("[" * 60_000, "not JSON"),
        ('{"a":' * 10_000, "not JSON"),
    ],
)
def test_what_cannot_be_read_says_why(text: str, why: str) -> None:
    with pytest.raises(OutcomeUnreadable, match=why):
        parse(text)


def test_keys_that_mean_nothing_are_left_out_and_named() -> None:
    take = {"op": "take", "item": "axe", "reason": "they said so"}
    said = {**EMPTY, "changes": [take], "thoughts": ["hm"], "intents": [{"verb": "take", "sure": True}]}
    read = parse(json.dumps(said))
    assert read.outcome.changes == parse(json.dumps(TAKE)).outcome.changes[:1]
    assert [intent.verb for intent in read.outcome.intents] == ["take"]
    assert sorted(read.extra) == ["changes.0.take.reason", "intents.0.sure", "thoughts"]
    assert not read.mended


@given(st.text(max_size=200))
def test_nothing_else_is_ever_raised(text: str) -> None:
    for given_text in (text, "{" + text, json.dumps(EMPTY) + text):
        try:
            parse(given_text)
        except OutcomeUnreadable:
            continue
