"""What a small model is asked on each course: to read the words that the understudy does not follow, or to tell."""

from __future__ import annotations

import json
import re

import pytest

from gamemaster.narration.model.text_source import ModelSettings
from gamemaster.narration.options import ModelCourse
from gamemaster.narration.prompts.outcome_schema import in_scene
from gamemaster.narration.prompts.reading_prompt import ReadingUnusable, read_intents, reading_schema
from gamemaster.narration.scene import Scene
from gamemaster.play.opening import begin
from gamemaster.rules.dice import roll_for
from inference.schema_check import check_grammar
from tests.chatkit import Reply, by, playing, steps
from tests.modelkit import PROSE, Actor, told_text
from tests.modelkit import Stage as EngineStage
from tests.worldkit import playable_worlds, sample

READ, TELL = ModelCourse.READ, ModelCourse.TELL
ODD = "nick the opener, quick"


def intents(*said: dict[str, object]) -> str:
    blank: dict[str, object] = {"verb": "look", "objects": [], "tool": None, "to": None, "about": None}
    return json.dumps({"intents": [{**blank, **each} for each in said]})


TAKE = intents({"verb": "take", "objects": ["key"]})


async def test_the_model_reads_what_the_understudy_does_not_follow() -> None:
    async with playing(TAKE, course=READ) as stage:
        record = await stage.play(ODD)
    assert (by(record), record.reason, steps(record)) == (("model", "understudy"), "complete", "")
    assert [change.op for change in record.outcome.changes] == ["take"]
    assert stage.state.items["key"] == "player"
    body = stage.server.bodies[0]
    assert body["response_format"]["type"] == "json_schema"
    assert len(json.dumps(body["messages"])) < 6_000, "a prompt that a laptop reads in seconds"
    assert json.loads(body["messages"][1]["content"].splitlines()[-1].partition(": ")[2]) == ODD
    assert record.model is not None
    assert [use.stage for use in record.model.uses] == ["outcome"]


async def test_the_model_is_not_asked_for_what_is_understood() -> None:
    async with playing(course=READ) as stage:
        record = await stage.play("take the key")
    assert not stage.server.bodies
    assert by(record) == ("understudy", "understudy")
    assert stage.state.items["key"] == "player"


async def test_a_small_model_reads_which_way_is_north_and_each_thing_once() -> None:
    async with playing(TAKE, course=READ) as stage:
        way = next(way for way in stage.world.locations[stage.state.place].exits if way.direction)
        await stage.play(ODD)
        asked = stage.server.bodies[0]["messages"][1]["content"]
    ways = next(line for line in asked.splitlines() if line.startswith("Ways: "))
    assert re.search(rf"\b{way.to} \([^)]*, {way.direction[0]}\)", ways)
    things = next(line for line in asked.splitlines() if line.startswith("Things: "))
    assert f"{way.to} (" not in things
    assert "yourself" not in asked


@pytest.mark.parametrize(
    "reply",
    [
        Reply(status="401 Unauthorized", raw=b""),
        "I would take the key.",
        intents(),
        intents({"verb": "win"}),
        '{"intents": [3]}',
        Reply(hangs=True),
    ],
)
async def test_a_reading_that_fails_leaves_the_understudys(reply: Reply | str) -> None:
    async with playing(reply, course=READ, adjudicate_s=0.3) as stage:
        record = await stage.play(ODD)
    assert by(record) == ("understudy", "understudy")
    assert "reading: understudy: " in steps(record)
    assert record.reason == "complete"
    assert told_text(record) or record.spans


async def test_the_same_course_on_an_engine_of_ours() -> None:
    stage = EngineStage(Actor([TAKE]), settings=ModelSettings(course=READ))
    record = await stage.play(ODD)
    assert stage.state.items["key"] == "player"
    assert by(record) == ("model", "understudy")
    assert stage.actor.requests[0].json_schema is not None


async def test_the_model_tells_what_the_understudy_ruled() -> None:
    async with playing(PROSE, PROSE, course=TELL) as stage:
        record = await stage.play("take the key")
        assert (by(record), steps(record)) == (("understudy", "model"), "")
        assert told_text(record).startswith("The yard")
        assert stage.state.items["key"] == "player"
        await stage.play("look")
        first, second = stage.server.bodies
    assert first["max_tokens"] == 240
    assert "response_format" not in first
    assert second["messages"][: len(first["messages"])] == first["messages"], "prompts only grow here too"


@pytest.mark.parametrize("name", playable_worlds())
def test_every_scene_has_a_small_grammar(name: str) -> None:
    world = playable_worlds()[name]
    state = begin(world, 1)
    for place in world.locations:
        here = in_scene(Scene(world, state.model_copy(update={"place": place}), "x", roll_for(state.seed, 1)))
        check_grammar(reading_schema(here))


def test_what_is_not_here_is_left_out() -> None:
    world = sample()
    scene = Scene(world, begin(world, 1), ODD, roll_for(1, 1))
    here = in_scene(scene)
    found = read_intents(intents({"verb": "take", "objects": ["crown", "key"], "to": "nobody"}), scene, here)
    assert [(intent.objects, intent.recipient) for intent in found] == [(("key",), None)]
    with pytest.raises(ReadingUnusable):
        read_intents(intents({"verb": "fly"}), scene, here)


async def test_what_is_asked_back_is_told_by_the_game_with_what_could_be_typed() -> None:
    """A model would tell it as a part of the story, and not the choices."""
    async with playing(PROSE, course=TELL) as stage:
        alone = await stage.play("asdf qwer")
        assert [(span.kind, len(span.choices)) for span in alone.spans] == [("aside", 3)]
        assert (by(alone), stage.server.bodies) == (("understudy", "understudy"), [])
        beside = await stage.play("take the key, and punch the sword")
        assert by(beside) == ("understudy", "model")
        assert told_text(beside).startswith("The yard lies still")
        assert (beside.spans[-1].kind, beside.spans[-1].text) == ("aside", "You see no sword here.")
        asked = stage.server.messages(0)[-1]["content"]
        assert "leave them out" in asked
        assert "no sword" not in asked
