"""While a model thinks, the attempt is told in the understudy's words; a quick model needs none of that."""

from __future__ import annotations

import json

from gamemaster.language.wording.attempt_lines import BEGINNINGS
from gamemaster.narration.model.text_source import ModelSettings
from gamemaster.narration.options import ModelCourse
from inference.scripted.engine import Cadence
from tests.modelkit import PROSE, Actor, Line, Stage, grows, outcome, told_text

LOOK = outcome({"op": "look"})
THINKING = Cadence(tokens_per_s=20_000, first_token_s=0.4)
SOON_S = 0.02


def stage_of(*lines: Line | str, **fields: float) -> Stage:
    return Stage(Actor(list(lines)), first_words_s=fields.get("first_words_s", SOON_S))


async def test_the_attempt_is_told_while_the_model_thinks_and_stands_in_the_prompt() -> None:
    stage = stage_of(Line(LOOK, cadence=THINKING), PROSE, Line(LOOK, cadence=THINKING), PROSE)
    record = await stage.play("look around")
    assert record.model is not None
    assert record.model.began
    assert (
        told_text(record)
        == f"{record.model.began}\nThe yard lies still in the cold.\nNothing stirs. You look at the *mill*."
    )
    assert record.model.began in stage.chat.decode(stage.prompts[1]), "the telling goes on from it"
    await stage.play("look around")
    assert grows(stage.prompts)
    stage.restart()
    stage.actor._lines = iter([LOOK, PROSE])
    await stage.play("wait an hour")
    assert grows(stage.prompts), "it is made again from the records"


async def test_words_about_which_the_understudy_would_ask_back_begin_at_once_too() -> None:
    stage = stage_of(Line(LOOK, cadence=THINKING), PROSE, LOOK, PROSE)
    record = await stage.play("xyzzy plugh")
    assert record.model is not None
    assert record.model.began in BEGINNINGS["moment"]
    assert (record.model.adjudicated_by, record.model.withheld) == ("model", [])
    assert told_text(record).startswith(f"{record.model.began}\n")
    await stage.play("look around")
    assert grows(stage.prompts)


async def test_where_the_understudy_takes_the_turn_it_needs_no_beginning() -> None:
    record = await stage_of(first_words_s=5.0).play("I kill myself")
    assert record.model is not None
    assert (record.model.adjudicated_by, record.model.began) == ("understudy", "")


async def test_a_model_that_only_reads_is_not_waited_for_in_silence() -> None:
    answer = json.dumps(
        {"intents": [{"verb": "take", "objects": ["key"], "tool": None, "to": None, "about": None}]}
    )
    stage = Stage(
        Actor([Line(answer, cadence=THINKING)]),
        settings=ModelSettings(course=ModelCourse.READ),
        first_words_s=SOON_S,
    )
    record = await stage.play("nick the opener, quick")
    assert record.model is not None
    assert (record.model.adjudicated_by, record.model.began) == ("model", told_text(record).splitlines()[0])
    assert record.model.began
    assert stage.state.items["key"] == "player"
    quick = await stage.play("look around")
    assert quick.model is not None
    assert quick.model.began == "", "what the understudy follows waits for no model"


async def test_a_quick_model_is_not_spoken_for() -> None:
    stage = stage_of(LOOK, PROSE, first_words_s=5.0)
    record = await stage.play("look around")
    assert record.model is not None
    assert record.model.began == ""
    assert "Told already" not in stage.chat.decode(stage.prompts[1])


async def test_a_ruling_that_cannot_follow_is_the_understudys() -> None:
    elsewhere = outcome({"op": "move", "to": "road"})
    stage = stage_of(Line(elsewhere, cadence=THINKING), PROSE, LOOK, PROSE)
    record = await stage.play("take the key")
    assert record.model is not None
    assert "key" in record.model.began
    assert record.model.adjudicated_by == "understudy"
    assert [(one.kind, one.then) for one in record.model.withheld] == [("first_words", "understudy")]
    assert stage.state.items["key"] == "player"
    await stage.play("look around")
    assert grows(stage.prompts)


async def test_an_engine_that_is_lost_leaves_a_whole_turn() -> None:
    stage = stage_of(Line("no outcome", cadence=THINKING), "<think>only", first_words_s=SOON_S)
    record = await stage.play("look around")
    assert record.model is not None
    assert record.model.began
    assert told_text(record).startswith(record.model.began)
    assert len(record.spans) > 1


async def test_a_second_try_goes_on_from_the_first_words() -> None:
    stage = stage_of(
        Line(LOOK, cadence=THINKING), "You rolled a 14 against difficulty 12.", PROSE, LOOK, PROSE
    )
    record = await stage.play("look around")
    assert record.model is not None
    assert record.model.began
    assert [one.then for one in record.model.withheld] == ["again"]
    await stage.play("look around")
    assert grows(stage.prompts)


async def test_who_interrupts_has_heard_the_attempt() -> None:
    stage = stage_of(Line(LOOK, cadence=THINKING), PROSE, LOOK, PROSE)
    stage.stop_after = 1
    record = await stage.play("look around")
    assert record.model is not None
    assert (record.reason, told_text(record)) == ("interrupted", record.model.began)
    stage.stop_after = None
    await stage.play("look around")
    assert grows(stage.prompts)
