"""The grammar of a scene, and the reading of answers: what is not here cannot be named, and no answer is changed."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamemaster.narration.prompts.outcome_schema import (
    ELSE,
    KEYS,
    OutcomeUnreadable,
    in_scene,
    outcome_json,
    parse,
    schema,
)
from gamemaster.narration.scene import Scene
from gamemaster.narration.understudy.understudy import propose
from gamemaster.play.opening import begin
from gamemaster.rules.dice import roll_for
from gamemaster.rules.state import StoryState
from inference.schema_check import check_grammar
from tests.worldkit import playable_worlds, sample
from worlds.schema import World

EMPTY: dict[str, Any] = {
    "intents": [], "check": None, "changes": [], "otherwise": [], "unclear": None,
}  # fmt: skip
TAKE = {
    **EMPTY,
    "changes": [{"op": "take", "item": "axe"}, {"op": "detail", "text": "wait }] ``` {", "on": None}],
}


def scene_of(world: World, state: StoryState, words: str = "look") -> Scene:
    return Scene(world, state, words, roll_for(state.seed, state.turn + 1))


def names_in(node: Any) -> set[str]:
    """Every identifier that a schema lets an answer name."""
    if isinstance(node, dict):
        return set(node.get("enum", ())) | {name for part in node.values() for name in names_in(part)}
    return {name for part in node for name in names_in(part)} if isinstance(node, list) else set()


@pytest.mark.parametrize("name", playable_worlds())
def test_every_scene_of_every_world_has_a_bounded_grammar(name: str) -> None:
    world = playable_worlds()[name]
    state = begin(world, 1)
    for place in world.locations:
        scene = scene_of(world, state.model_copy(update={"place": place}))
        check_grammar(schema(scene))
        assert schema(scene) == schema(scene_of(world, state.model_copy(update={"place": place})))


def test_only_what_is_here_can_be_named() -> None:
    world = sample()
    state = begin(world, 1)
    for place in world.locations:
        there = state.model_copy(update={"place": place})
        allowed = names_in(json.loads(schema(scene_of(world, there))))
        absent = {who for who, person in state.characters.items() if person.place != place}
        far = {item for item, where in state.items.items() if where not in (place, "player")}
        ways = {way.to for way in world.locations[place].exits}
        elsewhere = set(world.locations) - ways - {place}
        rules_and_topics = set(in_scene(scene_of(world, there)).rules) | {
            topic for topics in in_scene(scene_of(world, there)).topics.values() for topic in topics
        }
        assert not allowed & ((absent | far | elsewhere) - rules_and_topics)


def test_the_dead_are_not_spoken_with() -> None:
    world = sample()
    state = begin(world, 1)
    who = next(who for who, person in state.characters.items() if person.place == state.place)
    assert who in in_scene(scene_of(world, state)).people
    state.characters[who].alive = False
    assert who not in in_scene(scene_of(world, state)).people
    assert who in in_scene(scene_of(world, state)).things, "a body may be looked at"


def test_a_topic_nobody_has_a_line_for_can_still_be_asked() -> None:
    world = sample()
    assert ELSE in names_in(json.loads(schema(scene_of(world, begin(world, 1)))))


@pytest.mark.parametrize("name", playable_worlds())
def test_what_the_understudy_writes_reads_back(name: str) -> None:
    world = playable_worlds()[name]
    for words in ("look around", "wait an hour", "go north", "take everything", "xyzzy plugh"):
        outcome = propose(scene_of(world, begin(world, 1), words))
        read = parse(outcome_json(outcome))
        assert not read.mended
        assert read.outcome.changes == outcome.changes
        assert read.outcome.check == outcome.check


@pytest.mark.parametrize(
    "around",
    ["{}", "```json\n{}\n```", "Here you are: {} Enjoy!", "\n\n{}", "{}\n{{\"op\"", "{} }} ] ```", "```{}"],
)  # fmt: skip
def test_what_stands_around_an_answer_goes(around: str) -> None:
    text = json.dumps(TAKE)
    read = parse(around.replace("{{", "{").replace("}}", "}").replace("{}", text, 1))
    assert json.loads(outcome_json(read.outcome))["changes"] == TAKE["changes"]
    assert read.mended is (around.strip() != "{}")


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
        (json.dumps({key: EMPTY[key] for key in KEYS[:-1]}), "without unclear"),
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
