"""Brings the database's tables up to date with Alembic, also from an installed package."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from pathlib import Path

import asyncpg
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util.exc import CommandError
from sqlalchemy import Connection, func, select, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

from gamemaster.errors import UserError
from gamemaster.storage.database import CONNECT_TIMEOUT_S, asyncpg_url, away, session_options
from gamemaster.storage.store import StoreUnavailable

# `migrations` lies beside `gamemaster`, in a checkout as in site-packages.
SCRIPTS = Path(__file__).resolve().parents[2] / "migrations"
VERSION_TABLE = "alembic_version"
WORKS_WITH = "works with code from revision "
# Held while migrating, so that of several workers that start at once one migrates and the others wait for it.
# Any number will do that no other program on this database uses: this one is "gamemast" in ASCII.
LOCK = int.from_bytes(b"gamemast", "big")


class MigrationError(UserError):
    """The tables cannot be brought up to date, and were left as they are; the message says what to do."""


@dataclass(frozen=True)
class Migrated:
    """The revisions before (None: an empty database) and after; the same when there was nothing to do."""

    before: str | None
    after: str | None


async def migrate(database_url: str) -> Migrated:
    """Migrates the database to the newest revision, in one transaction: all or nothing.

    Raises MigrationError, and StoreUnavailable when the database is away.
    """
    engine = upgrade_engine(database_url)
    try:
        async with engine.begin() as connection:
            # No time limit: another worker's migration takes as long as it takes. The end of the transaction unlocks.
            await connection.execute(select(func.pg_advisory_xact_lock(LOCK)))
            return await connection.run_sync(_upgrade)
    except (DBAPIError, asyncpg.PostgresError, asyncpg.InterfaceError, OSError) as error:
        why = away(error)
        if why is None:
            cause = error.orig if isinstance(error, DBAPIError) else error
            raise MigrationError(f"the database refused the migration: {cause}") from error
        raise StoreUnavailable(why) from error
    finally:
        await engine.dispose()


def migrate_now(database_url: str) -> Migrated:
    """As `migrate`, from code without an event loop."""
    return asyncio.run(migrate(database_url))


def upgrade_engine(database_url: str) -> AsyncEngine:
    """One connection without the service's time limits: a migration may take long."""
    return create_async_engine(
        asyncpg_url(database_url),
        poolclass=NullPool,
        connect_args={
            "timeout": CONNECT_TIMEOUT_S,
            **session_options(
                database_url,
                {"application_name": "gamemaster migrate", "statement_timeout": "0", "lock_timeout": "0"},
            ),
        },
    )


def alembic_config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(SCRIPTS).replace("%", "%%"))
    return config


def _upgrade(connection: Connection) -> Migrated:
    config = alembic_config()
    known = ScriptDirectory.from_config(config)
    before = revision_of(connection)
    if before is not None and not _knows(known, before):
        oldest = connection.scalar(text(f"SELECT obj_description('{VERSION_TABLE}'::regclass)"))
        if oldest is not None and _knows(known, oldest.removeprefix(WORKS_WITH)):
            return Migrated(before, before)  # a newer version runs, and has taken nothing away yet
        raise MigrationError(
            f"the database is at revision {before!r}, which this version of the service does not know (it knows up "
            f"to {known.get_current_head()!r}): a newer version has migrated it, and taken away what this one uses. "
            "Update the service, or restore a backup of before"
        )
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
    return Migrated(before, revision_of(connection))


def _knows(known: ScriptDirectory, revision: str) -> bool:
    try:
        return known.get_revision(revision) is not None
    except CommandError:
        return False


def note_oldest(connection: Connection, known: ScriptDirectory) -> None:
    """Writes into the database the oldest revision whose code works with its tables: older code reads it there."""
    revision = known.get_revision(revision_of(connection) or "base")
    while revision is not None and revision.down_revision is not None:
        if hasattr(revision.module, "works_with"):
            revision = known.get_revision(revision.module.works_with)
            break
        revision = known.get_revision(str(revision.down_revision))
    if revision is not None:
        connection.execute(text(f"COMMENT ON TABLE {VERSION_TABLE} IS '{WORKS_WITH}{revision.revision}'"))


def revision_of(connection: Connection) -> str | None:
    """The database's revision; None where it has no tables of ours."""
    context = MigrationContext.configure(connection, opts={"version_table": VERSION_TABLE})
    return context.get_current_revision()
