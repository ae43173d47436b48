"""What nobody needs any more is deleted by its age: turns taken back, players that never played, old erasures."""

from __future__ import annotations

import logging
from dataclasses import dataclass

from sqlalchemy import TextClause, text
from sqlalchemy.ext.asyncio import AsyncEngine

from gamemaster.storage.database import single_statements
from gamemaster.storage.keep_doing import keep_doing
from gamemaster.storage.options import RetentionOptions

log = logging.getLogger(__name__)

SWEEP_S = 3_600.0
AT_ONCE = 1_000  # rows of a statement, so that none holds its locks for long

_DELETE_UNDONE = text("""
DELETE FROM turns WHERE id IN (
    SELECT id FROM turns WHERE status = 'undone' AND undone_at < now() - make_interval(days => :days)
    LIMIT :most FOR UPDATE SKIP LOCKED
)
""")
# Who has told us their wish about recordings, or has a story, is somebody; so is whom the operator shut out.
_DELETE_IDLE = text("""
DELETE FROM players WHERE id IN (
    SELECT id FROM players WHERE created < now() - make_interval(days => :days)
        AND NOT EXISTS (SELECT 1 FROM stories WHERE stories.player = players.id)
        AND NOT EXISTS (SELECT 1 FROM consents WHERE consents.player = players.id)
        AND NOT EXISTS (SELECT 1 FROM sanctions WHERE sanctions.player = players.id)
    LIMIT :most FOR UPDATE SKIP LOCKED
)
""")
_DELETE_ERASURES = text("""
DELETE FROM erasures WHERE id IN (
    SELECT id FROM erasures WHERE at < now() - make_interval(days => :days) LIMIT :most FOR UPDATE SKIP LOCKED
)
""")
_LOOK = text("""
SELECT (SELECT count(*) FROM stories) AS stories,
    (SELECT count(*) FROM turns WHERE status = 'undone') AS undone,
    (SELECT count(*) FROM players WHERE NOT EXISTS (SELECT 1 FROM stories WHERE stories.player = players.id)) AS idle,
    pg_database_size(current_database()) AS bytes
""")


@dataclass(frozen=True)
class Kept:
    """What the database holds: rows, and bytes of all of it."""

    stories: int
    undone: int
    idle: int
    bytes: int


async def sweep(engine: AsyncEngine, options: RetentionOptions) -> tuple[int, int, int]:
    """Delete what is too old: how many turns, players and erasures it were. Raises StoreUnavailable."""
    turns = await _delete(engine, _DELETE_UNDONE, options.undone_days)
    players = await _delete(engine, _DELETE_IDLE, options.idle_player_days)
    erasures = await _delete(engine, _DELETE_ERASURES, options.erasure_days)
    return turns, players, erasures


async def _delete(engine: AsyncEngine, statement: TextClause, days: int) -> int:
    done = 0
    while True:
        async with single_statements(engine) as db:
            gone = (await db.execute(statement, {"days": days, "most": AT_ONCE})).rowcount
        done += gone
        if gone < AT_ONCE:
            return done


async def look(engine: AsyncEngine) -> Kept:
    """What is kept now. Raises StoreUnavailable."""
    async with single_statements(engine) as db:
        row = (await db.execute(_LOOK)).one()
    return Kept(row.stories, row.undone, row.idle, row.bytes)


async def keep_sweeping(engine: AsyncEngine, options: RetentionOptions) -> None:
    """Sweep now and every hour, until cancelled."""

    async def sweep_once() -> None:
        turns, players, erasures = await sweep(engine, options)
        if turns or players or erasures:
            log.info(
                "deleted %d turns taken back long ago, %d players that never played, and %d old erasures",
                turns,
                players,
                erasures,
            )

    await keep_doing(sweep_once, SWEEP_S, "deleting what is too old", log)
