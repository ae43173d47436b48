"""Databases of tests, and how they go."""

import asyncpg

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
