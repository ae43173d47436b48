"""Compaction: a new epoch is ready before it is needed, is the same wherever it is made again, and loses no fact."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from gamemaster.narration.prompts.append_only import check_story, compare, requests_of
from gamemaster.narration.prompts.prompt import Zone
from gamemaster.narration.prompts.settings import PromptSettings
from gamemaster.rules.state import Compaction, TurnRecord
from inference.engine import Lane
from inference.scripted.engine import Cadence
from inference.scripted.script import END_THINK, Fault
from tests.modelkit import PLAYER, PROSE, STORY, SUMMARY, Director, Line, Shelf, Stage, outcome

LOOK = outcome({"op": "look"})
SMALL = PromptSettings(compact_at=0.445, keep_turns=2, head_share=0.6)
CONTEXT = 7000


def stage_of(turns: int = 40, *, settings: PromptSettings = SMALL, **fields: Any) -> Stage:
    actor = Director(itertools.chain.from_iterable([[LOOK, PROSE]] * turns), context_length=CONTEXT, **fields)
    return Stage(actor, budgets=settings)


async def play(stage: Stage, turns: int, words: str = "look around, time") -> list[TurnRecord]:
    records = []
    for _ in range(turns):
        records.append(await stage.play(f"{words} {stage.state.turn + 1}"))
        await stage.narrator.compactor.wait_until_idle()
    return records


def compactions(stage: Stage) -> list[Compaction]:
    found = [record.model.compaction for record in stage.shelf.records if record.model]
    return [compaction for compaction in found if compaction is not None]


def violations(stage: Stage) -> list[str]:
    """Of the contract, by the store's records, and against what the engine was really sent."""
    director = stage.actor
    assert isinstance(director, Director)
    asked = requests(stage)
    found = check_story(asked, stage.chat).violations
    sent = [request.token_ids for request in director.played]
    # Where there is no room to reason, the budget closes the thought at once.
    found += compare(asked, [ids[:-1] if ids[-1] == END_THINK else ids for ids in sent])
    return [str(violation) for violation in found]


async def test_an_epoch_is_opened_in_the_background_before_it_is_needed() -> None:
    stage = stage_of()
    await play(stage, 30)
    assert len(compactions(stage)) >= 2
    assert {found.by for found in compactions(stage)} == {"model"}
    assert all(found.summary == SUMMARY for found in compactions(stage))
    assert violations(stage) == []
    beside = [request for request in stage.actor.requests if request.lane is Lane.BACKGROUND]
    warmed = [request.token_ids for request in beside if request.sampling.max_new_tokens == 1]
    asked = requests(stage)
    for found in compactions(stage):
        first = next(it for it in asked if it.turn == found.epoch)
        assert any(first.prompt.ids[: len(ids)] == ids for ids in warmed), "its prefill was done before"
        summed = [it.token_ids for it in beside if it.sampling.max_new_tokens > 1]
        last = next(it for it in asked if it.turn == found.epoch - 1 and it.stage == "narration")
        assert any(_common(ids, last.prompt.ids) > 0.6 * len(ids) for ids in summed), (
            "asked on the cached prefix"
        )


def requests(stage: Stage) -> list[Any]:
    basis = stage.narrator.transcripts.basis(stage.world)
    return list(requests_of(basis, stage.shelf.records, stage.state))


def _common(one: tuple[int, ...], other: tuple[int, ...]) -> int:
    return next(
        (at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other))
    )


async def test_the_last_turns_stay_word_for_word_with_their_own_ids() -> None:
    stage = stage_of()
    await play(stage, 12)
    found = compactions(stage)[0]
    assert found.epoch - 1 - found.turn >= 2
    asked = requests(stage)
    old = next(it for it in asked if it.turn == found.epoch - 1 and it.stage == "narration")
    new = next(it for it in asked if it.turn == found.epoch)
    for turn in range(found.turn + 1, found.epoch - 1):
        for name in ("words", "outcome", "ruling", "narration"):
            (was,) = [s.ids for s in old.prompt.segments if (s.name, s.turn) == (name, turn)]
            (now,) = [s.ids for s in new.prompt.segments if (s.name, s.turn) == (name, turn)]
            assert was == now, (turn, name)
    text = stage.chat.decode(new.prompt.ids)
    assert f'time {found.turn}"' not in text, "what was summed up is gone"
    assert f'time {found.turn + 1}"' in text
    assert text.count("THE STORY SO FAR") == 1
    zones = [segment.zone for segment in new.prompt.segments]
    assert zones == sorted(zones, key=list(Zone).index)


@pytest.mark.parametrize("turns", [6, 13, 20])
async def test_another_worker_makes_the_very_same_tokens(turns: int) -> None:
    stage = stage_of()
    await play(stage, turns)
    stage.restart()
    await play(stage, 4)
    stage.restart()
    await play(stage, 4)
    assert compactions(stage)
    assert violations(stage) == []


async def test_undo_across_a_compaction_goes_back_to_the_epoch_before() -> None:
    stage = stage_of()
    await play(stage, 30)
    opened = compactions(stage)[1].epoch
    sent = {it.turn: it.prompt.ids for it in requests(stage) if it.stage == "outcome"}
    while stage.state.turn >= opened - 1:
        stage.undo()
    before = len(stage.actor.requests)
    record = await stage.play("do otherwise")
    assert record.model is not None
    assert record.model.epoch < opened
    assert record.model.compaction is None
    again = stage.actor.requests[before].token_ids
    known = sent[opened - 1]
    assert _common(again, known) > len(again) - 60, "the same up to the player's words"
    await stage.narrator.compactor.wait_until_idle()
    await play(stage, 6)
    _assert_story_is_sound(stage)


def _assert_story_is_sound(stage: Stage) -> None:
    asked = requests(stage)
    assert [str(it) for it in check_story(asked, stage.chat).violations] == []


async def test_a_branch_goes_on_with_the_epoch_that_it_was_cut_from() -> None:
    stage = stage_of()
    await play(stage, 16)
    cut = compactions(stage)[0].epoch + 1
    while stage.state.turn > cut:
        stage.undo()
    branch = stage_of()
    branch.actor.tokenizer, branch.chat = stage.actor.tokenizer, stage.chat
    branch.shelf, branch.state = Shelf(list(stage.shelf.records)), stage.state
    branch.restart()
    record = await branch.play("look around, branched")
    assert record.model is not None
    assert record.model.epoch == compactions(stage)[0].epoch
    _assert_story_is_sound(branch)


@pytest.mark.parametrize(
    "summary",
    [
        Line(SUMMARY, fault=(Fault.FAIL, 2)),
        Line("no"),
        Line("And round and round the house of stone it goes. " * 60),
        Line('{"intents": []}'),
    ],
)
async def test_where_the_model_writes_no_summary_the_chronicle_stands(summary: Line) -> None:
    stage = stage_of(summary=summary)
    await play(stage, 12)
    found = compactions(stage)[0]
    assert found.by == "chronicle"
    assert "no summary" in found.why
    assert f"Turn {found.turn}" in found.summary
    assert violations(stage) == []


async def test_an_engine_that_is_lost_while_it_sums_up_costs_no_turn() -> None:
    stage = stage_of(summary=Line(SUMMARY, fault=(Fault.DIE, 1)))
    for _ in range(12):
        await play(stage, 1)
        if stage.actor.dead:
            break
    assert stage.actor.dead
    record = (await play(stage, 1))[0]
    assert record.reason == "engine_lost"
    stage.actor.revive()
    await play(stage, 4)
    assert compactions(stage)[0].by == "chronicle"
    _assert_story_is_sound(stage)


async def test_a_prompt_that_does_not_fit_before_an_epoch_is_ready_is_compacted_at_once() -> None:
    stage = stage_of(settings=SMALL.model_copy(update={"compact_at": 0.95}))
    records = await play(stage, 36)
    found = compactions(stage)
    assert found
    assert {it.by for it in found} == {"chronicle"}
    assert all(record.model and record.model.told_by == "model" for record in records)
    declaring = next(it for it in records if it.model and it.model.compaction)
    assert declaring.model is not None
    assert any("a new epoch, by the chronicle" in step for step in declaring.model.steps)
    assert violations(stage) == []


async def test_a_turn_that_was_not_committed_declares_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """The epoch that was prepared is declared by the turn that is committed, whatever was tried before."""
    stage = stage_of()
    while not stage.narrator.transcripts._ready:
        await play(stage, 1)
    with monkeypatch.context() as patch:
        patch.setattr(stage.shelf, "commit", _refuse)
        with pytest.raises(RuntimeError, match="no commit"):
            await stage.play("lost")
    record = await stage.play("found")
    assert record.model is not None
    assert record.model.compaction is not None
    assert record.model.compaction.epoch == record.number
    _assert_story_is_sound(stage)


async def _refuse(*_: object) -> bool:
    raise RuntimeError("no commit")


async def test_what_cannot_be_made_again_is_declared() -> None:
    """The world's text was changed between two turns: the head moved, and the next turn opens an epoch of it all."""
    stage = stage_of()
    await play(stage, 3)
    stage.world = stage.world.model_copy(update={"bible": stage.world.bible + " It is colder now."})
    stage.restart()
    record = await stage.play("look again")
    assert record.model is not None
    compaction = record.model.compaction
    assert compaction is not None
    assert (compaction.epoch, compaction.turn) == (4, 0)
    assert "`head`" in compaction.why
    text = stage.chat.decode(stage.prompts[-1])
    assert "time 1" in text
    assert "It is colder now" in text
    stage.restart()
    later = await stage.play("and again")
    assert later.model is not None
    assert later.model.compaction is None, "it is declared once"


class AnyShelf(Shelf):
    """As much of a store as two stories need, one shelf each."""

    async def turns(
        self, story: str, player: str, before: int | None = None, limit: int = 50
    ) -> list[TurnRecord]:
        return await super().turns(STORY, PLAYER, before, limit)


async def test_what_one_player_did_is_in_no_prompt_of_another() -> None:
    """Two stories of a world on one narrator, through compactions, restarts of one and the other's undo."""
    one = stage_of(60)
    other = Stage(one.actor, shelf=AnyShelf(), budgets=SMALL, story="7" * 32, player="8" * 32)
    other.chat, other.narrator = one.chat, one.narrator
    for number in range(14):
        await play(one, 1, f"look for the silver thimble number {number}")
        await play(other, 1, f"look for the copper bell number {number}")
        if number == 9:
            other.undo()
    assert compactions(one)
    assert compactions(other)
    for request in one.actor.requests:
        text = one.chat.decode(request.token_ids)
        assert not ("silver thimble" in text and "copper bell" in text)
    assert any("copper bell" in one.chat.decode(request.token_ids) for request in one.actor.requests)


async def test_a_turn_that_is_taken_back_while_its_epoch_is_prepared_is_in_no_prompt() -> None:
    stage = stage_of(summary=Line(SUMMARY, cadence=Cadence(tokens_per_s=60.0, first_token_s=0.01, chunk=1)))
    while not stage.narrator.compactor._tasks:
        await stage.play(f"look around, time {stage.state.turn + 1}")
    words = stage.shelf.records[-1].words
    assert stage.narrator.compactor._tasks, "it is still being written"
    stage.undo()
    await stage.play("do otherwise")
    await stage.narrator.compactor.wait_until_idle()
    assert isinstance(stage.actor, Director)
    stage.actor.summary = SUMMARY
    await play(stage, 1)
    text = stage.chat.decode(stage.actor.played[-1].token_ids)
    assert f'"{words}"' not in text
    assert '"do otherwise"' in text
    await play(stage, 3)
    _assert_story_is_sound(stage)
    assert compactions(stage), "another one was prepared"
