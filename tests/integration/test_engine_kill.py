"""The engine's process or its supervisor is killed in each stage of a turn: no socket drops, no turn is lost."""

import asyncio
import contextlib
import json
import os
import signal
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from gamemaster.bootstrap import model_narrator
from gamemaster.config.settings import Settings
from gamemaster.hosting.engine import EngineRoom, engine_room, find_model
from gamemaster.play.turn import Budget
from tests.integration.service import Client, Service, running, text_of
from tests.integration.test_model_serving import SENTENCES

pytestmark = [pytest.mark.integration, pytest.mark.slow]
TELLING = " ".join(SENTENCES[:6])
SCRIPT = {"content": TELLING, "tokens_per_s": 80, "first_token_s": 0.1, "chunk": 3}
RECOVERY_S = 30.0


@contextlib.asynccontextmanager
async def story(
    database_url: str, redis_url: str, folder: Path
) -> AsyncIterator[tuple[Service, EngineRoom, Client]]:
    """A service whose model is the scripted engine in a process of its own, and a player in a story."""
    file = folder / "script.json"
    file.write_text(json.dumps(SCRIPT))
    settings = Settings(data_dir=folder, model=f"scripted:{file}")
    async with engine_room(settings, find_model(settings, print), print) as room:
        assert room is not None
        async with asyncio.timeout(RECOVERY_S):
            await room.ready()
        narrator = model_narrator(room)
        async with (
            running(database_url, redis_url, narrator, budget=Budget(30, 90)) as service,
            service.client() as player,
        ):
            await player.begin()
            yield service, room, player


async def until_accepted(player: Client) -> list[dict[str, Any]]:
    return await player.until("accepted")


async def into_the_outcome(player: Client) -> list[dict[str, Any]]:
    """The script reasons for about a quarter of a second."""
    seen = await player.until("accepted")
    await asyncio.sleep(0.45)
    return seen


async def until_ruled(player: Client) -> list[dict[str, Any]]:
    return await player.until("ruling")


async def until_told(player: Client) -> list[dict[str, Any]]:
    return await player.until("text")


def kill_engine(room: EngineRoom) -> None:
    assert room.host is not None
    pid = room.host.engine.pid
    assert pid is not None
    os.kill(pid, signal.SIGKILL)


def kill_supervisor(room: EngineRoom) -> None:
    assert room.host is not None
    process = room.host.process._process
    assert process is not None
    process.kill()


STAGES = (until_accepted, into_the_outcome, until_ruled, until_told)


@pytest.mark.parametrize("kill", [kill_engine, kill_supervisor])
@pytest.mark.parametrize("stage", STAGES)
async def test_killed_in_the_middle_of_a_turn(
    migrated_url: str,
    redis_url: str,
    data_dir: Path,
    stage: Callable[[Client], Awaitable[list[dict[str, Any]]]],
    kill: Callable[[EngineRoom], None],
    record_property: Callable[[str, object], None],
) -> None:
    async with story(migrated_url, redis_url, data_dir) as (service, room, player):
        host = room.host
        assert host is not None
        frames = await player.act("wait", "act-00000001")
        assert frames[-1]["reason"] == "complete"
        assert text_of(frames).endswith(TELLING)

        await player.send(type="act", id="act-00000002", text="wait")
        seen = await stage(player)
        kill(room)
        seen += await player.until("commit", "error", timeout=30)
        assert seen[-1]["type"] == "commit"
        assert text_of(seen)
        # The same words again are the same turn.
        assert (await player.act("wait", "act-00000002"))[0]["repeated"]

        # While there is no engine the story goes on.
        frames = await player.act("wait", "act-00000003")
        assert frames[-1]["type"] == "commit"
        assert text_of(frames)

        async with asyncio.timeout(RECOVERY_S):
            while host.recovery_s is None:
                await asyncio.sleep(0.02)
        record_property("recovery_s", host.recovery_s)
        print(f"{stage.__name__}, {kill.__name__}: recovered after {host.recovery_s:.2f} s")
        assert room.status().startswith("ok")
        assert host.starts == 2

        frames = await player.act("wait", "act-00000004")
        assert text_of(frames).endswith(TELLING)
        assert frames[-1]["reason"] == "complete"

        # One socket all along, and every turn once.
        offsets = [
            frame["offset"]
            for frame in player.frames
            if frame.get("offset", 0) > 0 and frame["type"] != "story"
        ]
        assert offsets == list(range(1, len(offsets) + 1))
        records = await service.desk.store.turns(player.story, player.player)
        acts = [f"act-0000000{n}" for n in range(1, 5)]
        assert [(record.number, record.act_id) for record in records] == list(enumerate(acts, 1))
        assert records[0].model is not None
        assert (records[0].model.adjudicated_by, records[0].model.told_by) == ("model", "model")
        lost = records[1].model
        assert lost is not None
        assert "understudy" in (lost.adjudicated_by, lost.told_by) or lost.told_by == "both"
        assert lost.steps


async def test_lost_between_turns_and_not_ready_until_it_generates(
    migrated_url: str, redis_url: str, data_dir: Path
) -> None:
    async with story(migrated_url, redis_url, data_dir) as (_, room, player):
        assert room.host is not None
        kill_engine(room)
        async with asyncio.timeout(RECOVERY_S):
            while room.status().startswith("ok"):
                await asyncio.sleep(0.001)
        assert room.status().startswith(("restarting", "ready", "starting"))
        frames = await player.act("wait")
        assert frames[-1]["type"] == "commit"
        async with asyncio.timeout(RECOVERY_S):
            await room.ready()
        assert text_of(await player.act("wait")).endswith(TELLING)


async def test_a_model_that_cannot_start_says_why(data_dir: Path) -> None:
    file = data_dir / "script.json"
    file.write_text(json.dumps({"content": "x", "no_such_option": 1}))
    settings = Settings(data_dir=data_dir, model=f"scripted:{file}")
    async with engine_room(settings, find_model(settings, print), print) as room:
        assert room is not None
        async with asyncio.timeout(RECOVERY_S):
            why = await room.failed
        assert "no_such_option" in why
        assert not room.status().startswith("ok")
