"""Driving a real service in this process: the figures are sane, and what is lost or doubled is found."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from gamemaster.cadence import Cadence
from gamemaster.config import Limits
from gamemaster.driving import Drive, Load
from gamemaster.driving_cli import is_true, plans_of
from gamemaster.driving_presence import DriveError, Manner
from gamemaster.goodput import Objectives
from gamemaster.recording import read
from gamemaster.runs import Run
from tests.drivekit import Tape
from tests.integration.service import Puppet, Service, connect, running

pytestmark = pytest.mark.integration
Driver = Callable[..., Awaitable[Run]]


@pytest.fixture
async def service(migrated_url: str, redis_url: str) -> AsyncIterator[Service]:
    async with running(migrated_url, redis_url, Puppet()) as started:
        yield started


def walk(path: Path) -> Tape:
    """A story with a bit of everything that a client can ask."""
    tape = Tape("hut")
    tape.act("go north")
    tape.act("shout")
    tape.undo()
    tape.act("take")
    tape.send("branch", name="Kept", turn=1)
    tape.end(tape.begin("(retry)", "Again.", kind="retry"))
    tape.leave()
    tape.join(2, epoch=1)
    tape.act("go south")
    tape.write(path)
    return tape


async def drive(service: Service, tapes: list[Path], players: int = 4, **changes: Any) -> Run:
    load = Load(players, ramp_s=changes.pop("ramp_s", 0.1), duration_s=changes.pop("duration_s", None))
    objectives = changes.pop("objectives", Objectives(acknowledged_ms=None, first_visible_ms=None, gap_ms=None))
    database_url = changes.pop("database_url", None)
    plans = plans_of([read(path) for path in tapes])
    run = Drive(plans, Manner(service.url, **changes), load, objectives, database_url).run()
    return await asyncio.wait_for(run, 60)


async def test_every_turn_is_played_once_and_kept(service: Service, migrated_url: str, tmp_path: Path) -> None:
    walk(tmp_path / "walk.jsonl.zst")
    run = await drive(service, [tmp_path / "walk.jsonl.zst"], players=5, database_url=migrated_url)
    assert is_true(run), run.notes
    metrics = run.metrics
    assert metrics["turns"] == metrics["committed"] == 5 * 5
    assert metrics["lost"] == metrics["doubled"] == metrics["invalid"] == metrics["errors"] == 0
    assert metrics["good_share"] == 1
    assert metrics["reconnections"] == 5
    assert (metrics["goodput"] or 0) * run.seconds == pytest.approx(25)
    assert 0 < (metrics["acknowledged_p50_ms"] or 0) <= (metrics["first_visible_p50_ms"] or 0)
    assert any("in Postgres: the rows of 5 stories" in note for note in run.notes)
    assert {turn.now.reason for turn in run.turns if turn.now} == {"complete"}
