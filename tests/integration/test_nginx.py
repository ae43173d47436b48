"""Two hosts behind a real nginx, with the file that `gamemaster deploy nginx` writes: stories keep their host."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import secrets
from collections import Counter
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from gamemaster.operations.deployment import Deployment, Target, render
from gamemaster.protocol.client import connect, url_of_story
from tests.debian_tools import debian_tool
from tests.integration.service import Client, Service, free_port, running

pytestmark = pytest.mark.integration
STORIES = 40
WAIT_S = 30.0


@dataclass
class Proxy:
    """A running nginx, and where it sent the sockets of each story."""

    url: str
    log: Path

    async def hosts_of(self, story: str, sockets: int) -> list[str]:
        """The ports of the hosts that its sockets came to, in order, once so many were closed."""
        async with asyncio.timeout(WAIT_S):
            while True:
                named = [line.split() for line in self.log.read_text().splitlines()]
                found = [at.rpartition(":")[2] for name, at in named if name == story[: len(name)]]
                if len(found) == sockets:
                    return found
                await asyncio.sleep(0.02)

    @contextlib.asynccontextmanager
    async def client(self, story: str = "", token: str | None = None) -> AsyncIterator[Client]:
        async with connect(url_of_story(self.url, story)) as socket:
            client = Client(socket)
            await client.hello(token)
            yield client


@contextlib.asynccontextmanager
async def proxy_before(folder: Path, ports: list[int]) -> AsyncIterator[Proxy]:
    """nginx with the written file; only where it listens and what it logs are the test's."""
    tool, port, log = debian_tool("nginx"), free_port(), folder / "sockets.log"
    hosts = tuple(f"127.0.0.1:{one}" for one in ports)
    text = render(Target.NGINX, Deployment(domain="localhost", hosts=hosts))["gamemaster.conf"]
    (folder / "gamemaster.conf").write_text(re.sub(r"listen 80;", f"listen 127.0.0.1:{port};", text))
    (folder / "nginx.conf").write_text(
        f"daemon off;\npid {folder}/nginx.pid;\nerror_log {folder}/error.log;\nevents {{}}\n"
        "http {\nlog_format sockets '$arg_story $upstream_addr';\n"
        f"access_log {log} sockets if=$arg_story;\ninclude {folder}/gamemaster.conf;\n}}\n"
    )
    command = (tool, "-e", f"{folder}/error.log", "-p", str(folder), "-c", f"{folder}/nginx.conf")
    process = await asyncio.create_subprocess_exec(*command)
    try:
        async with asyncio.timeout(WAIT_S):
            while not await answers(port):
                assert process.returncode is None, (folder / "error.log").read_text()
        yield Proxy(f"ws://127.0.0.1:{port}/ws", log)
    finally:
        process.terminate()
        await process.wait()


async def answers(port: int) -> bool:
    try:
        _, writer = await asyncio.open_connection("127.0.0.1", port)
    except ConnectionRefusedError:
        await asyncio.sleep(0.05)
        return False
    writer.close()
    return True


@pytest.fixture
async def hosts(migrated_url: str, redis_url: str) -> AsyncIterator[tuple[Service, Service]]:
    async with (
        running(migrated_url, redis_url) as one,
        running(migrated_url, redis_url) as other,
    ):
        yield one, other


async def test_who_comes_back_to_a_story_comes_to_its_host(
    hosts: tuple[Service, Service], tmp_path: Path
) -> None:
    os.chmod(tmp_path, 0o755)  # nginx's own processes are another user's
    async with proxy_before(tmp_path, [host.port for host in hosts]) as proxy:
        async with proxy.client() as player:
            await player.begin()
            await player.act("go north")
        # Another device of the player's, and another network: all that is the same is the story.
        for _ in range(4):
            async with proxy.client(player.story, player.token) as back:
                assert (await back.open(player.story))["view"]["turn"] == 1
        for name in (secrets.token_hex(16) for _ in range(STORIES)):
            for _ in range(2):
                async with proxy.client(name, player.token):
                    pass
            first, second = await proxy.hosts_of(name, 2)
            assert first == second
        assert len(set(await proxy.hosts_of(player.story, 4))) == 1
        spread = Counter(line.rpartition(":")[2] for line in proxy.log.read_text().splitlines())
        assert len(spread) == len(hosts)
        assert min(spread.values()) > STORIES // 4


async def test_the_stories_of_a_host_that_goes_are_played_on_by_the_others(
    migrated_url: str, redis_url: str, tmp_path: Path
) -> None:
    os.chmod(tmp_path, 0o755)
    async with running(migrated_url, redis_url) as stays:
        goes = contextlib.AsyncExitStack()
        leaving = await goes.enter_async_context(running(migrated_url, redis_url))
        async with proxy_before(tmp_path, [stays.port, leaving.port]) as proxy:
            stories: list[Client] = []
            for _ in range(6):
                async with proxy.client() as player:
                    await player.begin()
                    stories.append(player)
            await goes.aclose()
            for player in stories:
                async with proxy.client(player.story, player.token) as back:
                    await back.open(player.story)
                    assert (await back.act("go north"))[-1]["type"] == "commit"
