"""What a process of its own is worth to the engine: its own latency, hosted and inline, with web load and a CPU hog.

The latency is the engine's gap between two steps, noted where it runs (see `gap_gauge`): it says how far the
engine itself is held up, whatever the service then does with the tokens. Three conditions, a few players each time:

quiet  nobody else.
web    others open a story again and again, which costs the web process a read of the store and a large frame.
hog    a process for each core that only counts.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import secrets
import sys
import tempfile
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Any

from benchmarks.measuring import percentile, scratch_servers
from benchmarks.streaming.gap_gauge import GAPS
from benchmarks.turns import FOLDER, Player, service
from gamemaster.protocol.client import connect
from gamemaster.storage.migrate import migrate

PLAYERS = 4
VISITORS = 8
PAUSE_S = 0.01  # of a visitor between two visits
WAYS = {"host": (), "inline": ("--inline",)}


@contextlib.asynccontextmanager
async def player_at(url: str) -> AsyncIterator[tuple[Player, str]]:
    """A player in a new story of theirs."""
    async with connect(url) as connection:
        player = Player(connection)
        await player.say(type="hello")
        await player.receive("welcome")
        await player.say(type="new_story", id=secrets.token_hex(8), world=FOLDER.name, seed=1)
        yield player, (await player.receive("story"))["story"]


async def visit(url: str) -> None:
    async with player_at(url) as (player, story):
        while True:
            await player.say(type="open", story=story, epoch=None, offset=None)
            await player.receive("story")
            await asyncio.sleep(PAUSE_S)


@contextlib.asynccontextmanager
async def web_load(url: str) -> AsyncIterator[None]:
    """Raises what a visitor raised, in a group."""
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(visit(url)) for _ in range(VISITORS)]
        yield
        for task in tasks:
            task.cancel()


@contextlib.asynccontextmanager
async def hogs(url: str) -> AsyncIterator[None]:
    command = (sys.executable, "-c", "while True: pass")
    processes = [await asyncio.create_subprocess_exec(*command) for _ in os.sched_getaffinity(0)]
    try:
        yield
    finally:
        for process in processes:
            process.kill()
            await process.wait()


@contextlib.asynccontextmanager
async def quiet(url: str) -> AsyncIterator[None]:
    yield


QUIET = "quiet"
CONDITIONS = {QUIET: quiet, "web": web_load, "hog": hogs}


async def play(url: str, turns: int) -> None:
    async with player_at(url) as (player, _):
        for number in range(turns):
            await player.turn(number)


async def gaps_under(condition: str, url: str, noted: Path, turns: int) -> list[float]:
    """The engine's gaps, in milliseconds, while a few players play."""
    async with CONDITIONS[condition](url):
        await asyncio.sleep(0.5)
        noted.write_text("")
        await asyncio.gather(*(play(url, turns) for _ in range(PLAYERS)))
        return read_gaps(noted.read_text())


def read_gaps(noted: str) -> list[float]:
    """All gaps, in milliseconds, of what a gauged engine noted: a line of JSON for each generation."""
    return [gap for line in noted.splitlines() for gap in json.loads(line)]


def figures_of(gaps: Mapping[tuple[str, str], list[float]]) -> dict[str, float]:
    """Of the gaps by way and condition, percentiles, and under each load the 99th over the quiet one.

    Raises ValueError where nothing was measured.
    """
    figures: dict[str, float] = {}
    for (way, condition), found in gaps.items():
        figures[f"engine_gap_p50_ms_{way}_{condition}"] = percentile(found, 0.5)
        figures[f"engine_gap_p99_ms_{way}_{condition}"] = percentile(found, 0.99)
    for way, condition in gaps:
        if condition != QUIET:
            before, after = (figures[f"engine_gap_p99_ms_{way}_{one}"] for one in (QUIET, condition))
            figures[f"isolation_{way}_{condition}"] = after / before
    return figures


async def part_c(script: dict[str, Any], turns: int) -> dict[str, float]:
    gaps: dict[tuple[str, str], list[float]] = {}
    with tempfile.TemporaryDirectory(prefix="gm-benchmark-") as scratch:
        folder = Path(scratch)
        file, noted = folder / "script.json", folder / "gaps"
        file.write_text(json.dumps(script))
        os.environ[GAPS] = str(noted)
        async with scratch_servers(folder) as urls:
            await migrate(urls.database_url or "")
            for way, arguments in WAYS.items():
                more = ("--model", f"scripted:{file}", *arguments)
                async with service(urls, folder / way, *more, module="benchmarks.streaming.gap_gauge") as url:
                    for condition in CONDITIONS:
                        gaps[way, condition] = await gaps_under(condition, url, noted, turns)
    return figures_of(gaps)
