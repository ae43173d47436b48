"""What was recorded, answered again: the same narrator as then finds no difference, another one what differs."""

from __future__ import annotations

import itertools
from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass, field
from typing import Any

import pytest

from gamemaster.bootstrap import load_worlds
from gamemaster.narration.model.model_narrator import ModelNarrator
from gamemaster.narration.model.text_source import ModelSettings
from gamemaster.narration.model.token_source import TokenSource
from gamemaster.narration.prompts.settings import PromptSettings
from gamemaster.narration.scene import Scene
from gamemaster.narration.understudy.understudy import Understudy
from gamemaster.play.context import LoadedWorld
from gamemaster.recording.format import read
from gamemaster.recording.lines import NarratorLine
from gamemaster.replay.regenerate.regenerate import Options, UnknownWorldError, regenerate
from gamemaster.replay.run import Run
from gamemaster.rules.proposal import Outcome, Ruling
from gamemaster.rules.state import Recalled, Span, StoryState
from inference.chat_template import derive
from inference.output.reasoning_budget import BudgetedEngine
from inference.scripted.script import Fault
from tests.modelkit import FAST, PROSE, Actor, Director, Line, outcome
from tests.narratorkit import StatelessNarrator
from tests.recordings.oracle import Oracle, OracleEngine
from tests.recordings.stage import by_tokens
from tests.replaykit import Taped
from tests.worldkit import ROOT, sample, world_at

LOOK = outcome({"op": "look"})
WAIT = outcome({"op": "pass_time", "minutes": 60})
OTHER = "The mill is quiet.\n\nSomewhere behind it a gate moves in the wind."
# A played model says its lines in their order: it is asked for nothing beside them, and may tell the same twice.
AS_WRITTEN = ModelSettings(aftermath_s=0.0, first_words_s=0.0, critic_turns=0)
SMALL = PromptSettings(compact_at=0.447, keep_turns=2, head_share=0.6)
INPUTS = ("look around", "wait a while", "look at the mill", "go to the mill", "wait")


def model(lines: Iterable[Line | str], actor: type[Actor] = Actor, **settings: object) -> ModelNarrator:
    prompts = settings.pop("prompts", PromptSettings())
    played = actor(lines, **settings)  # type: ignore[arg-type]  # as the test gives them
    engine, chat = BudgetedEngine(played), derive(played.tokenizer, played.info)
    # The clock stands still: how busy the machine is must not decide how the model is asked.
    source = TokenSource(engine, chat, AS_WRITTEN, prompts=prompts, clock=lambda: 0.0)  # type: ignore[arg-type]
    return ModelNarrator(source)


def turns(*pairs: tuple[str, str]) -> list[str]:
    return [text for pair in pairs for text in pair]


async def again(taped: Taped, narrator: object, **options: object) -> Run:
    return await regenerate([taped.recording()], narrator, taped.at_hand(), Options(**options))  # type: ignore[arg-type]


async def test_the_understudy_tells_both_worlds_as_it_did() -> None:
    for name in ("lighthouse", "long_night"):
        taped = Taped(world_at(f"worlds/{name}"))
        await taped.play("look around", "wait", "look around", "search", "go out", "wait", "inventory")
        taped.undo()
        await taped.play("wait a while", "look around")
        run = await again(taped, Understudy())
        assert [turn.turn for turn in run.turns] == [1, 2, 3, 4, 5, 6, 7, 7, 8]
        assert [turn.differs for turn in run.turns] == [[]] * 9
        assert run.metrics["ruling_agreement_share"] == 1.0
        assert run.metrics["vocabulary_drift"] == 0.0
        assert run.metrics["length_ratio"] == 1.0
        assert run.metrics["violations"] == 0
        assert run.metrics["understudy_share"] is None, "there is no model that it stands in for"
        assert run.errors == {}


async def test_the_same_model_gets_the_same_prompts_and_nothing_differs() -> None:
    memory = Recalled(id="m1", owner="miller", text="I saw the stranger at the wheel.", minute=3)
    lines = turns((LOOK, PROSE), (WAIT, OTHER), ("no outcome", PROSE), (LOOK, OTHER), (WAIT, PROSE))
    taped = Taped(sample(), model(lines), memories=[memory])
    await taped.play(*INPUTS)
    now = model(lines)
    run = await again(taped, now)
    assert [turn.differs for turn in run.turns] == [[]] * 5
    assert run.metrics["prompt_same_share"] == 1.0
    then, actor = taped.narrator, now
    assert sent_prompts(then) == sent_prompts(actor), (
        "the engine is asked what it was asked then, token for token"
    )
    assert run.metrics["cached_share"] is not None
    assert run.metrics["prompt_tokens"] == sum(len(ids) for ids in sent_prompts(actor))
    assert [turn.now.narrator for turn in run.turns if turn.now] == [
        "model", "model", "ruled by understudy, told by model", "model", "model",
    ]  # fmt: skip
    assert run.metrics["understudy_share"] == pytest.approx(0.2)


def sent_prompts(narrator: Any) -> list[tuple[int, ...]]:
    engine = narrator.source.engine
    while not isinstance(engine, Actor):
        engine = engine.inner
    return [request.token_ids for request in engine.requests]


@pytest.mark.slow
@pytest.mark.parametrize("name", [
    "model-lighthouse-compacted", "model-lighthouse-hostile", "model-lighthouse-second_thoughts",
    "model-long_night-interrupted",
])  # fmt: skip
async def test_what_a_service_recorded_is_asked_in_the_very_same_prompts(name: str) -> None:
    recording = read(ROOT / "tests/recordings" / f"{name}.jsonl.zst")
    worlds, _ = load_worlds([ROOT / "worlds"])
    engine = OracleEngine(Oracle(), cadence=FAST)
    settings = next(line["prompts"] for line in recording.of(NarratorLine) if line.get("prompts"))
    narrator = by_tokens(engine, PromptSettings.model_validate(settings))
    run = await regenerate([recording], narrator, worlds)
    assert run.metrics["prompt_same_share"] == 1.0
    assert run.metrics["ruling_agreement_share"] == 1.0
    assert run.metrics["branched_share"] == run.metrics["violations"] == 0.0
    assert run.stamps["then"]["prompt"] == run.stamps["now"]["prompt"]
    assert run.stamps["then"]["format"] == run.stamps["now"]["format"]


async def test_epochs_of_the_prompt_begin_where_they_began() -> None:
    lines = [LOOK, PROSE] * 16
    settings = {"prompts": SMALL, "context_length": 5000}
    taped = Taped(sample(), model(lines, Director, **settings))
    records = await taped.play(*(f"look around, time {number}" for number in range(16)))
    begun = [record.number for record in records if record.model and record.model.compaction]
    assert begun, "nothing was compacted: the test is too short"
    run = await again(taped, model(lines, Director, **settings))
    assert run.metrics["prompt_same_share"] == 1.0
    assert [turn.differs for turn in run.turns] == [[]] * 16


async def test_a_story_that_outgrows_another_models_context_goes_on_in_epochs_of_its_own() -> None:
    lines = [LOOK, PROSE] * 16
    taped = Taped(sample(), model(lines))
    await taped.play(*(f"look around, time {number}" for number in range(16)))
    small = model(lines, Director, prompts=SMALL, context_length=5000)
    run = await again(taped, small)
    assert run.metrics["understudy_share"] == 0.0
    assert [turn.error for turn in run.turns] == [None] * 16
    prompts = sent_prompts(small)
    grown = [later[: len(earlier)] == earlier for earlier, later in itertools.pairwise(prompts)]
    assert grown.count(False) < len(grown) / 3, "an epoch lasts some turns, it does not begin with each"


async def test_another_model_is_told_apart_and_branches_go_on_from_the_recorded_state() -> None:
    taped = Taped(sample(), model(turns(*[(LOOK, PROSE)] * 4)))
    await taped.play("look around", "look around again", "look at the sky", "look down")
    lines = turns((LOOK, PROSE), (WAIT, OTHER), (LOOK, OTHER), (LOOK, PROSE))
    run = await again(taped, model(lines))
    one, two, three, four = run.turns
    assert one.differs == four.differs == []
    assert {"outcome", "ruling", "state", "text"} <= set(two.differs)
    assert two.branched
    assert three.differs == ["text"], "it went on from the recorded state: only its words are others"
    assert not three.branched
    assert run.metrics["branched_share"] == 0.25
    assert run.metrics["ruling_agreement_share"] == 0.75
    assert 0.0 < (run.metrics["vocabulary_drift"] or 0.0) < 1.0
    assert run.metrics["prompt_same_share"] == 1.0, "the turns before are those that were recorded"
    assert any("1 of 4 turns branched" in note for note in run.notes)


async def test_a_lost_engine_costs_its_turn_and_the_run_goes_on() -> None:
    taped = Taped(sample(), model(turns(*[(LOOK, PROSE)] * 3)))
    await taped.play("look around", "look around", "look around")
    lost = Line(PROSE, fault=(Fault.DIE, 4))
    narrator = model([LOOK, PROSE, LOOK, lost, LOOK, PROSE])
    actor = narrator.source.engine.inner  # type: ignore[attr-defined]

    async def back() -> None:
        actor.revive()

    run = await again(taped, narrator, ready=back)
    assert [turn.error for turn in run.turns] == [None, "EngineLost", None]
    assert run.errors == {"EngineLost": 1}
    assert run.turns[1].now is not None
    assert run.turns[1].now.reason == "engine_lost"
    assert "reason" in run.turns[1].differs
    assert [turn.differs for turn in run.turns[::2]] == [[], []]


@dataclass(eq=False)
class Faulty(StatelessNarrator):
    """The understudy, but with other words from some turn on."""

    says: dict[int, list[Span]]
    name: str = "faulty"
    inner: Understudy = field(default_factory=Understudy)

    async def adjudicate(self, scene: Scene) -> Outcome:
        return await self.inner.turn(scene).adjudicate()

    async def narrate(self, scene: Scene, ruling: Ruling, after: StoryState) -> AsyncIterator[Span]:
        for span in self.says[scene.state.turn + 1]:
            yield span


async def test_what_is_wrong_without_a_judge_is_found_and_counted() -> None:
    taped = Taped(world_at("worlds/lighthouse"))
    await taped.play("wait", "wait", "wait", "wait")
    said = (
        "The lamp goes round above you, and the rock and the sea and the fog take turns, until a kettle sings "
        "below and is seen to."
    )
    narrator = Faulty({
        1: [Span(kind="narration", text=said)],
        2: [Span(kind="narration", text=said)],
        3: [Span(kind="speech", speaker="dilys", text="Good evening to you.")],
        4: [Span(kind="narration", text="<think>They wait.</think> Nothing happens.")],
    })  # fmt: skip
    run = await again(taped, narrator)
    kinds = [[v.kind for v in turn.violations if v.side == "now"] for turn in run.turns]
    assert kinds == [[], ["repetition"], ["wrong_speaker"], ["markup"]]
    assert run.metrics["violations"] == 3
    assert (run.metrics["violations_repetition"], run.metrics["violations_markup"]) == (1.0, 1.0)
    assert not [v for turn in run.turns for v in turn.violations if v.side == "then"]


async def test_a_broken_narrator_costs_its_turns_and_no_more() -> None:
    taped = Taped(sample())
    await taped.play("look around", "wait")
    run = await again(taped, Faulty({1: [Span(kind="narration", text="You look about you.")]}))
    assert [turn.now.reason for turn in run.turns if turn.now] == ["complete", "engine_lost"]


async def test_another_world_gets_the_recorded_states_fitted() -> None:
    taped = Taped(sample())
    await taped.play("look around", "wait")
    item = next(iter(sample().items))
    changed = sample().model_copy(update={"items": {k: v for k, v in sample().items.items() if k != item}})
    run = await regenerate([taped.recording()], Understudy(), {changed.id: LoadedWorld(changed, "other")})
    assert [turn.error for turn in run.turns] == [None, None]
    assert any("the recorded states were fitted" in note for note in run.notes)
    assert (run.stamps["then"]["world"], run.stamps["now"]["world"]) == ("as-recorded", "other")
    with pytest.raises(UnknownWorldError, match="--world FOLDER"):
        await regenerate([taped.recording()], Understudy(), {})


async def test_chosen_turns_and_sessions_beside_each_other() -> None:
    taped = [Taped(sample(), seed=seed) for seed in (1, 2, 3)]
    for one in taped:
        await one.play("look around", "wait", "look around", "wait")
    progress: list[tuple[int, int]] = []
    options = Options(turns=(2, 3), parallel=2, progress=lambda done, total: progress.append((done, total)))
    recordings = [one.recording() for one in taped]
    run = await regenerate(recordings, Understudy(), taped[0].at_hand(), options)
    assert [(turn.session, turn.turn) for turn in run.turns] == [(s, t) for s in range(3) for t in (2, 3)]
    assert progress == [(done, 6) for done in range(1, 7)]
    assert Run.model_validate_json(run.model_dump_json()) == run
    assert [session.turns for session in run.sessions] == [2, 2, 2]
