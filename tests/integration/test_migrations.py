"""Tests of the migrations and of `gamemaster.storage.migrate` on the real Postgres."""

import asyncio
import os
import subprocess
import sys
import uuid
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, text
from sqlalchemy.engine import make_url

from gamemaster.storage.migrate import Migrated, MigrationError, alembic_config, migrate, upgrade_engine
from gamemaster.storage.store import StoreUnavailable
from gamemaster.storage.tables import metadata
from tests.databases import drop_database

pytestmark = pytest.mark.integration

ROOT = Path(__file__).resolve().parents[2]
HEAD = "0006"
TABLES = {
    "alembic_version",
    "consents",
    "erasures",
    "export_parts",
    "hosts",
    "npc_memories",
    "npc_memory_vectors",
    "player_exports",
    "players",
    "reports",
    "sanctions",
    "switches",
    "stories",
    "turns",
    "worlds",
}


def plain(url: str) -> str:
    return make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)


async def fetch(url: str, query: str) -> list[Any]:
    """The first column."""
    connection = await asyncpg.connect(plain(url))
    try:
        return [row[0] for row in await connection.fetch(query)]
    finally:
        await connection.close()


async def tables(url: str) -> set[str]:
    return set(await fetch(url, "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"))


@pytest.fixture
async def bare_url(database_url: str) -> AsyncIterator[str]:
    """A database without pgvector, in which we may not create it."""
    name = f"bare_{uuid.uuid4().hex}"
    await fetch(database_url, f"CREATE DATABASE {name} TEMPLATE template0")
    yield make_url(database_url).set(database=name).render_as_string(hide_password=False)
    connection = await asyncpg.connect(plain(database_url))
    try:
        await drop_database(connection, name)
    finally:
        await connection.close()


async def test_an_empty_database_is_migrated_once(database_url: str) -> None:
    assert await migrate(database_url) == Migrated(None, HEAD)
    assert await tables(database_url) == TABLES
    assert await migrate(database_url) == Migrated(HEAD, HEAD)


async def test_the_migrations_lead_to_the_tables_of_the_code(database_url: str) -> None:
    await migrate(database_url)

    def differences(connection: Connection) -> list[Any]:
        options = {"compare_type": True, "compare_server_default": True}
        return list(compare_metadata(MigrationContext.configure(connection, opts=options), metadata))

    engine = upgrade_engine(database_url)
    async with engine.begin() as connection:
        assert await connection.run_sync(differences) == []
    ours = ", ".join(sorted(TABLES - {"alembic_version"}))
    names = f"SELECT conname FROM pg_constraint WHERE conrelid::regclass::text = ANY ('{{{ours}}}')"
    named = set(await fetch(database_url, names))
    async with engine.begin() as connection:
        await connection.execute(text(f"DROP TABLE {ours}"))
        await connection.run_sync(metadata.create_all)
    assert set(await fetch(database_url, names)) == named, "the same names, checks too"
    await engine.dispose()


async def test_workers_that_start_at_once_do_not_collide(database_url: str) -> None:
    done = await asyncio.gather(*(migrate(database_url) for _ in range(5)))
    assert sorted(done, key=str) == sorted([Migrated(None, HEAD)] + 4 * [Migrated(HEAD, HEAD)], key=str)


async def test_the_way_back_and_forth(database_url: str) -> None:
    await migrate(database_url)
    engine = upgrade_engine(database_url)

    def back(connection: Connection) -> None:
        config = alembic_config()
        config.attributes["connection"] = connection
        command.downgrade(config, "base")

    async with engine.begin() as connection:
        await connection.run_sync(back)
    assert await tables(database_url) == {"alembic_version"}
    await engine.dispose()
    assert await migrate(database_url) == Migrated(None, HEAD)


async def test_pgvector_is_there_where_the_server_has_it(database_url: str) -> None:
    await migrate(database_url)
    assert await fetch(database_url, "SELECT extname FROM pg_extension WHERE extname = 'vector'") == [
        "vector"
    ]


async def test_a_database_without_pgvector_does_too(bare_url: str) -> None:
    assert await migrate(bare_url) == Migrated(None, HEAD)
    assert await fetch(bare_url, "SELECT extname FROM pg_extension WHERE extname = 'vector'") == []


async def test_a_database_of_a_newer_version_is_left_alone(database_url: str) -> None:
    await migrate(database_url)
    await fetch(database_url, "UPDATE alembic_version SET version_num = '9999'")
    await fetch(database_url, "COMMENT ON TABLE alembic_version IS 'works with code from revision 9999'")
    with pytest.raises(MigrationError, match=rf"'9999'.*up to '{HEAD}'.*Update the service"):
        await migrate(database_url)
    assert await tables(database_url) == TABLES


async def test_a_migration_that_fails_changes_nothing(database_url: str) -> None:
    await fetch(database_url, "CREATE TABLE turns (mine text)")
    with pytest.raises(MigrationError, match="turns"):
        await migrate(database_url)
    assert await tables(database_url) == {"turns"}
    assert await fetch(database_url, "SELECT mine FROM turns") == []


async def test_a_database_that_is_away(unused_tcp_port: int) -> None:
    with pytest.raises(StoreUnavailable):
        await migrate(f"postgresql://nobody:secret@127.0.0.1:{unused_tcp_port}/none")


@pytest.mark.slow
async def test_from_the_command_line(database_url: str) -> None:
    environment = {**os.environ, "GM_DATABASE_URL": plain(database_url)}
    line = [sys.executable, "-m", "alembic", "upgrade", "head"]
    done = await asyncio.to_thread(
        subprocess.run, line, cwd=ROOT, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert await tables(database_url) == TABLES
    del environment["GM_DATABASE_URL"]
    done = await asyncio.to_thread(
        subprocess.run, line, cwd=ROOT, env=environment, capture_output=True, text=True
    )
    assert "set GM_DATABASE_URL" in done.stderr


@pytest.mark.slow
async def test_from_an_installed_package(database_url: str, tmp_path: Path) -> None:
    site = tmp_path / "site packages"
    install = [
        sys.executable,
        "-m",
        "pip",
        "install",
        "--quiet",
        "--no-deps",
        "--no-build-isolation",
        "--no-index",
    ]
    done = await asyncio.to_thread(
        subprocess.run,
        [*install, "--disable-pip-version-check", "--target", str(site), str(ROOT)],
        capture_output=True,
        text=True,
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stderr
    script = (
        "import sys, asyncio; sys.path.insert(0, sys.argv[1])\n"
        "from gamemaster.storage import migrate\n"
        "assert migrate.__file__.startswith(sys.argv[1]), migrate.__file__\n"
        "print(asyncio.run(migrate.migrate(sys.argv[2])).after)"
    )
    line = [sys.executable, "-I", "-c", script, str(site), database_url]
    done = await asyncio.to_thread(subprocess.run, line, capture_output=True, text=True, cwd=tmp_path)
    assert (done.stdout.strip(), done.returncode) == (HEAD, 0), done.stderr
    assert await tables(database_url) == TABLES
