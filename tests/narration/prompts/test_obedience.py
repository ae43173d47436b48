"""All that the grammar lets a model do can be done by one that only obeys what it reads: no name is hidden from it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from gamemaster.narration.prompts.head_text import EXAMPLES_1, OPERATIONS
from gamemaster.narration.prompts.json_shapes import Json
from gamemaster.narration.prompts.outcome_reading import parse
from gamemaster.narration.prompts.outcome_schema import in_scene, schema
from gamemaster.narration.prompts.prompt import open_epoch
from gamemaster.narration.scene import Scene
from gamemaster.play.opening import begin
from gamemaster.rules.dice import roll_for
from gamemaster.rules.state import Promise, Recalled, StoryState
from tests.modelkit import Actor, Stage
from tests.recordings.oracle import fits
from tests.worldkit import playable_worlds, sample
from worlds.schema import PLAYER, World

MEMORY = Recalled(id="3-mara-0", owner="mara", text="The wheel turned by itself.", minute=0, place="yard")


def rich_state(world: World) -> StoryState:
    """The sample world at a moment in which nearly everything can be done: a companion, a promise, a beat under way."""
    state = begin(world, 1)
    state.characters["mara"].following = True
    state.promises["word"] = Promise(by=PLAYER, to="mara", what="to mend the wheel", turn=0)
    state.items["gloves"] = PLAYER
    return state


def variants(shape: Json) -> Iterator[Json]:
    for one in shape["properties"]["changes"]["items"]["anyOf"]:
        yield one["properties"]


def names_in(node: Any) -> Iterator[str]:
    if isinstance(node, dict):
        yield from (name for name in node.get("enum", ()) if name)
        for part in node.values():
            yield from names_in(part)
    elif isinstance(node, list):
        for part in node:
            yield from names_in(part)


def stands_in(name: str, text: str) -> bool:
    """As it is, or as one of what can be done with a thing: `stove.open/light`, which the line on `use` explains."""
    thing, dot, deed = name.partition(".")
    before = rf"{re.escape(thing)}\.(?:\w+/)*" if dot else re.escape(thing)
    return re.search(rf"(?<!\w){before}{re.escape(deed)}(?!\w)", text) is not None


def read_by_a_model(world: World, state: StoryState, *recalled: Recalled) -> tuple[str, Json]:
    """The whole prompt of step 1 as text, and the grammar of the answer."""
    stage = Stage(Actor([]), world=world)
    scene = Scene(world, state, "look around", roll_for(1, state.turn + 1), recalled=recalled)
    here = in_scene(scene)
    transcript = open_epoch(stage.narrator.transcripts.basis(world), state).ask(
        state, scene.words, here, recalled
    )
    return stage.chat.decode(transcript.prompt.ids), json.loads(schema(scene, here))


@pytest.mark.slow
@pytest.mark.parametrize("name", playable_worlds())
def test_every_operation_and_every_name_of_the_grammar_stands_in_the_prompt(name: str) -> None:
    world = playable_worlds()[name]
    for place in world.locations:
        text, shape = read_by_a_model(world, begin(world, 1).model_copy(update={"place": place}))
        for fields in variants(shape):
            op = fields["op"]["const"]
            described = re.search(rf"^{op}: (.*)$", text, re.MULTILINE)
            assert described is not None, f"nothing says what {op} is"
            for field in fields:
                assert field == "op" or re.search(rf"\b{field}\b", described[1]), f"{op}: {field}"
            hidden = {one for one in names_in(fields) if not stands_in(one, text)}
            assert hidden - {PLAYER} == set() or op == "try", f"{place}, {op}"


class Obedient:
    """Writes one operation of the grammar, with names that it has read in the prompt, and free text of its own."""

    def __init__(self, text: str) -> None:
        self.text = text

    def operation(self, fields: Json) -> dict[str, Any]:
        found = {name: self._value(shape) for name, shape in fields.items()}
        if found["op"] == "promise":
            found["to"] = next(one for one in fields["to"]["enum"] if one != found["by"])
        return found

    def _value(self, shape: Json) -> Any:
        if "const" in shape:
            return shape["const"]
        if "anyOf" in shape:
            return self._value(shape["anyOf"][0])
        if "enum" in shape:
            return next(one for one in shape["enum"] if one == "" or one in self.text)
        return {
            "boolean": True, "integer": max(1, shape.get("minimum", 1)), "string": "to mend it by night", "null": None,
        }[shape["type"]]  # fmt: skip


async def test_a_model_that_only_obeys_reaches_every_operation() -> None:
    world = sample()
    text, shape = read_by_a_model(world, rich_state(world), MEMORY)
    done: dict[str, list[str]] = {}
    for fields in variants(shape):
        operation = Obedient(text).operation(fields)
        assert fits(operation, {"type": "object", "properties": fields}), operation
        answer: dict[str, Any] = {
            "intents": [], "check": None, "changes": [operation], "otherwise": [], "unclear": None,
        }  # fmt: skip
        if operation["op"] == "harm":
            check = {"skill": "nerve", "difficulty": 30}
            answer.update(check=check, changes=[], otherwise=[{**operation, "who": PLAYER}])
        stage = Stage(Actor([json.dumps(answer), "So it is."]), world=world)
        stage.state = rich_state(world)
        record = await stage.play("do it")
        assert record.model is not None
        assert record.model.adjudicated_by == "model", record.model.steps
        done[operation["op"]] = [one.code for one in record.ruling.rejections]
    unknown = {op: codes for op, codes in done.items() if any(code.startswith("no_such") for code in codes)}
    assert unknown == {}, "what it has read is always something that there is"
    assert done["move"] in ([], ["way_shut"], ["blocked"]), "the first way is shut; it is there all the same"
    reached = {op for op, codes in done.items() if not codes}
    assert reached >= {
        "take", "drop", "give", "look", "search", "inform", "greet", "discuss", "express", "dismiss", "promise",
        "settle_promise", "relation", "disposition", "recollect", "attempt", "detail", "harm", "pass_time", "try",
        "notice",
    }  # fmt: skip


def test_every_operation_that_is_described_is_in_some_grammar() -> None:
    found = set()
    for world in (*playable_worlds().values(), sample()):
        for place in world.locations:
            _, shape = read_by_a_model(world, begin(world, 1).model_copy(update={"place": place}))
            found |= {fields["op"]["const"] for fields in variants(shape)}
    _, shape = read_by_a_model(sample(), rich_state(sample()), MEMORY)
    found |= {fields["op"]["const"] for fields in variants(shape)}
    # Beats and endings come up where their conditions hold, and a story begins with none.
    assert set(OPERATIONS) - found <= {"start_beat", "finish_beat", "end_story"}


def test_the_examples_are_answers_that_can_be_read() -> None:
    for _, answer in EXAMPLES_1:
        assert parse(answer).outcome.changes
