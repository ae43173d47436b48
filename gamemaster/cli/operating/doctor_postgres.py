"""Whether Postgres answers, and has room for the connections that the whole service may open."""

from __future__ import annotations

import logging

from sqlalchemy import text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine

from gamemaster.config.settings import Settings
from gamemaster.server.pid_file import serving_processes
from gamemaster.storage.database import is_pooled, transaction
from gamemaster.storage.postgres_store import PostgresStore
from gamemaster.storage.retention import look
from gamemaster.storage.store import StoreUnavailable

log = logging.getLogger(__name__)

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
    part, (wanted, fleet) = "postgres connections", _demand(settings)
    if is_pooled(url):
        return part, True, f"up to {wanted}, to PgBouncer: its max_client_conn must be at least that"
    async with transaction(engine) as db:
        most, others = (await db.execute(text(ROOM), {"ours": OURS})).one()
    asked = f"up to {wanted} for {fleet}, one more of them during a restart"
    left = most - others - TOOLS
    if wanted <= left:
        return part, True, f"{asked}; there is room for {left}"
    return (
        part,
        False,
        f"{asked}, and there is room for {left} only (max_connections without what is reserved: {most}, in use by "
        f"others: {others}). Lower GM_DATABASE__CONNECTIONS (per host), raise max_connections, or use PgBouncer",
    )


def _demand(settings: Settings) -> tuple[int, str]:
    """The most connections that the fleet opens, and what the fleet is: hosts like this one, with as many workers as
    the service runs here with, whatever its command said; with as many as the settings say where it does not run."""
    try:
        running = [serving.workers for serving in serving_processes(settings.data_dir).values()]
    except OSError as error:
        log.info("what serves here cannot be read: %s", error)
        running = []
    workers = running or [settings.workers]
    wanted = sum(settings.database.of_all(count) for count in workers)
    counted = f"{' + '.join(map(str, workers))} worker(s)"
    source = "as the service runs here" if running else "by GM_WORKERS, as no service runs here"
    return wanted, f"{settings.database.hosts} host(s) with {counted} ({source})"
