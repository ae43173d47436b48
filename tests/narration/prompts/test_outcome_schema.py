"""The grammar of a scene: what is not here cannot be named."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from gamemaster.narration.prompts.head_text import OPERATIONS
from gamemaster.narration.prompts.outcome_schema import (
    ASKED,
    ELSE,
    UNCLEAR,
    WHY_NOT,
    history_json,
    in_scene,
    named_things,
    schema,
)
from gamemaster.narration.scene import Scene
from gamemaster.narration.understudy.suggestions import suggest
from gamemaster.narration.understudy.understudy import play
from gamemaster.play.opening import begin
from gamemaster.rules.dice import roll_for
from gamemaster.rules.proposal import Answer, Look, Outcome
from gamemaster.rules.state import StoryState
from inference.schema_check import check_grammar
from tests.worldkit import playable_worlds, sample
from worlds.schema import World
from worlds.verbs import BASE_VERBS


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


TYPED = (
    "ask everybody why they are here", "what do I know of the light?", "I tell them that my name is Bo", "why?",
    "sing a song about rain, then take the coat", "I punch the wall", "lick the stone", "what did you say?",
)  # fmt: skip


@pytest.mark.parametrize("name", ["lighthouse", "long_night"])
def test_what_the_understudy_did_stands_in_a_prompt_as_a_model_might_have_written_it(name: str) -> None:
    """A model imitates what it has read of its own: there is no operation, field or word for it that is not listed."""
    world = playable_worlds()[name]
    state = begin(world, 1)
    seen = set()
    for turn in range(3 * len(TYPED)):
        words = TYPED[turn % len(TYPED)] if turn % 3 else (suggest(world, state) or ("wait",))[0]
        played = play(world, state, words)
        written = json.loads(history_json(world, played.outcome))
        assert written["unclear"] in (None, *UNCLEAR)
        assert written["changes"] or written["unclear"], f"{words!r} is ruled on"
        assert {intent["verb"] for intent in written["intents"]} <= {*BASE_VERBS, *world.verbs}
        for operation in written["changes"]:
            described = OPERATIONS[operation["op"]]
            assert all(re.search(rf"\b{field}\b", described) for field in operation if field != "op"), (
                operation
            )
            person = world.characters[operation["who"]] if operation["op"] == "discuss" else None
            named = (
                (*person.topics, *person.answers) if person is not None else ()
            )  # an answer, where it was foreseen
            assert operation.get("topic", ELSE) in (*named, ELSE)
            assert operation.get("asks") in (None, *ASKED)
            assert operation["op"] != "inform" or operation["about"] in ("", *named_things(world))
            assert operation["op"] != "try" or operation["why"] in WHY_NOT
        seen |= {operation["op"] for operation in written["changes"]}
        state = played.after
    assert seen >= {"discuss", "inform"}


def test_somebody_who_answers_in_their_own_words_was_asked_for_something_else() -> None:
    answered = Outcome(
        changes=(Answer(who="mara", texts=("No.",)), Answer(who="mara", texts=("Never.",)), Look())
    )
    changes = json.loads(history_json(sample(), answered))["changes"]
    assert changes == [{"op": "discuss", "who": "mara", "topic": ELSE, "asks": None}, {"op": "look"}]
