"""The understudy plays whole stories, from words to words."""

from __future__ import annotations

import subprocess
import sys

import pytest

from gamemaster.narration.scene import Scene
from gamemaster.narration.understudy.understudy import MOST_OPERATIONS, Understudy, play, propose
from gamemaster.play.opening import begin as begin_story
from gamemaster.rules.dice import roll_for
from gamemaster.rules.proposal import Outcome
from gamemaster.rules.referee import rule
from gamemaster.rules.state import Span, StoryState, canonical_json, diff
from tests.play_digest import digest_of
from tests.worldkit import ROOT, begin, sample
from worlds.schema import PLAYER

WALK = (
    "look around", "talk to mara", "ask her about the mill", "take the key", "go in", "take the gloves",
    "look at the ladder", "go up", "take everything", "wait", "go down and go out", "give the gloves to mara",
    "sdlkfj", "go to the wood", "sleep", "inventory", "clean the gears",
)  # fmt: skip


def walk(words: tuple[str, ...], seed: int = 5) -> tuple[StoryState, list[list[Span]]]:
    state, texts = begin_story(sample(), seed), []
    for line in words:
        played = play(sample(), state, line)
        state = played.after
        texts.append(played.spans)
    return state, texts


def test_the_same_seed_and_inputs_give_the_same_story() -> None:
    (one, told_one), (two, told_two) = walk(WALK), walk(WALK)
    assert canonical_json(one) == canonical_json(two)
    assert told_one == told_two
    assert walk(WALK, seed=6)[1] != told_one


def test_every_turn_survives_a_save_and_a_load() -> None:
    state = begin_story(sample(), 5)
    for line in WALK:
        loaded = StoryState.model_validate_json(canonical_json(state))
        played, again = play(sample(), state, line), play(sample(), loaded, line)
        assert canonical_json(played.after) == canonical_json(again.after)
        assert played.spans == again.spans
        state = played.after


@pytest.mark.slow
@pytest.mark.parametrize("folder", ["tests/sample_world", "worlds/lighthouse"])
def test_neither_the_process_nor_a_database_makes_a_difference(folder: str) -> None:
    here = digest_of(folder, reload=False)
    assert digest_of(folder, reload=True) == here
    there = subprocess.run(
        [sys.executable, "-m", "tests.play_digest", folder],
        cwd=ROOT, capture_output=True, text=True, check=True, env={"PYTHONHASHSEED": "4242"},
    )  # fmt: skip
    assert there.stdout == here


def test_a_story_can_be_played_to_its_ending() -> None:
    state, texts = walk(
        ("talk to mara", "ask mara about the mill", "take the key", "go in", *("clean the gears",) * 9)
    )
    assert state.ended == "ground"
    assert "The mill runs." in [span.text for spans in texts for span in spans]


def test_a_compound_order_is_planned_step_by_step() -> None:
    scene = Scene(sample(), begin(), "take the key and go in", roll_for(1, 1))
    assert [operation.op for operation in propose(scene).changes] == ["take", "move"]


def test_full_hands_take_no_more() -> None:
    state = begin()
    state.items.update(gloves=PLAYER, coin=PLAYER, lantern="yard", bread="yard", letter="yard", sack="yard")
    played = play(sample(), state, "take everything")
    assert len(played.after.carried_items()) == sample().player.carries
    assert [r.code for r in played.ruling.rejections].count("too_much") <= 1


@pytest.mark.parametrize(
    "words", ["", "?", "x" * 2000, "take " + "key and take " * 300, "@mara: hello", "{thing}", "🐺"]
)
def test_any_words_get_an_answer(words: str) -> None:
    played = play(sample(), begin(), words)
    assert played.spans
    assert len(played.outcome.changes) <= MOST_OPERATIONS
    assert Outcome.model_validate_json(canonical_json(played.outcome)) == played.outcome


async def test_it_is_a_narrator() -> None:
    understudy = Understudy()
    scene = Scene(sample(), begin(), "go east", roll_for(1, 1))
    bytes_before = canonical_json(scene.state)
    turn = understudy.turn(scene)
    outcome = await turn.adjudicate()
    ruled = rule(sample(), scene.state, outcome, scene.roll)
    spans = [span async for span in turn.narrate(ruled.ruling, ruled.after)]
    assert any("Black trees." in span.text for span in spans)
    assert canonical_json(scene.state) == bytes_before


def test_words_about_one_s_own_life_leave_the_story_as_it_is() -> None:
    before = begin()
    for words in ("I kill myself", "mara, I want to die", "this is for real, help me, he is hurting me"):
        played = play(sample(), before, words)
        assert [span.kind for span in played.spans] == ["aside"], "nobody speaks, and nothing is told"
        assert "findahelpline.com" in played.spans[0].text
        assert played.spans[0].choices == ["Go on"]
        changed = {change.path[0] for change in diff(before, played.after).changes}
        assert (changed, played.ruling.minutes) == ({"turn", "asked"}, 0)
        went_on = play(sample(), played.after, "Go on")
        assert [span.kind for span in went_on.spans] == ["aside"]
        assert went_on.ruling.minutes == 0
