"""What is computed before a player waits for it: the beginning of the next turn's prompt, and the worlds' heads."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from gamemaster.narration.prompts.outcome_schema import in_scene
from gamemaster.narration.scene import Past, Scene
from gamemaster.rules.dice import roll_for
from gamemaster.rules.state import Recalled, TurnRecord
from inference.engine import GenerationRequest, Lane
from tests.chatkit import LOOK, Reply, event, playing
from tests.modelkit import PROSE, STORY, Director, Stage
from tests.worldkit import sample


def prompts_warmed(stage: Stage) -> list[GenerationRequest]:
    return [asked for asked in stage.actor.requests if asked.lane is Lane.BACKGROUND]


def past_of(stage: Stage) -> Past:
    async def past(after: int) -> list[TurnRecord]:
        return [record for record in stage.shelf.records if record.number > after]

    return past


async def test_the_next_prompt_begins_with_what_was_computed_after_the_turn() -> None:
    stage = Stage(Director([LOOK, PROSE] * 2))
    stage.narrator.warms = True
    await stage.play("look around")
    await stage.narrator.warmer.wait_until_idle()
    (ahead,) = prompts_warmed(stage)
    assert ahead.sampling.max_new_tokens == 1
    assert ahead.story == STORY
    await stage.play("look again")
    first = next(asked for asked in stage.actor.requests[3:] if asked.lane is Lane.PLAY)
    assert first.token_ids[: len(ahead.token_ids)] == ahead.token_ids
    only_the_words = stage.chat.decode(first.token_ids[len(ahead.token_ids) :])
    assert "TURN" not in only_the_words
    assert 'The player: "look again"' in only_the_words
    assert len(first.token_ids) - len(ahead.token_ids) < 60, "the scene is in what was computed"
    assert len(ahead.token_ids) > len(stage.actor.requests[1].token_ids), (
        "the ruling and the telling are in it"
    )


@pytest.mark.parametrize("words", ["ask mara about the wheel", "look again", "who is mara?", "say: wer da?"])
async def test_what_was_in_the_scene_before_the_words_is_not_looked_for_again(words: str) -> None:
    stage = Stage(Director([LOOK, PROSE] * 2))
    stage.narrator.warms = True
    await stage.play("look around")
    await stage.narrator.warmer.wait_until_idle()
    people = tuple(stage.world.characters)
    recalled = tuple(Recalled(id=f"m-{who}", owner=who, text="I saw it.", minute=0) for who in people)
    scene = Scene(stage.world, stage.state, words, roll_for(1, 2), STORY, recalled=recalled)
    ahead = stage.narrator.warmer.scene_ahead(scene)
    assert ahead is not None
    assert in_scene(scene, ahead) == in_scene(scene)
    for other in (
        replace(scene, state=stage.state.clone()),
        replace(scene, story="another story"),
        replace(scene, world=stage.world.model_copy()),
    ):
        assert stage.narrator.warmer.scene_ahead(other) is None, "another scene"


async def test_a_story_is_warmed_once_at_a_time() -> None:
    stage = Stage(Director([LOOK, PROSE] * 2))
    stage.narrator.warms = True
    await stage.play("look around")
    scene = Scene(stage.world, stage.state, "", roll_for(1, 2), STORY, past=None)
    for _ in range(5):
        stage.narrator.expect(scene)
    await stage.narrator.warmer.wait_until_idle()
    assert len(prompts_warmed(stage)) == 1


async def test_nothing_is_warmed_where_that_is_not_wanted() -> None:
    stage = Stage(Director([LOOK, PROSE]))
    await stage.play("look around")
    stage.narrator.expect(Scene(stage.world, stage.state, "", roll_for(1, 2), STORY))
    await stage.narrator.warmer.wait_until_idle()
    assert not prompts_warmed(stage)


async def test_where_stories_are_evicted_meanwhile_nothing_is_computed_before_the_player_writes() -> None:
    stage = Stage(Director([LOOK, PROSE] * 3))
    stage.narrator.warms = True
    warmer = stage.narrator.warmer
    await stage.play("look around")
    await warmer.wait_until_idle()
    head = sum(len(segment.ids) for segment in warmer.transcripts.head(stage.world))
    while not warmer.crowding.is_crowded:
        warmer.crowding.came_back(head, head, 2 * head)
    await stage.play("look again")
    await warmer.wait_until_idle()
    assert len(prompts_warmed(stage)) == 1, "after the first turn alone"
    share = warmer.crowding.share
    stage.narrator.expect(Scene(stage.world, stage.state, "", roll_for(1, 3), STORY, past=past_of(stage)))
    await warmer.wait_until_idle()
    assert len(prompts_warmed(stage)) == 2
    assert warmer.crowding.share != share, "what was found when the player wrote"
    share = warmer.crowding.share
    stage.narrator.expect(Scene(stage.world, stage.state, "", roll_for(1, 3), STORY, past=past_of(stage)))
    await warmer.wait_until_idle()
    assert warmer.crowding.share == share, "that the story is there while they go on says nothing"


async def test_an_engine_that_is_lost_costs_nothing() -> None:
    stage = Stage(Director([LOOK, PROSE]))
    stage.narrator.warms = True
    stage.actor.dead = True
    assert await stage.narrator.warmer.warm_heads([sample()]) == 0
    stage.actor.revive()
    assert await stage.narrator.warmer.warm_heads([sample()]) == 1
    (head,) = prompts_warmed(stage)
    record = await stage.play("look around")
    assert record.reason == "complete"
    asked = next(asked for asked in stage.actor.requests if asked.lane is Lane.PLAY)
    shared = next(i for i, (a, b) in enumerate(zip(head.token_ids, asked.token_ids, strict=False)) if a != b)
    assert shared >= len(head.token_ids) - 10


async def test_a_head_that_the_server_cuts_is_said_before_anybody_plays(
    caplog: pytest.LogCaptureFixture,
) -> None:
    for tokens, said in ((300, 1), (9_000, 0)):
        usage = json.dumps({"choices": [], "usage": {"prompt_tokens": tokens}})
        answer = event("Yes") + event(finish="length") + f"data: {usage}\n\ndata: [DONE]\n\n".encode()
        caplog.clear()
        async with playing(Reply(raw=answer), Reply(raw=answer), warm=True) as stage:
            assert await stage.narrator.warmer.warm_heads([sample()]) == 1
            assert await stage.narrator.warmer.warm_heads([sample()]) == 1
        lines = [record for record in caplog.records if "context is too small" in record.message]
        assert len(lines) == said, "once is enough"
        assert all(record.levelname == "ERROR" for record in lines), "a terminal shows nothing less"
