"""The critic on the live path: quiet on all that the understudy tells, and a fault is seen before a player sees it."""

from __future__ import annotations

from pathlib import Path

import pytest

from gamemaster.narration.critic.live import judge
from gamemaster.narration.critic.told_turn import ToldTurn
from gamemaster.recording.format import read, turns_of
from gamemaster.rules.state import OUTSIDE_STORY
from gamemaster.rules.upkeep.world_upgrade import refit
from tests.modelkit import Actor, Line, Stage, grows, outcome, told_text
from tests.worldkit import ROOT, world_at

LOOK = outcome({"op": "look"})
GOOD = "You look about the yard. Snow lies on the stones, and the gate is where it was."
MORE = "Old Wen goes by with a bucket and does not look up."
RECORDINGS = sorted((ROOT / "tests/recordings").glob("*.jsonl.zst"))


# ---- quiet ----


@pytest.mark.slow
@pytest.mark.parametrize("path", RECORDINGS, ids=lambda path: path.name.removesuffix(".jsonl.zst"))
def test_what_was_recorded_and_told_by_the_understudy_is_left_alone(path: Path) -> None:
    """As it would be read live: a paragraph at a time, after those before it."""
    recording = read(path)
    world = world_at(f"worlds/{recording.header.world}")
    found, earlier = [], list[str]()
    for turn in turns_of(recording):
        record = turn.record
        if record.model is None or record.model.told_by == "understudy":
            told = ToldTurn(
                world, refit(world, turn.before), refit(world, turn.after), record.ruling, record.words, (),
                tuple(earlier[-6:]),
            )  # fmt: skip
            spans = [span for span in record.spans if span.kind not in OUTSIDE_STORY]
            found += [
                (turn.number, span.text, fault.finding)
                for at, span in enumerate(spans)
                if (fault := judge(told, spans[:at], [span])) is not None
            ]
        earlier.append("\n".join(span.text for span in record.spans if span.kind not in OUTSIDE_STORY))
    assert found == []


# ---- loud ----

FAULTS = {
    "refusal": "I'm sorry, but I can't continue this story, as it violates my content policy.",
    "as an AI": "As an AI language model, I do not have a body, but the yard is cold.",
    "raw JSON": '{"intents": [], "check": null, "changes": []}',
    "the other step": "STEP 2: You look about the yard, which lies still.",
    "a heading of the prompt": "Must be told:",
    "another": "The author's words, where they fit:",
    "an answer to the prompt": "Note that no time has passed, as the ruling says.",
    "a thought's heading": "Thinking Process:",
    "an identifier": "The well_keeper goes by, and the brass_key lies where it lay.",
    "an address": "You can read of it at https://example.com if you want to.",
    "what may be done": "1. Go north to the mill",
    "choices": "B) Take the lamp",
    "a panel": "Time: 18:05. Health: 10/10. Inventory: a lamp.",
    "its length": "(Word count: 45)",
    "a refusal with an adverb": "I'm really not able to go on with this conversation.",
    "dice": "You rolled a 14 against difficulty 12, so the latch gives way.",
    "the prompt": "The prompt says that you look about the yard.",
    "a thought": "The player wants to look around. I should describe the yard and keep it short.",
    "a thought in the first person": "Okay, so the player looks around; I need to narrate the yard next.",
    "a check in words": "Your perception check passes, and you see the well clearly.",
    "a check as a result": "Nerve check: success. You hold your ground in the yard.",
    "a difficulty": "You hold your ground in the yard (DC 12).",
    "levels": "You have gained 10 XP for your trouble in the yard.",
    "the narrator itself": "As your narrator, I should mention that the well is worth a look.",
    "out of character": "The wind drops. (OOC: you should examine the well next.)",
    "a menu": "You could:\n- Open the gate\n- Talk to Mara",
    "a table": "| thing | place |\n|---|---|\n| key | snow |",
    "an end of a scene": "[End of scene]",
    "an end of an episode": "To be continued...",
    "a warning": "Content warning: what follows is violent.",
    "an invitation": "Let me know how you'd like to proceed!",
    "another invitation": "Feel free to tell me your next move.",
    "praise": "Great choice! The yard is quiet, and nothing moves in it.",
    "the rules": "Per the rules above, the telling ends where you can act.",
    "a summary": "Summary: You looked around the yard and saw the well.",
    "bare JSON": 'The wind drops. changes: [{op: "look"}]',
    "a label within": "You look about you. Must be told: You look about you.",
    "the player from outside": "The player looks around the yard, which lies still.",
    "a maker": "I'm ChatGPT, and the yard is cold.",
    "a feeling": "You realise that you have always loved Mara, and you love her still.",
    "a thought of the player's": "You think to yourself that Mara is lying to you about the well.",
    "a death that was none": "Mara lies dead in the snow by the gate.",
    "a wound that was none": "A stone strikes your head, and you bleed badly.",
    "hours that were none": "Hours pass, and you are still standing in the yard.",
    "hours later": "Three hours later you are still standing in the yard.",
    "being there hours later": "You wake hours later, and the yard has not changed.",
    "a walk that was none": "You walk over to the mill, and the snow creaks.",
    "a way that nobody went": "You make your way to the wood, slowly, and listen.",
    "a path that nobody took": "You follow the track down to the mill.",
    "a decision": "You decide that you have had enough of all this, and you swear to leave tonight.",
    "the player's words": "“I have always loved this rotten mill and everyone in it,” you say to nobody.",
    "success that the dice denied": "You have the brass key in your hand, and the mill door stands open.",
}


@pytest.mark.parametrize("fault", FAULTS)
async def test_a_fault_is_never_shown_and_the_model_goes_on_from_the_last_good_paragraph(fault: str) -> None:
    bad = FAULTS[fault]
    stage = Stage(Actor([LOOK, f"{GOOD}\n\n{bad}\n\nAnd so on.", MORE, LOOK, MORE]))
    record = await stage.play("look around")
    assert told_text(record) == f"{GOOD}\n{MORE}"
    assert record.model is not None
    assert (record.model.told_by, record.reason) == ("model", "complete")
    assert [one.then for one in record.model.withheld] == ["again"], fault
    assert [use.stage for use in record.model.uses].count("narration") >= 1
    await stage.play("look around")
    assert grows(stage.prompts), "the second try is part of the prompt that only grows"
    stage.restart()
    stage.actor.lines, stage.actor._lines = [], iter([LOOK, MORE])
    await stage.play("look around")
    assert grows(stage.prompts), "and is made again from the records"


@pytest.mark.parametrize(
    "history",
    ["They found him three days later, by the well.", "Under the rules of this house nobody goes out at night."],
)
async def test_what_was_so_once_or_is_so_here_is_no_fault(history: str) -> None:
    stage = Stage(Actor([LOOK, f"{GOOD} {history}"]))
    assert told_text(await stage.play("look around")) == f"{GOOD} {history}"


@pytest.mark.parametrize("alive", [True, False], ids=["absent", "dead"])
async def test_only_who_is_there_and_alive_is_heard(alive: bool) -> None:
    stage = Stage(Actor([LOOK, f"{GOOD}\n\n“I have counted every one of them,” says Old Wen.", MORE]))
    wen = stage.state.characters["well_keeper"]
    wen.place, wen.alive = ("nowhere" if alive else wen.place), alive
    record = await stage.play("look around")
    assert told_text(record) == f"{GOOD}\n{MORE}"
    assert record.model is not None
    assert [one.kind for one in record.model.withheld] == ["wrong_speaker" if alive else "dead_speaks"]


async def test_a_second_fault_ends_the_models_part() -> None:
    stage = Stage(Actor([LOOK, f"{GOOD}\n\n{FAULTS['dice']}", FAULTS["refusal"], LOOK, GOOD]))
    record = await stage.play("look around")
    assert record.model is not None
    assert (record.model.told_by, record.reason) == ("both", "complete")
    assert [(one.kind, one.then) for one in record.model.withheld] == [
        ("markup", "again"), ("refusal", "understudy"),
    ]  # fmt: skip
    assert told_text(record).startswith(GOOD)
    assert len(record.spans) > 1, "the understudy tells the rest"
    assert not any(span.kind == "notice" for span in record.spans), "nothing that the player must be told"
    await stage.play("look around")
    assert grows(stage.prompts)


async def test_where_nothing_good_was_told_it_is_told_anew() -> None:
    stage = Stage(Actor([LOOK, FAULTS["as an AI"], GOOD]))
    record = await stage.play("look around")
    assert told_text(record) == GOOD
    assert "Tell it anew" in stage.chat.decode(stage.prompts[-1])


async def test_what_was_told_already_is_not_told_twice() -> None:
    stage = Stage(Actor([LOOK, f"{GOOD}\n\n{FAULTS['dice']}", f"{GOOD}\n\n{MORE}"]))
    assert told_text(await stage.play("look around")) == f"{GOOD}\n{MORE}"


async def test_a_thought_that_is_only_ended_is_no_paragraph() -> None:
    stage = Stage(Actor([LOOK, Line(f"She is cold. She says nothing of it.</think>{GOOD}")]))
    record = await stage.play("look around")
    assert told_text(record) == GOOD
    assert record.model is not None
    assert record.model.withheld == []


async def test_a_third_telling_that_begins_alike_is_begun_otherwise() -> None:
    again = "The snow has not stopped falling on the yard. {} And it is late."
    lines = [again.format(word) for word in ("A dog barks.", "The gate creaks.", "A child calls.")]
    stage = Stage(Actor([LOOK, lines[0], LOOK, lines[1], LOOK, lines[2], GOOD]), critic_turns=6)
    for _ in range(3):
        record = await stage.play("look around")
    assert told_text(record) == GOOD
    assert record.model is not None
    assert [(one.kind, one.then) for one in record.model.withheld] == [("rut", "again")]


async def test_a_matter_of_taste_passes_the_second_time() -> None:
    again = "The snow has not stopped falling on the yard. {} And it is late."
    lines = [
        again.format(word) for word in ("A dog barks.", "The gate creaks.", "A child calls.", "Wood cracks.")
    ]
    stage = Stage(Actor([LOOK, lines[0], LOOK, lines[1], LOOK, lines[2], lines[3]]), critic_turns=6)
    for _ in range(3):
        record = await stage.play("look around")
    assert told_text(record) == lines[3]
    assert record.model is not None
    assert [one.then for one in record.model.withheld] == ["again", "told"]


async def test_hours_that_nobody_asked_for_do_not_pass() -> None:
    leap = outcome({"op": "pass_time", "minutes": 300, "sleep": False})
    stage = Stage(Actor([leap, GOOD, leap, GOOD]))
    record = await stage.play("look around")
    assert record.ruling.minutes <= 30
    assert record.model is not None
    assert [(one.stage, one.kind) for one in record.model.withheld] == [("outcome", "leap")]
    asked = await stage.play("wait for five hours")
    assert asked.model is not None
    assert asked.model.withheld == []


async def test_an_interrupted_second_try_is_canon_as_far_as_it_was_told() -> None:
    stage = Stage(Actor([LOOK, f"{GOOD}\n\n{FAULTS['dice']}", f"{MORE}\n\nThe end of it.", LOOK, GOOD]))
    stage.stop_after = 3  # two sentences, and the one after
    record = await stage.play("look around")
    assert record.reason == "interrupted"
    assert told_text(record) == f"{GOOD}\n{MORE}"
    stage.stop_after = None
    await stage.play("look around")
    assert grows(stage.prompts)
    assert "The end of it" not in stage.chat.decode(stage.prompts[-1])
