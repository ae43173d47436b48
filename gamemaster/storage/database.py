"""The connection to Postgres: its settings, transactions, and which failures mean that it is away."""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from collections.abc import AsyncIterator, Callable, Iterator
from functools import partial
from typing import Any
from weakref import WeakKeyDictionary

import asyncpg
import orjson
from sqlalchemy import Connection, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DBAPIError, DisconnectionError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import AsyncAdaptedQueuePool, ConnectionPoolEntry, PoolProxiedConnection

from gamemaster.storage.store import BadText, StoreUnavailable

# The server gives up first, then asyncpg, then we: so a slow statement is cancelled and its connection stays usable.
STATEMENT_TIMEOUT_S = 8.0
LOCK_TIMEOUT_S = 4.0
COMMAND_TIMEOUT_S = 10.0
TRANSACTION_TIMEOUT_S = 15.0
CONNECT_TIMEOUT_S = 5.0
POOL_TIMEOUT_S = 5.0
KEPT_OPEN = 10  # of a pool's connections, when they are idle
PING_AFTER_S = 5.0  # of idleness, a connection is tried before it is used
POOLED = "pgbouncer"  # in the URL, as `?pgbouncer=true`: it leads to PgBouncer in transaction mode

_ALONE: WeakKeyDictionary[AsyncEngine, AsyncEngine] = WeakKeyDictionary()  # the same, without transactions
_POOLED, _USED_AT = "gamemaster_pooled", "used_at"

# SQLSTATE character_not_in_repertoire and untranslatable_character: what a text field and a JSON one say of U+0000.
NO_TEXT = ("22021", "22P05")
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
# What keeps a server that answers from keeping anything.
NO_WRITES = frozenset(AWAY_STATES[state] for state in ("25006", "53100", "58030"))
# About a megabyte, gone at once: a full disk refuses it.
TRY_TO_WRITE = (
    "CREATE TEMPORARY TABLE room_left ON COMMIT DROP AS "
    "SELECT repeat(md5(n::text), 8) AS filler FROM generate_series(1, 4000) AS n"
)


class Json(str):
    """JSON that was written already: it goes to the database as it is."""

    __slots__ = ()


def engine_at(url: str | URL, connections: int = 20, **options: object) -> AsyncEngine:
    """An engine for `url` (postgresql://..., or SQLAlchemy's asyncpg form) that opens so many connections at most.

    `options` go to SQLAlchemy.
    """
    timeouts = {
        "statement_timeout": str(round(STATEMENT_TIMEOUT_S * 1000)),
        "lock_timeout": str(round(LOCK_TIMEOUT_S * 1000)),
        "idle_in_transaction_session_timeout": str(round(2 * TRANSACTION_TIMEOUT_S * 1000)),
    }
    kept = min(connections, KEPT_OPEN)
    pool = {
        "pool_size": kept,
        "max_overflow": connections - kept,
        "pool_timeout": POOL_TIMEOUT_S,
    }
    engine = create_async_engine(
        asyncpg_url(url),
        connect_args={
            "timeout": CONNECT_TIMEOUT_S,
            "command_timeout": COMMAND_TIMEOUT_S,
            **session_options(url, {"application_name": "gamemaster", **timeouts}),
        },
        hide_parameters=True,  # players' words are parameters, and errors are logged
        json_serializer=_write_json,
        json_deserializer=orjson.loads,
        execution_options={_POOLED: is_pooled(url)},
        **(pool | options),
    )
    event.listen(engine.sync_engine, "checkin", _note_use)
    event.listen(engine.sync_engine, "checkout", _check_use)
    if is_pooled(url):
        event.listen(engine.sync_engine, "begin", partial(_set_for_transaction, timeouts))
    return engine


def timed_pool(on_wait: Callable[[float], None]) -> type[AsyncAdaptedQueuePool]:
    """A pool that tells how many seconds each connection was waited for: for one that is free, and for its first word.

    Give it to `engine_at` as `poolclass`.
    """

    class TimedPool(AsyncAdaptedQueuePool):
        __module__ = AsyncAdaptedQueuePool.__module__  # by which the library names its logger

        def connect(self) -> PoolProxiedConnection:
            begun = time.perf_counter()
            try:
                return super().connect()
            finally:
                on_wait(time.perf_counter() - begun)

    return TimedPool


def asyncpg_url(url: str | URL) -> URL:
    """The URL for SQLAlchemy with asyncpg, which calls `ssl` what is `sslmode` in every other Postgres URL."""
    address = make_url(url).set(drivername="postgresql+asyncpg")
    query = {
        "ssl" if key == "sslmode" else key: value for key, value in address.query.items() if key != POOLED
    }
    return address.set(query=query)


def is_pooled(url: str | URL) -> bool:
    """Whether the URL says that it leads to PgBouncer in transaction mode."""
    return make_url(url).query.get(POOLED) == "true"


def session_options(url: str | URL, settings: dict[str, str]) -> dict[str, Any]:
    """What asyncpg is told so that its sessions have these settings.

    PgBouncer in transaction mode gives each transaction to another server's session: it refuses most settings of one,
    and a statement that was prepared in one is unknown in the next. All statements are unnamed there.
    """
    if not is_pooled(url):
        return {"server_settings": settings}
    return {
        "server_settings": {"application_name": settings["application_name"]},
        "statement_cache_size": 0,
        "prepared_statement_cache_size": 0,
        "prepared_statement_name_func": lambda: "",
    }


def _note_use(connection: DBAPIConnection | None, record: ConnectionPoolEntry) -> None:
    record.info[_USED_AT] = time.monotonic()


def _check_use(connection: DBAPIConnection, record: ConnectionPoolEntry, _: PoolProxiedConnection) -> None:
    """After a restart of the database the pool is full of dead connections, which asyncpg knows to be closed.

    Those to a host that went without a word are found by a question, but not before each use: that took a sixth of
    the time of a statement.
    """
    used_at = record.info.get(_USED_AT)
    if used_at is None:
        return  # it is new
    if record.driver_connection is None or record.driver_connection.is_closed():
        raise DisconnectionError("it was closed")
    if time.monotonic() - used_at > PING_AFTER_S:
        ping: Callable[[], None] = (
            connection.ping
        )  # SQLAlchemy's adapter of asyncpg has it for its own pre-ping
        try:
            ping()
        except Exception as error:
            raise DisconnectionError("it does not answer") from error


def _set_for_transaction(settings: dict[str, str], connection: Connection) -> None:
    calls = ", ".join(f"set_config('{name}', '{value}', true)" for name, value in settings.items())
    connection.exec_driver_sql(f"SELECT {calls}")


@contextlib.asynccontextmanager
async def transaction(engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
    """One transaction: committed at the end of the context, rolled back by an exception.

    Raises BadText for a NUL character, and StoreUnavailable when the database is away. If that happens while
    committing, the transaction may have been committed or not: the caller must be able to ask.
    """
    with _told_as_unavailable():
        async with asyncio.timeout(TRANSACTION_TIMEOUT_S), engine.begin() as connection:
            yield connection


@contextlib.asynccontextmanager
async def single_statements(engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
    """Statements that are each a transaction of their own: for what reads, and for one write alone.

    Raises StoreUnavailable as `transaction` does. Behind PgBouncer it is a transaction, which carries its timeouts.
    """
    if engine.get_execution_options()[_POOLED]:
        async with transaction(engine) as connection:
            yield connection
        return
    alone = _ALONE.get(engine)
    if alone is None:
        alone = _ALONE[engine] = engine.execution_options(isolation_level="AUTOCOMMIT")
    with _told_as_unavailable():
        async with asyncio.timeout(TRANSACTION_TIMEOUT_S), alone.connect() as connection:
            yield connection


@contextlib.contextmanager
def _told_as_unavailable() -> Iterator[None]:
    try:
        yield
    except (DBAPIError, PoolTimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError, OSError) as error:
        if _state_of(error) in NO_TEXT:
            raise BadText("a text", "holds a NUL character (U+0000), which cannot be stored") from error
        why = away(error)
        if why is None:
            raise
        raise StoreUnavailable(why) from error


def _state_of(error: BaseException) -> str | None:
    state = getattr(error.orig if isinstance(error, DBAPIError) else error, "sqlstate", None)
    return state if isinstance(state, str) else None


def away(error: BaseException) -> str | None:
    """Why the database is away, if that is what the error says."""
    if isinstance(error, PoolTimeoutError):
        return f"no connection became free within {POOL_TIMEOUT_S:g} s"
    if isinstance(error, TimeoutError):
        return "it did not answer in time"
    if isinstance(error, OSError):
        return f"{type(error).__name__}: {error}"
    state = _state_of(error)
    if state is not None and (state in AWAY_STATES or state.startswith(AWAY_CLASS)):
        return AWAY_STATES.get(state, "the connection was lost")
    if isinstance(error, DBAPIError) and error.connection_invalidated:
        return "the connection was lost"
    under = error.__cause__
    return None if under is None else away(under)


def _write_json(value: object) -> str:
    return value if isinstance(value, Json) else json.dumps(value, ensure_ascii=False)
