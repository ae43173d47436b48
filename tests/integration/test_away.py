"""Servers that go away: the player is told once, and the turn goes on when they are back."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Literal

import httpx
import pytest
from sqlalchemy.engine import make_url

from tests.integration.service import Client, Service, kinds, running

pytestmark = [pytest.mark.integration, pytest.mark.slow]


class Cable:
    """A TCP relay that can be cut and mended."""

    def __init__(self, host: str, port: int) -> None:
        self.host, self.port = host, port
        self.whole = True
        self._writers: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    async def cut(self) -> None:
        self.whole = False
        for writer in list(self._writers):
            writer.transport.abort()

    async def carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if not self.whole:
            writer.transport.abort()
            return
        far_reader, far_writer = await asyncio.open_connection(self.host, self.port)
        pair = {writer, far_writer}
        self._writers |= pair
        try:
            await asyncio.gather(pump(reader, far_writer), pump(far_reader, writer))
        finally:
            self._writers -= pair
            for end in pair:
                end.transport.abort()


async def pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError):
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
    writer.transport.abort()


@contextlib.asynccontextmanager
async def cable_to(server_url: str, usual_port: int) -> AsyncIterator[tuple[Cable, str]]:
    """A cable to a server, and the server's URL through it."""
    url = make_url(server_url)
    cable = Cable(url.host or "", url.port or usual_port)
    server = await asyncio.start_server(cable.carry, "127.0.0.1", 0)
    async with server:
        port = server.sockets[0].getsockname()[1]
        yield cable, url.set(host="127.0.0.1", port=port).render_as_string(hide_password=False)
        await cable.cut()
        await asyncio.sleep(0.05)


@contextlib.asynccontextmanager
async def behind_a_cable(
    database_url: str, redis_url: str, to: Literal["database", "redis"]
) -> AsyncIterator[tuple[Cable, Service, Client]]:
    """A service that reaches one of its servers by a cable, and a player who has begun a story."""
    cut_off, usual_port = (database_url, 5432) if to == "database" else (redis_url, 6379)
    async with cable_to(cut_off, usual_port) as (cable, through):
        urls = (through, redis_url) if to == "database" else (database_url, through)
        async with running(*urls) as service, service.client() as client:
            await client.begin()
            yield cable, service, client


async def test_the_database_goes_away_in_mid_turn(migrated_url: str, redis_url: str) -> None:
    async with behind_a_cable(migrated_url, redis_url, to="database") as (cable, service, client):
        service.puppet.gate = asyncio.Event()
        await client.send(type="act", id="act-00000001", text="go north")
        await client.until("text")
        await cable.cut()
        service.puppet.gate.set()
        frames = await client.until("delayed")
        assert frames[-1]["what"] == "database"
        async with httpx.AsyncClient(base_url=service.http, trust_env=False) as http:
            ready = await http.get("/readyz")
            assert (ready.status_code, ready.json()["checks"]["redis"]) == (503, "ok")
            assert (await http.get("/healthz")).status_code == 200
            stories = await http.get("/api/stories", headers={"Authorization": f"Bearer {client.token}"})
            assert stories.status_code == 503
        await client.silence(1.0)  # told once
        await client.send(type="stories")
        error = await client.receive()
        assert error["code"] == "unavailable"
        cable.whole = True
        frames = await client.until("commit", timeout=15)
        assert kinds(frames) == ["state", "commit"]
        assert frames[-1]["reason"] == "complete"
        records = await service.desk.store.turns(client.story, client.player)
        assert [record.words for record in records] == ["go north"]
        assert (await client.act("go south"))[-1]["turn"] == 2


async def test_the_database_is_away_when_the_words_come(migrated_url: str, redis_url: str) -> None:
    async with behind_a_cable(migrated_url, redis_url, to="database") as (cable, _, client):
        await cable.cut()
        await client.send(type="act", id="act-00000001", text="go north")
        assert (await client.receive())["type"] == "delayed"
        cable.whole = True
        frames = await client.until("commit", timeout=15)
        assert kinds(frames) == ["accepted", "ruling", "text", "state", "commit"]
        assert (await client.act("go north", "act-00000001"))[0]["repeated"]


async def test_redis_goes_away_and_nothing_is_lost(migrated_url: str, redis_url: str) -> None:
    async with behind_a_cable(migrated_url, redis_url, to="redis") as (cable, service, client):
        await client.act("go north")
        await cable.cut()
        assert (await client.act("go south"))[-1]["turn"] == 2
        async with service.client(client.token) as second:
            story = await second.open(client.story)
            assert len(story["turns"]) == 2
        async with httpx.AsyncClient(base_url=service.http, trust_env=False) as http:
            ready = await http.get("/readyz")  # no reason to send the players away
            assert (ready.status_code, ready.json()["status"]) == (200, "degraded")
            assert ready.json()["checks"]["redis"] != "ok"
            cable.whole = True
            async with asyncio.timeout(20):
                while (await http.get("/readyz")).json()["checks"]["redis"] != "ok":
                    await asyncio.sleep(0.05)
        assert (await client.act("go north"))[-1]["turn"] == 3
