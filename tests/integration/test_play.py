"""`gamemaster play` as a person runs it: its own servers, stories that are still there, and nothing left behind."""

import asyncio
import contextlib
import json
import os
import re
import signal
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from gamemaster.authoring.archive import NoSuchStoryError, open_archive
from gamemaster.cli.operating.doctor import examine
from gamemaster.config.settings import Settings
from gamemaster.server.uvicorn_server import PortBusyError, listen
from tests.integration.service import client_on

pytestmark = [pytest.mark.integration, pytest.mark.slow]
ROOT = Path(__file__).resolve().parent.parent.parent


@contextlib.asynccontextmanager
async def playing(
    *arguments: str, python: str = sys.executable, **environment: str
) -> AsyncIterator[tuple[asyncio.subprocess.Process, int]]:
    """`gamemaster` as a process, and the port that it says it serves on."""
    process = await asyncio.create_subprocess_exec(
        python, "-m", "gamemaster.cli.main", *arguments, "--port", "0", cwd=ROOT,
        env={**os.environ, **environment}, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT,
    )  # fmt: skip
    try:
        assert process.stdout is not None
        lines = []
        async with asyncio.timeout(90):
            async for line in process.stdout:
                lines.append(line.decode())
                if found := re.search(r"ready:\s+http://127\.0\.0\.1:(\d+)", lines[-1]):
                    break
            else:
                raise AssertionError("".join(lines))
        yield process, int(found[1])
    finally:
        if process.returncode is None:
            process.terminate()  # not killed: that would leave the workers of `serve --workers` behind
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(30):
                    await process.wait()
        if process.returncode is None:
            process.kill()
        output, _ = await process.communicate()
        print(output.decode())


async def stop(process: asyncio.subprocess.Process, how: signal.Signals) -> int:
    process.send_signal(how)
    async with asyncio.timeout(30):
        return await process.wait()


def processes_in(folder: Path) -> list[str]:
    """Command lines of processes that name the folder."""
    found = []
    for entry in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):
            line = entry.read_bytes().replace(b"\0", b" ").decode(errors="replace")
            if str(folder) in line:
                found.append(line)
    return found


async def test_play_stop_and_play_again(data_dir: Path) -> None:
    directory = {"GM_DATA_DIR": str(data_dir)}
    async with playing("play", "--no-browser", **directory) as (process, port):
        async with client_on(port) as player:
            await player.begin("lighthouse")
            frames = await player.act("look around")
            assert frames[-1]["reason"] == "complete"
            assert len([frame for frame in frames if frame["type"] == "text"]) > 3
        # What QA and operators ask while it runs.
        assert await asyncio.to_thread(stories_and_words, data_dir) == {player.story: ["look around"]}
        found = await asyncio.to_thread(examine, Settings(data_dir=data_dir, port=port))
        assert [finding for finding in found if not finding.well] == []
        assert await stop(process, signal.SIGINT) == 0
    assert processes_in(data_dir) == []

    async with playing("play", "--no-browser", **directory) as (process, port):
        async with client_on(port, player.token) as back:
            story = await back.open(player.story)
            assert [turn["words"] for turn in story["turns"]] == ["look around"]
        # Killed outright, its servers stop all the same, and the next start is not kept waiting by a stale lock.
        process.kill()
        await process.wait()

    async with playing("play", "--no-browser", **directory) as (process, port):
        async with client_on(port, player.token) as back:
            assert (await back.open(player.story))["view"]["turn"] == 1
        assert await stop(process, signal.SIGTERM) == 0
    assert processes_in(data_dir) == []


def stories_and_words(data_dir: Path) -> dict[str, list[str]]:
    """What the archive lists and exports: each story with its players' words."""
    with open_archive(Settings(data_dir=data_dir), lambda text: None) as archive:
        exported = {row["id"]: archive.export(row["id"]) for row in json.loads(archive.listing(as_json=True))}
    lines = {story: [json.loads(line) for line in text.splitlines()] for story, text in exported.items()}
    return {
        story: [line["words"] for line in found if line["type"] == "turn"] for story, found in lines.items()
    }


def test_the_archive_lists_and_exports(data_dir: Path) -> None:
    with open_archive(Settings(data_dir=data_dir), lambda text: None) as archive:
        # A database without tables is told of, not a traceback: nothing was played here.
        assert "no stories" in archive.listing(as_json=False)
        for wrong in ("0" * 32, "story"):
            with pytest.raises(NoSuchStoryError, match=f"no story '{wrong}' in this database"):
                archive.export(wrong)


def named_servers(database_url: str, redis_url: str, data_dir: Path) -> dict[str, str]:
    return {"GM_DATABASE_URL": database_url, "GM_REDIS_URL": redis_url, "GM_DATA_DIR": str(data_dir)}


@pytest.mark.parametrize("workers", [1, 2])
async def test_serve_uses_the_servers_that_are_named(
    database_url: str, redis_url: str, data_dir: Path, workers: int
) -> None:
    environment = named_servers(database_url, redis_url, data_dir) | {"GM_TEXT_SPEED": "0"}
    async with playing("serve", "--workers", str(workers), **environment) as (process, port):
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", trust_env=False) as http:
            assert (await http.get("/readyz", timeout=30)).status_code == 200
        async with client_on(port) as player:
            await player.begin("lighthouse")
            await player.act("look around")
        # Whichever process answers, the story is the same.
        for turn in range(2, 6):
            async with client_on(port, player.token) as back:
                assert (await back.open(player.story))["view"]["turn"] == turn - 1
                assert (await back.act("wait"))[-1]["turn"] == turn
        assert await stop(process, signal.SIGTERM) == 0
    assert not (data_dir / "postgres").exists()


async def test_workers_do_not_outlive_who_started_them(
    database_url: str, redis_url: str, data_dir: Path
) -> None:
    environment = {"GM_DATABASE_URL": database_url, "GM_REDIS_URL": redis_url, "GM_DATA_DIR": str(data_dir)}
    async with playing("serve", "--workers", "2", **environment) as (process, port):
        process.kill()
        await process.wait()
        async with asyncio.timeout(30):
            while True:
                with contextlib.suppress(PortBusyError), contextlib.closing(listen("127.0.0.1", port)):
                    break
                await asyncio.sleep(0.1)
