"""Health is a real generation, and its absence is a lost engine."""

import asyncio
from collections.abc import AsyncGenerator

import pytest

from inference.engine import Delta, EngineLost, Finish, FinishReason, GenerationRequest, Kind
from inference.preflight.health import generate_one
from inference.scripted.engine import Cadence, ScriptedEngine
from inference.scripted.script import THINK, Script


async def test_it_takes_as_long_as_a_token_takes() -> None:
    assert await generate_one(ScriptedEngine(cadence=Cadence(first_token_s=0.05))) >= 0.045


async def test_no_token_in_time_is_a_lost_engine() -> None:
    with pytest.raises(EngineLost, match=r"deadline of 0\.05 s"):
        await generate_one(ScriptedEngine(cadence=Cadence(first_token_s=60.0)), deadline_s=0.05)


async def test_an_engine_that_ignores_the_deadline_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    class Deaf(ScriptedEngine):
        async def generate(self, request: GenerationRequest) -> AsyncGenerator[Delta, None]:
            await asyncio.sleep(3600)
            yield Delta(Kind.CONTENT)

    monkeypatch.setattr("inference.preflight.health.SLACK_S", 0.05)
    with pytest.raises(EngineLost, match=r"did not end within 0\.05 s"):
        await generate_one(Deaf(), deadline_s=0.05)


async def test_an_end_without_a_token_is_a_lost_engine() -> None:
    class Empty(ScriptedEngine):
        async def generate(self, request: GenerationRequest) -> AsyncGenerator[Delta, None]:
            yield Delta(Kind.CONTENT, finish=Finish(FinishReason.ABORT))

    with pytest.raises(EngineLost, match="without a token"):
        await generate_one(Empty())


async def test_a_model_that_begins_by_reasoning_is_alive() -> None:
    engine = ScriptedEngine(Script((THINK, 65)), Cadence(first_token_s=0.05))
    assert await generate_one(engine) >= 0.045
