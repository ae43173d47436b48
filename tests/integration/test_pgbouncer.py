"""The service behind a real PgBouncer in transaction mode, with fewer connections to Postgres than it opens itself."""

from __future__ import annotations

import asyncio
import os
import shutil
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.engine import make_url

from gamemaster.storage.database import STATEMENT_TIMEOUT_S, transaction
from gamemaster.storage.migrate import migrate
from gamemaster.storage.postgres_store import PostgresStore
from tests.debian_tools import debian_tool
from tests.integration.service import free_port, running

pytestmark = pytest.mark.integration
SERVER_CONNECTIONS = 2
SETTINGS = """
[databases]
gamemaster = host={host} port={port} dbname={database} user={user} password={password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {listen}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = {pool}
max_client_conn = 100
"""


@pytest.fixture
async def pooled_url(database_url: str) -> AsyncIterator[str]:
    """The URL of an empty database through PgBouncer."""
    program = debian_tool("pgbouncer")
    url, listen = make_url(database_url), free_port()
    folder = Path(tempfile.mkdtemp(prefix="gm-test-"))
    folder.chmod(0o755)
    names = {"host": url.host, "port": url.port, "user": url.username, "password": url.password}
    ini = folder / "pgbouncer.ini"
    ini.write_text(SETTINGS.format(**names, database=url.database, listen=listen, pool=SERVER_CONNECTIONS))
    # It refuses to run as root.
    nobody = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"] if os.geteuid() == 0 else []
    process = await asyncio.create_subprocess_exec(*nobody, program, "-q", str(ini))
    try:
        await until_listening(listen, process)
        yield f"postgresql://gamemaster@127.0.0.1:{listen}/gamemaster?pgbouncer=true"
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()
        shutil.rmtree(folder)


async def until_listening(port: int, process: asyncio.subprocess.Process) -> None:
    async with asyncio.timeout(60):
        while True:
            assert process.returncode is None, "PgBouncer ended"
            try:
                _, writer = await asyncio.open_connection("127.0.0.1", port)
            except OSError:
                await asyncio.sleep(0.05)
                continue
            writer.close()
            await writer.wait_closed()
            return


async def test_stories_are_played_behind_pgbouncer(
    pooled_url: str, database_url: str, redis_url: str
) -> None:
    await migrate(pooled_url)
    async with running(pooled_url, redis_url) as service:

        async def play() -> int:
            async with service.client() as player:
                await player.begin()
                for words in ("go north", "go south", "take"):
                    frames = await player.act(words)
                await player.send(type="undo", id="undo-00000001")
                await player.until("story")
                return int(frames[-1]["turn"])

        assert await asyncio.gather(*(play() for _ in range(8))) == [3] * 8
    direct = PostgresStore.at(database_url)
    try:
        async with transaction(direct.engine) as db:
            others = "datname = current_database() AND pid <> pg_backend_pid()"
            found = await db.execute(text(f"SELECT count(*) FROM pg_stat_activity WHERE {others}"))
            assert 1 <= found.scalar_one() <= SERVER_CONNECTIONS
    finally:
        await direct.close()


async def test_transactions_have_their_time_limits_and_leave_none_behind(pooled_url: str) -> None:
    store = PostgresStore.at(pooled_url)
    try:
        async with transaction(store.engine) as db:
            limit = (await db.execute(text("SHOW statement_timeout"))).scalar_one()
            assert limit == f"{STATEMENT_TIMEOUT_S:g}s"
        async with store.engine.connect() as db:
            bare = await db.execution_options(isolation_level="AUTOCOMMIT")
            assert (await bare.execute(text("SHOW statement_timeout"))).scalar_one() == "0"
    finally:
        await store.close()
