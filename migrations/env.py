"""Alembic's environment: runs on the connection that `gamemaster.storage.migrate` gives, or else on GM_DATABASE_URL."""

import asyncio
import os

from alembic import context
from sqlalchemy import Connection

from gamemaster.storage.migrate import VERSION_TABLE, note_oldest, upgrade_engine
from gamemaster.storage.tables import metadata


def run(connection: Connection) -> None:
    context.configure(connection=connection, target_metadata=metadata, version_table=VERSION_TABLE)
    with context.begin_transaction():
        context.run_migrations()
        note_oldest(connection, context.script)


async def run_from_command_line() -> None:
    url = os.environ.get("GM_DATABASE_URL")
    if not url:
        raise SystemExit(
            "set GM_DATABASE_URL to the database to migrate, e.g. postgresql://user@localhost/gamemaster"
        )
    engine = upgrade_engine(url)
    try:
        async with engine.begin() as connection:
            await connection.run_sync(run)
    finally:
        await engine.dispose()


given = context.config.attributes.get("connection")
if given is not None:
    run(given)
else:
    asyncio.run(run_from_command_line())
