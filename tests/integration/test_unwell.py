"""Servers that live and are of no use: a database that hangs, a full disk. `/readyz` knows, players are told."""

import asyncio
import contextlib
import subprocess
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import httpx
import psutil
import pytest
from sqlalchemy import text

from gamemaster.hosting.servers import local_servers
from gamemaster.storage.disk import Disk
from gamemaster.storage.migrate import migrate
from gamemaster.storage.postgres_store import PostgresStore
from tests.integration.service import Client, Service, running

pytestmark = [pytest.mark.integration, pytest.mark.slow]
TOLD_S = 3.0  # as players are promised
MOST_TURNS = 300
PATIENCE_S = 30.0  # on a machine that does much else


async def ready(service: Service) -> tuple[int, dict[str, Any]]:
    async with httpx.AsyncClient(base_url=service.http, trust_env=False, timeout=PATIENCE_S) as http:
        answer = await http.get("/readyz")
        return answer.status_code, answer.json()


@contextlib.asynccontextmanager
async def playing_on(data_dir: Path, **changes: Any) -> AsyncIterator[tuple[Service, Client]]:
    """A service on servers of its own, and a player who has begun a story."""
    async with local_servers(data_dir, True, True, lambda text: None) as urls:
        assert urls.database_url is not None
        assert urls.redis_url is not None
        await migrate(urls.database_url)
        async with (
            running(urls.database_url, urls.redis_url, **changes) as service,
            service.client() as client,
        ):
            await client.begin()
            yield service, client


@contextlib.contextmanager
def suspended_postgres(data_dir: Path) -> Iterator[None]:
    """The whole server stands still."""
    main = psutil.Process(int((data_dir / "postgres" / "postmaster.pid").read_text().split()[0]))
    processes = [main, *main.children(recursive=True)]
    for process in processes:
        process.suspend()
    try:
        yield
    finally:
        for process in processes:
            with contextlib.suppress(psutil.NoSuchProcess):
                process.resume()


async def test_a_database_that_hangs(data_dir: Path) -> None:
    loop = asyncio.get_running_loop()
    async with playing_on(data_dir) as (service, client), service.client(client.token) as other:
        with suspended_postgres(data_dir):
            asked = loop.time()
            await client.send(type="act", id="act-00000001", text="go north")
            await other.send(type="stories")
            looking = asyncio.create_task(ready(service))
            for each in (client, other):
                told = await each.receive(PATIENCE_S)
                assert (told["type"], told["what"]) == ("delayed", "database")
            waited = loop.time() - asked
            status, body = await looking
            assert (status, body["status"]) == (503, "unavailable")
            assert "does not answer" in body["checks"]["postgres"]
            assert body["checks"]["redis"] == "ok"
        # It goes on: nothing is lost, nothing is done twice.
        frames = await client.until("commit", timeout=PATIENCE_S)
        assert frames[-1]["turn"] == 1
        assert (await other.until("stories", "error", timeout=PATIENCE_S))[-1]
        async with asyncio.timeout(PATIENCE_S):
            while (await ready(service))[0] != 200:
                await asyncio.sleep(0.1)
        assert len(await service.desk.store.turns(client.story, client.player)) == 1
    print(f"told after {waited:.1f} s, where {TOLD_S:g} s are promised")


@contextlib.contextmanager
def small_disk(folder: Path, megabytes: int) -> Iterator[None]:
    """A file system of its own, which only root may have."""
    made = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m,mode=0711", "tmpfs", str(folder)],
        capture_output=True,
        check=False,
    )
    if made.returncode:
        pytest.skip(f"no disk can be made here: {made.stderr.decode().strip()}")
    try:
        yield
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


async def test_a_disk_that_is_full(data_dir: Path) -> None:
    with small_disk(data_dir, 160):
        disk = Disk(data_dir, holds_database=True)
        async with playing_on(data_dir, disk=disk) as (service, client):
            assert (await ready(service))[1]["status"] == "degraded", "little room from the beginning"
            ballast = data_dir / "ballast"
            with contextlib.suppress(OSError), ballast.open("wb") as file:
                while True:
                    file.write(bytes(2**20))
            status, body = await ready(service)
            assert (status, body["status"]) == (503, "unavailable")
            assert "make room" in body["checks"]["disk"]
            # Turns are kept as long as there is room in the tables; then the player is told, and the turn waits.
            for turn in range(1, MOST_TURNS):
                await client.send(type="act", id=f"act-{turn:08}", text="wait")
                if (await client.until("commit", "delayed", timeout=PATIENCE_S))[-1]["type"] == "delayed":
                    break
            assert "ok" not in (await ready(service))[1]["checks"]["postgres"]
            ballast.unlink()
            assert (await client.until("commit", timeout=PATIENCE_S))[-1]["turn"] == turn
            assert (await ready(service))[1]["status"] == "degraded"


async def test_a_database_that_takes_no_writes(migrated_url: str, redis_url: str) -> None:
    """As a standby does: it answers all the same."""
    async with running(migrated_url, redis_url) as service:
        assert (await ready(service))[0] == 200
        store = service.desk.store
        assert isinstance(store, PostgresStore)
        async with store.engine.begin() as db:
            name = await db.scalar(text("SELECT current_database()"))
            await db.execute(text(f"ALTER DATABASE {name} SET default_transaction_read_only = on"))
        await store.engine.dispose()
        status, body = await ready(service)
        assert status == 503
        assert "it takes no writes" in body["checks"]["postgres"]


async def test_a_model_server_that_is_dead_is_no_reason_to_send_players_away(
    migrated_url: str, redis_url: str
) -> None:
    def away() -> str:
        return "it does not answer"

    async with running(migrated_url, redis_url, engine=away, engine_is_ours=False) as service:
        assert (await ready(service))[0] == 200
        assert (await ready(service))[1]["status"] == "degraded"
    async with running(migrated_url, redis_url, engine=away) as service:
        assert (await ready(service))[0] == 503
