"""Whether Postgres answers, and has room for the connections that the whole service may open."""

from __future__ import annotations

from sqlalchemy import text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine

from gamemaster.config import Settings
from gamemaster.storage.database import is_pooled, transaction
from gamemaster.storage.postgres_store import PostgresStore
from gamemaster.storage.retention import look
from gamemaster.storage.store import StoreUnavailable

OURS = "gamemaster%"  # application_name
TOOLS = 2  # connections of `migrate`, `doctor`, `backup` beside the service's
ROOM = """
SELECT current_setting('max_connections')::int
    - current_setting('superuser_reserved_connections')::int
    - coalesce(current_setting('reserved_connections', true), '0')::int AS most,
    (SELECT count(*) FROM pg_stat_activity
        WHERE backend_type = 'client backend' AND application_name NOT LIKE :ours) AS others
"""


async def examine_postgres(url: str, settings: Settings, own: bool) -> list[tuple[str, bool, str]]:
    """Findings: the part, whether it is well, what was seen. `own`: the service starts this Postgres."""
    store = PostgresStore.at(url)
    try:
        await store.ping()
        answers = "its own, starts and answers" if own else "GM_DATABASE_URL answers"
        room = await _room(store.engine, url, settings)
        return [("postgres", True, answers), room, await _retention(store.engine, settings)]
    except StoreUnavailable as error:
        place = make_url(url)
        away = f": is it running at {place.host}:{place.port or 5432}, and may this machine reach it there?"
        return [("postgres", False, error.why + (away if isinstance(error.__cause__, OSError) else ""))]
    finally:
        await store.close()


async def _retention(engine: AsyncEngine, settings: Settings) -> tuple[str, bool, str]:
    """What the database holds, and how long."""
    part, options = "kept in postgres", settings.retention
    try:
        found = await look(engine)
    except DBAPIError:
        return part, True, "nothing yet: its tables are made when the service starts"
    turns = f"{found.undone} turns taken back ({options.undone_days} days)"
    players = f"{found.idle} players without a story ({options.idle_player_days} days)"
    return part, True, f"{found.stories} stories, {turns}, {players}; {found.bytes / 1e6:.0f} MB in all"


async def _room(engine: AsyncEngine, url: str, settings: Settings) -> tuple[str, bool, str]:
    part, wanted = "postgres connections", settings.database.of_all(settings.workers)
    if is_pooled(url):
        return part, True, f"up to {wanted}, to PgBouncer: its max_client_conn must be at least that"
    async with transaction(engine) as db:
        most, others = (await db.execute(text(ROOM), {"ours": OURS})).one()
    hosts, workers = settings.database.hosts, settings.workers
    asked = f"up to {wanted} for {hosts} host(s) with {workers} worker(s), one more of them during a restart"
    left = most - others - TOOLS
    if wanted <= left:
        return part, True, f"{asked}; there is room for {left}"
    return (
        part,
        False,
        f"{asked}, and there is room for {left} only (max_connections without what is reserved: {most}, in use by "
        f"others: {others}). Lower GM_DATABASE__CONNECTIONS (per host), raise max_connections, or use PgBouncer",
    )
