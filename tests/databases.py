"""Databases of tests, how they come and how they go."""

import contextlib
import uuid
from collections.abc import AsyncIterator

import asyncpg
from sqlalchemy.engine import URL

# Autovacuum's workers are the superuser's: for us to end one is not permitted, and DROP DATABASE ends them itself.
OURS = "pid <> pg_backend_pid() AND usename = current_user"


async def drop_database(connection: asyncpg.Connection, name: str) -> None:
    """Drop a database, whoever of ours is still connected to it.

    Not by `WITH (FORCE)`: that is refused as a whole while autovacuum works there.
    """
    await connection.execute(
        f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}' AND {OURS}"
    )
    await connection.execute(f"DROP DATABASE {name}")


async def cut_connections(connection: asyncpg.Connection) -> None:
    """End every other connection of ours to this database."""
    await connection.execute(
        f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND {OURS}"
    )


def plain(url: URL) -> str:
    """The URL as asyncpg takes it."""
    return url.set(drivername="postgresql").render_as_string(hide_password=False)


async def drop(url: URL, name: str) -> None:
    """Drop a database of the server that the URL names."""
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


@contextlib.asynccontextmanager
async def database_copy(template: URL) -> AsyncIterator[str]:
    """The URL (SQLAlchemy, asyncpg) of a database that is as the template, gone after the context."""
    home = template.set(database="postgres")
    name = f"test_{uuid.uuid4().hex}"
    await run_sql(home, f"CREATE DATABASE {name} TEMPLATE {template.database}")
    yield home.set(database=name).render_as_string(hide_password=False)
    await drop(home, name)
