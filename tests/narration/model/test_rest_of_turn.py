"""What is asked once all is told: beside the transcript, and never between the player and the first word."""

from __future__ import annotations

from gamemaster.rules.state import OUTSIDE_STORY
from inference.scripted.script import Fault
from tests.modelkit import PROSE, REST, Actor, Line, Stage, grows, outcome

LOOK = outcome({"op": "look"})


async def test_memories_and_suggestions_come_after_the_telling_and_are_in_no_later_prompt() -> None:
    stage = Stage(Actor([LOOK, PROSE, REST, LOOK, PROSE, REST]), aftermath_s=6.0)
    record = await stage.play("look around")
    assert record.ruling.suggestions == ("Ask Mara about the wheel", "Go into the mill")
    assert [memory.who for memory in record.ruling.memories] == ["mara"]
    assert any("lost something" in memory.text for memory in record.memories)
    assert record.model is not None
    assert [use.stage for use in record.model.uses] == ["outcome", "narration", "aftermath"]
    await stage.play("look around")
    outcome_1, narration_1, rest_1, outcome_2, narration_2, rest_2 = stage.prompts
    assert grows([outcome_1, narration_1, outcome_2, narration_2])
    assert grows([narration_1, rest_1])
    assert grows([narration_2, rest_2])
    assert "STEP 3" not in stage.chat.decode(narration_2)
    stage.restart()
    assert (await stage.play("look around")).number == 3


async def test_without_an_answer_the_understudy_suggests() -> None:
    for rest in ("I cannot.", Line(REST, fault=(Fault.FAIL, 1)), Line(REST, fault=(Fault.DIE, 1))):
        stage = Stage(Actor([LOOK, PROSE, rest]), aftermath_s=6.0)
        record = await stage.play("look around")
        assert record.reason == "complete"
        assert record.ruling.suggestions
        assert record.model is not None
        assert "aftermath: understudy" in "\n".join(record.model.steps)
        assert "".join(span.text for span in record.spans if span.kind not in OUTSIDE_STORY)


async def test_a_hanging_answer_is_given_up_in_time() -> None:
    stage = Stage(Actor([LOOK, PROSE, Line(REST, fault=(Fault.HANG, 1))]), aftermath_s=0.1)
    record = await stage.play("look around")
    assert (record.reason, bool(record.ruling.suggestions)) == ("complete", True)
