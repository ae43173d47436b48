"""The GPU benchmark refuses machines without one; its measuring is tried on the scripted engine and real prompts."""

import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from benchmarks.gpu import configurations
from benchmarks.gpu_rows import Load, deep_story, measure_engine, table
from benchmarks.prompts import Lengths, recorded_story
from inference.chat_template import derive
from inference.preflight.hardware import gpus
from inference.profiles.loader import load_profile
from inference.scripted.engine import build
from inference.scripted.tokenizer import ScriptedTokenizer, demonstration
from tests.worldkit import playable_worlds

ROOT = Path(__file__).resolve().parent.parent.parent
FAST = {**demonstration(), "tokens_per_s": 1e6, "first_token_s": 0.0}


@pytest.mark.slow
@pytest.mark.skipif(bool(gpus()), reason="there is a GPU here")
def test_without_a_gpu_it_says_so_and_what_to_do() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.gpu", "--model", "/no/such"],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1
    assert "no GPU was found" in done.stderr
    assert "benchmarks.engine" in done.stderr
    assert "RESULT" not in done.stdout


def test_both_cache_types_with_and_without_speculation() -> None:
    names = [configuration.name for configuration in configurations(False, load_profile("h200"))]
    assert names == ["speculative bf16", "speculative fp8", "plain bf16", "plain fp8", "not strict"]
    assert [one.name for one in configurations(True, load_profile("h200"))] == [
        "speculative profile",
        "plain profile",
        "not strict",
    ]


def test_prompts_are_of_real_turns_and_only_grow() -> None:
    engine = build(FAST)
    tokenizer = ScriptedTokenizer.of(FAST)
    chat = derive(tokenizer, engine.info)
    story = recorded_story(chat, playable_worlds()["long_night"], 1, 4)
    prompts = [prompt for turn in story for prompt in (turn.ruling, turn.telling)]
    assert len(prompts) == 8
    for turn in story:
        assert "d20" in tokenizer.decode(turn.ruling)
    # A ruling's prompt ends where the model writes; what it wrote then is in the next.
    assert all(len(before) < len(after) for before, after in pairwise(prompts))
    for one, other in pairwise(story):
        assert other.ruling[: len(one.telling)] == one.telling


async def test_a_row_for_each_load_and_budget() -> None:
    engine = build(FAST)
    chat = derive(ScriptedTokenizer.of(FAST), engine.info)
    wanted = [Load(1, 0), Load(1, 96), Load(3, 96)]
    rows, failed = await measure_engine(engine, chat, wanted, 2, Lengths())
    assert [(row["players"], row["budget"]) for row in rows] == [(1, 0), (1, 96), (3, 96)]
    assert not failed
    for row in rows:
        assert float(row["cached_share"] or 0) > 0.5
        assert row["ruling_accept_rate"] is row["telling_accept_rate"] is None
        assert float(row["total_tokens_per_s"] or 0) > 0
        assert float(row["first_visible_p95_s"] or 0) >= float(row["first_token_p50_s"] or 0)
    assert rows[0]["reasoning_tokens"] == 0
    assert table(rows).count("\n") == 4


async def test_a_row_that_fails_fails_alone() -> None:
    engine = build(FAST)
    chat = derive(ScriptedTokenizer.of(FAST), engine.info)
    said: list[str] = []
    rows, failed = await measure_engine(
        engine, chat, [Load(1, 40_000), Load(1, 96)], 1, Lengths(), said.append
    )
    assert [row["budget"] for row in rows] == [96]
    assert len(failed) == len(said) == 1
    assert "budget 40000" in next(iter(failed))


def test_a_deep_row_has_deep_prompts() -> None:
    engine = build(FAST)
    chat = derive(ScriptedTokenizer.of(FAST), engine.info)
    world = playable_worlds()["long_night"]
    shallow = deep_story(chat, world, 1, 2, 0)
    deep = deep_story(chat, world, 1, 2, len(shallow[0].ruling) + 1500)
    assert len(deep) == 2
    assert len(deep[0].ruling) >= len(shallow[0].ruling) + 1500
