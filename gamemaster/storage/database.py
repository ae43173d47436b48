"""The connection to Postgres: its settings, transactions, and which failures mean that it is away."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from typing import Any

import asyncpg
import orjson
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from gamemaster.storage.store import StoreUnavailable

# The server gives up first, then asyncpg, then we: so a slow statement is cancelled and its connection stays usable.
STATEMENT_TIMEOUT_S = 8.0
LOCK_TIMEOUT_S = 4.0
COMMAND_TIMEOUT_S = 10.0
TRANSACTION_TIMEOUT_S = 15.0
CONNECT_TIMEOUT_S = 5.0
POOL_TIMEOUT_S = 5.0
POOL_SIZE = 10
POOL_OVERFLOW = 10

# SQLSTATE: connection exceptions, and one by one (PostgreSQL 18, appendix A):
AWAY_CLASS = "08"
AWAY_STATES = {
    # Somebody has to mend the settings or the server; turns that wait meanwhile go on.
    "28000": "it does not let the user of GM_DATABASE_URL in",
    "28P01": "it refuses the user or the password of GM_DATABASE_URL",
    "3D000": "it has no database of the name in GM_DATABASE_URL; create that first, empty",
    "25006": "it takes no writes",  # read-only: a standby, after a failover
    "25P03": "a transaction timed out",
    "53100": "its disk is full",
    "53200": "it is out of memory",
    "53300": "too many connections",
    "55P03": "a lock timed out",
    "57014": "a statement timed out",
    "57P01": "it is shutting down",
    "57P02": "it crashed",
    "57P03": "it is starting up or shutting down",
    "57P05": "an idle session timed out",
    "58030": "its disk fails",
}


class Json(str):
    """JSON that was written already: it goes to the database as it is."""

    __slots__ = ()


def engine_at(url: str | URL, **options: Any) -> AsyncEngine:
    """An engine for `url` (postgresql://..., or SQLAlchemy's asyncpg form). `options` go to SQLAlchemy."""
    settings = {
        "application_name": "gamemaster",
        "statement_timeout": str(round(STATEMENT_TIMEOUT_S * 1000)),
        "lock_timeout": str(round(LOCK_TIMEOUT_S * 1000)),
        "idle_in_transaction_session_timeout": str(round(2 * TRANSACTION_TIMEOUT_S * 1000)),
    }
    pool = {
        "pool_size": POOL_SIZE,
        "max_overflow": POOL_OVERFLOW,
        "pool_timeout": POOL_TIMEOUT_S,
        "pool_pre_ping": True,  # after a restart of the database the pool is full of dead connections
    }
    return create_async_engine(
        asyncpg_url(url),
        connect_args={
            "timeout": CONNECT_TIMEOUT_S,
            "command_timeout": COMMAND_TIMEOUT_S,
            "server_settings": settings,
        },
        json_serializer=_write_json,
        json_deserializer=orjson.loads,
        **(pool | options),
    )


def asyncpg_url(url: str | URL) -> URL:
    """The URL for SQLAlchemy with asyncpg, which calls `ssl` what is `sslmode` in every other Postgres URL."""
    address = make_url(url).set(drivername="postgresql+asyncpg")
    query = {"ssl" if key == "sslmode" else key: value for key, value in address.query.items()}
    return address.set(query=query)


@contextlib.asynccontextmanager
async def transaction(engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
    """One transaction: committed at the end of the context, rolled back by an exception.

    Raises StoreUnavailable when the database is away. If that happens while committing, the transaction may have been
    committed or not: the caller must be able to ask.
    """
    try:
        async with asyncio.timeout(TRANSACTION_TIMEOUT_S), engine.begin() as connection:
            yield connection
    except (DBAPIError, PoolTimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError, OSError) as error:
        why = away(error)
        if why is None:
            raise
        raise StoreUnavailable(why) from error


def away(error: BaseException) -> str | None:
    """Why the database is away, if that is what the error says."""
    if isinstance(error, PoolTimeoutError):
        return f"no connection became free within {POOL_TIMEOUT_S:g} s"
    if isinstance(error, TimeoutError):
        return "it did not answer in time"
    if isinstance(error, OSError):
        return f"{type(error).__name__}: {error}"
    cause = error.orig if isinstance(error, DBAPIError) else error
    state = getattr(cause, "sqlstate", None)
    if isinstance(state, str) and (state in AWAY_STATES or state.startswith(AWAY_CLASS)):
        return AWAY_STATES.get(state, "the connection was lost")
    if isinstance(error, DBAPIError) and error.connection_invalidated:
        return "the connection was lost"
    under = error.__cause__
    return None if under is None else away(under)


def _write_json(value: object) -> str:
    return value if isinstance(value, Json) else json.dumps(value, ensure_ascii=False)
