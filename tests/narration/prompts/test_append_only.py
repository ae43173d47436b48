"""The prompt contract: sound stories pass it, and every planted violation is caught and named."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from gamemaster.narration.prompts.append_only import Violation, check_story, compare, head_moved, requests_of
from gamemaster.narration.prompts.chat_messages import TextFormat
from gamemaster.narration.prompts.prompt import Prompt, PromptBasis, Segment, Zone, head_of, open_epoch
from gamemaster.narration.prompts.state_text import state_text
from gamemaster.play.opening import begin
from gamemaster.rules.state import Compaction, StoryState, TurnRecord
from tests.head_in_process import PLANTS
from tests.modelkit import PROSE, Actor, Stage, outcome
from tests.worldkit import ROOT, playable_worlds, sample

LOOK = outcome({"op": "look"})


async def play_turns(turns: int = 4) -> Stage:
    stage = Stage(Actor([LOOK, PROSE] * turns))
    for number in range(turns):
        await stage.play(f"look around, time {number + 1}")
    return stage


def check(stage: Stage, records: list[TurnRecord] | None = None) -> list[Violation]:
    basis = PromptBasis.of(stage.chat, stage.world)
    asked = list(requests_of(basis, records or stage.shelf.records, stage.state))
    return [*check_story(asked, stage.chat).violations, *compare(asked, stage.prompts)]


async def test_a_sound_story_keeps_the_contract() -> None:
    stage = await play_turns()
    assert check(stage) == []
    basis = PromptBasis.of(stage.chat, stage.world)
    asked = list(requests_of(basis, stage.shelf.records, stage.state))
    report = check_story(asked, stage.chat)
    assert (report.turns, report.requests, report.verified, report.unverified) == (4, 8, 4, 0)
    elsewhere = check_story(asked, stage.chat, {"world": "another hash"})
    assert elsewhere.verified == 4, "turns without stamps are anybody's"


async def test_what_another_world_or_program_sent_is_counted_and_not_judged() -> None:
    stage = await play_turns(2)
    for record in stage.shelf.records:
        record.stamps["world"] = "an older hash"
    basis = PromptBasis.of(stage.chat, stage.world)
    asked = list(requests_of(basis, stage.shelf.records, stage.state))
    report = check_story(asked, stage.chat, {"world": "the present hash"})
    assert (report.verified, report.unverified) == (0, 2)


@pytest.mark.parametrize(
    ("change", "segment", "turn"),
    [
        ({"words": "look elsewhere"}, "words", 2),
        ({"recalled": [{"id": "m", "owner": "mara", "text": "I saw it.", "minute": 0}]}, "brought_up", 2),
    ],
)
async def test_what_was_changed_in_the_past_is_named(
    change: dict[str, object], segment: str, turn: int
) -> None:
    """A record that does not say what was sent: the turn, the part and its first token are named."""
    stage = await play_turns()
    if "recalled" in change:
        stage = await with_mara(stage)
    records = list(stage.shelf.records)
    records[turn - 1] = TurnRecord.model_validate({**records[turn - 1].model_dump(), **change})
    first, *later = check(stage, records)
    assert (first.turn, first.segment) == (turn, segment)
    assert str(first.token) in str(first)
    assert later, "the prompts after it are others too"


async def with_mara(stage: Stage) -> Stage:
    """A story in which Mara stands by from the first turn on."""
    again = Stage(stage.actor)
    again.actor._lines = iter([LOOK, PROSE] * 4)
    again.actor.requests.clear()
    again.state.characters["mara"].place = again.state.place
    for number in range(4):
        await again.play(f"look around, time {number + 1}")
    return again


async def test_ids_that_were_lost_are_named() -> None:
    stage = await play_turns()
    records = [record.model_copy(deep=True) for record in stage.shelf.records]
    assert records[1].model is not None
    records[1].model.narration[2] += 1
    found = check(stage, records)
    assert (found[0].turn, found[0].segment) == (3, "before")
    moved = next(it for it in found if it.before is not None)
    assert (moved.turn, moved.segment) == (3, "narration")


async def test_an_undeclared_epoch_is_named() -> None:
    stage = await play_turns()
    records = [record.model_copy(deep=True) for record in stage.shelf.records]
    assert records[2].model is not None
    records[2].model.epoch = 3
    assert any("no compaction before it declares" in it.why for it in check(stage, records))


async def test_a_compaction_that_was_made_up_later_is_named() -> None:
    stage = await play_turns()
    records = [record.model_copy(deep=True) for record in stage.shelf.records]
    assert records[3].model is not None
    records[3].model.compaction = Compaction(
        epoch=9, turn=2, summary="It snowed.", ids=[], by="model", why=""
    )
    assert any("can only open its own" in it.why for it in check(stage, records))


async def test_a_prompt_that_does_not_extend_the_one_before_is_named() -> None:
    stage = await play_turns(2)
    basis = PromptBasis.of(stage.chat, stage.world)
    asked = list(requests_of(basis, stage.shelf.records, stage.state))
    segments = list(asked[2].prompt.segments)
    at = next(index for index, segment in enumerate(segments) if segment.name == "narration")
    token = sum(len(segment.ids) for segment in segments[:at]) + 1
    ids = segments[at].ids
    segments[at] = replace(segments[at], ids=(ids[0], ids[1] + 1, *ids[2:]))
    asked[2] = replace(asked[2], prompt=replace(asked[2].prompt, segments=tuple(segments)))
    # The turn itself said nothing of its narration: the turn after it shows that it moved.
    asked[1] = replace(asked[1], prompt=asked[1].prompt.plus(Segment("narration", Zone.TRANSCRIPT, ids, 1)))
    first = check_story(asked, stage.chat).violations[0]
    assert (first.turn, first.segment, first.token) == (2, "narration", token)
    assert (first.before, first.now) == (ids[1], ids[1] + 1)


# ---- the head ----


@cache
def told_in_process(shift: float, hash_seed: str) -> dict[str, Any]:
    """What another process at another time, with another order of sets, writes of all worlds."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.head_in_process", str(shift)],
        cwd=ROOT, env={"PYTHONHASHSEED": hash_seed}, check=True, capture_output=True, text=True,
    )  # fmt: skip
    told: dict[str, Any] = json.loads(done.stdout)
    return told


TWO_PROCESSES = (0, "1"), (10_000_123, "2")


def heads(shift: float, hash_seed: str, planted: str = "") -> dict[str, Prompt]:
    return {
        name: Prompt(0, tuple(Segment(part, Zone.HEAD, tuple(ids)) for part, ids in segments))
        for name, segments in told_in_process(shift, hash_seed)["heads"][planted].items()
    }


@pytest.mark.slow
def test_the_head_is_the_same_in_every_process_at_every_time() -> None:
    one, other = (heads(*process) for process in TWO_PROCESSES)
    assert one.keys() == other.keys() == playable_worlds().keys()
    assert all(one.values()), "none is empty"
    assert [head_moved(one[name], other[name]) for name in one] == [None] * len(one)


@pytest.mark.slow
def test_how_a_state_is_told_is_the_same_in_every_process_at_every_time() -> None:
    one, other = (told_in_process(*process)["states"] for process in TWO_PROCESSES)
    assert one == other
    here = {name: repr(state_text(world, begin(world, 1))) for name, world in playable_worlds().items()}
    assert one == here


@pytest.mark.slow
@pytest.mark.parametrize("planted", PLANTS)
def test_a_volatile_head_is_caught_and_named(planted: str) -> None:
    one, other = (heads(*process, planted) for process in TWO_PROCESSES)
    for name in one:
        moved = head_moved(one[name], other[name])
        assert moved is not None, name
        assert moved.segment == "cast"
        start = sum(len(segment.ids) for segment in one[name].segments[:1])
        assert start <= moved.token < start + 40


def test_nothing_of_any_story_is_in_the_head() -> None:
    """Stories of other seeds, players and states share it to the last token, in every epoch."""
    chat = TextFormat()
    for world in playable_worlds().values():
        head = head_of(chat, world)
        first = begin(world, 1)
        changed = begin(world, 2).model_copy(update={"turn": 9, "minutes": 999, "flags": {"x": 1}})
        compaction = Compaction(epoch=9, turn=9, summary="It snowed.", ids=[], by="model", why="")
        prompts = [
            open_epoch(PromptBasis.of(chat, world), first).prompt,
            open_epoch(PromptBasis.of(chat, world), changed, compaction=compaction).prompt,
        ]
        for prompt in prompts:
            assert prompt.segments[: len(head)] == head
            assert all(segment.zone is not Zone.HEAD for segment in prompt.segments[len(head) :])


def test_a_head_that_knows_its_story_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def spoilt(state: StoryState) -> Prompt:
        head = head_of(TextFormat(), sample())
        return Prompt(0, (*head[:1], replace(head[1], ids=(state.seed, *head[1].ids)), *head[2:]))

    moved = head_moved(spoilt(begin(sample(), 1)), spoilt(begin(sample(), 2)))
    assert moved is not None
    assert (moved.segment, moved.before, moved.now) == ("cast", 1, 2)
