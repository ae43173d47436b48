"""Whole turns of the real model narrator over the real engine, in the test bed's environment. Prints JSON.

`.venv-nia/bin/python -m tests.inference.sglang.turns FOLDER/tale spec`. The turns are played through `run_turn` in the
tests' sample world; every request, what the engine wrote to it, and the record of every turn are in what is printed.
"""

import asyncio
import itertools
import json
import sys
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, cast

from gamemaster.narration.model.degradation import Pace
from gamemaster.narration.prompts.settings import PromptSettings
from gamemaster.play.turn import Budget
from gamemaster.rules.state import TurnRecord
from inference.chat_template import HuggingFaceTokenizer
from inference.delegated_engine import DelegatedEngine
from inference.engine import Delta, GenerationRequest, Lane
from inference.sglang.engine import SglangEngine
from inference.sglang.start import build
from tests.inference.sglang import tale
from tests.modelkit import Actor, Stage

OVERRIDES = {"max_total_tokens": 2 * tale.CONTEXT}
# So little room that the eighth turn ends the epoch.
SMALL = PromptSettings(context_tokens=18_432, compact_at=0.7, keep_turns=2)
# Tokens a second at which the ladder has time for less reasoning only, and for a short answer only.
SLOW, SLOWER = 30.0, 18.0
PATIENCE_S = 600.0  # beside the other tests the first answer alone may take minutes


@dataclass(eq=False)
class Listening(DelegatedEngine):
    """The real engine; it notes each request and all that was written to it."""

    inner: SglangEngine
    tokenizer: HuggingFaceTokenizer
    requests: list[GenerationRequest] = field(default_factory=list)
    written: list[list[int]] = field(default_factory=list)
    cached: list[int | None] = field(default_factory=list)  # None: the request was left before its end

    async def generate(self, request: GenerationRequest) -> AsyncGenerator[Delta, None]:
        ids: list[int] = []
        self.requests.append(request)
        self.written.append(ids)
        self.cached.append(None)
        number = len(self.cached) - 1
        async with aclosing(self.inner.generate(request)) as deltas:
            async for delta in deltas:
                ids += delta.token_ids
                if delta.finish is not None:
                    self.cached[number] = delta.finish.accounting.cached_tokens
                yield delta


async def play(stage: Stage, words: str, tokens_per_s: float | None = None) -> TurnRecord:
    """A turn for which the ladder believes the engine to be so fast; None: it knows nothing, and goes the full course.

    What it measured on a machine that others use too would make the turns differ from run to run.
    """
    source, settings = stage.source, stage.source.settings
    pace = source.pace = Pace()
    if tokens_per_s is not None:
        pace.tokens_per_s, pace.measured_at = tokens_per_s, source.clock()
        return await stage.play(words)
    source.settings = replace(settings, adjudicate_s=PATIENCE_S, narrate_s=PATIENCE_S)
    played = await stage.play(words)
    source.settings = settings
    return played


async def tell(stage: Stage) -> list[TurnRecord]:
    turns = [await play(stage, "try the mill door"), await play(stage, "try it again")]
    stage.restart()
    turns.append(await play(stage, "knock, then"))
    turns.append(await play(stage, "kick it", SLOW))
    turns.append(await play(stage, "kick it hard", SLOWER))
    stage.stop_after = 1
    turns.append(await play(stage, "call through the keyhole"))
    stage.stop_after = None
    turns.append(await play(stage, "try the mill door once more"))
    stage.budgets = SMALL
    stage.restart()
    turns.append(await play(stage, "rest against it"))
    await stage.narrator.compactor.wait_until_idle()
    turns.append(await play(stage, "try it, rested"))
    return turns


def common_length(one: Sequence[int], other: Sequence[int]) -> int:
    """How many first tokens are the same."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))


def row(record: TurnRecord, tokenizer: HuggingFaceTokenizer) -> dict[str, Any]:
    assert record.model is not None
    found: dict[str, Any] = record.model_dump(mode="json", include={"reason", "spans", "model"})
    found["refused"] = [rejection.code for rejection in record.ruling.rejections]
    return {**found, "outcome": tokenizer.decode(record.model.outcome)}


async def main() -> None:
    model, mode = sys.argv[1:]
    folder = Path(model)
    if not folder.exists():
        tale.write(folder)
    overrides = OVERRIDES if mode == "spec" else {**OVERRIDES, "speculative_algorithm": None}
    engine = await build({"model": model, "profile": "cpu", "overrides": overrides})
    listening = Listening(engine, HuggingFaceTokenizer.load(folder))
    stage = Stage(cast(Actor, listening), limits=Budget(PATIENCE_S, PATIENCE_S))
    try:
        turns = [row(record, listening.tokenizer) for record in await tell(stage)]
        load = await engine.load()
    finally:
        await engine.close()
    prompts = [request.token_ids for request in listening.requests]
    computed = [(*prompt, *ids) for prompt, ids in zip(prompts, listening.written, strict=True)]
    results = {
        "turns": turns,
        "prompts": [len(prompt) for prompt in prompts],
        "lanes": [request.lane.value for request in listening.requests],
        "extends": [
            common_length(now.token_ids, before.token_ids) == len(before.token_ids)
            for before, now in itertools.pairwise(
                request for request in listening.requests if request.lane is Lane.PLAY
            )
        ],
        # Of each prompt, how much had been computed before: in another prompt or as an answer.
        "known": [
            max((common_length(prompt, past) for past in computed[:number]), default=0)
            for number, prompt in enumerate(prompts)
        ],
        "cached": listening.cached,
        "written": [len(ids) for ids in listening.written],
        "running": load.running + load.waiting,
    }
    print("RESULTS " + json.dumps(results), flush=True)


if __name__ == "__main__":
    asyncio.run(main())
