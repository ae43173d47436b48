"""Fixtures for tests on the real servers: a database that is migrated, quickly, and a store and a player on it."""

import uuid
from collections.abc import AsyncIterator, Iterator

import asyncpg
import pytest
from anyio.from_thread import start_blocking_portal
from sqlalchemy.engine import URL, make_url

from gamemaster.hosting.servers import ServerURLs
from gamemaster.storage.migrate import migrate
from gamemaster.storage.postgres_store import PostgresStore
from tests.databases import drop_database
from tests.integration.stories import Author


def plain(url: URL) -> str:
    return url.set(drivername="postgresql").render_as_string(hide_password=False)


async def drop(url: URL, name: str) -> None:
    connection = await asyncpg.connect(plain(url))
    try:
        await drop_database(connection, name)
    finally:
        await connection.close()


async def run_sql(url: URL, statement: str) -> None:
    connection = await asyncpg.connect(plain(url))
    try:
        await connection.execute(statement)
    finally:
        await connection.close()


@pytest.fixture(scope="session")
def migrated_template(servers: ServerURLs) -> Iterator[URL]:
    """A database with all migrations and no rows, to be copied; nobody may stay connected to it."""
    home = make_url(servers.database_url or "")
    name = f"template_{uuid.uuid4().hex}"
    template = home.set(database=name)
    with start_blocking_portal() as portal:
        portal.call(run_sql, home, f"CREATE DATABASE {name}")
        portal.call(migrate, template.render_as_string(hide_password=False))
        yield template
        portal.call(drop, home, name)


@pytest.fixture
async def migrated_url(servers: ServerURLs, migrated_template: URL) -> AsyncIterator[str]:
    """The URL (SQLAlchemy, asyncpg) of a database with all tables and no rows, gone after the test."""
    home = make_url(servers.database_url or "")
    name = f"test_{uuid.uuid4().hex}"
    await run_sql(home, f"CREATE DATABASE {name} TEMPLATE {migrated_template.database}")
    yield home.set(database=name).render_as_string(hide_password=False)
    await drop(home, name)


@pytest.fixture
async def store(migrated_url: str) -> AsyncIterator[PostgresStore]:
    store = PostgresStore.at(migrated_url)
    yield store
    await store.close()


@pytest.fixture
async def author(store: PostgresStore) -> Author:
    return Author(store, await store.create_player())
