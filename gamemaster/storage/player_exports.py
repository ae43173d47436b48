"""Everything that is kept of a player, taken out of Postgres, and asked of every host that has files of theirs.

A host answers an export by putting its files into `export_parts`, piece by piece; whoever asked reads them from there.
"""

from __future__ import annotations

import uuid
from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Table, and_, bindparam, delete, exists, func, insert, or_, select
from sqlalchemy.dialects.postgresql import insert as upsert
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from gamemaster.storage.database import single_statements, transaction
from gamemaster.storage.serialization import player_id
from gamemaster.storage.store import UnknownPlayer
from gamemaster.storage.tables import (
    consents,
    export_parts,
    hosts,
    memories,
    player_exports,
    players,
    stories,
    turns,
)

ALIVE = timedelta(seconds=45)  # a host that was seen since then answers
OPEN = timedelta(minutes=2)  # an export that was asked for earlier is answered no more
LEFT = timedelta(hours=1)  # an export that was asked for earlier is made by nobody any more
ROWS = 200  # read at once
Row = dict[str, Any]

# Made once: every process asks every two seconds.
_ANSWERED = exists().where(
    export_parts.c.export == player_exports.c.id,
    export_parts.c.host == bindparam("host"),
    export_parts.c.name == "",
)
_UNANSWERED = select(player_exports.c.id, player_exports.c.player).where(
    player_exports.c.asked >= func.now() - OPEN, ~_ANSWERED
)


@dataclass(frozen=True)
class Host:
    """A host that may have files. `alive`: it was seen just now."""

    id: uuid.UUID
    name: str
    seen: datetime
    alive: bool


@dataclass(frozen=True)
class Wanted:
    """An export that a host has not answered yet."""

    id: uuid.UUID
    player: str


@dataclass(frozen=True)
class Summary:
    """What there is of a player, in numbers."""

    player: str
    created: datetime
    recorded: bool | None  # what they answered to being recorded
    stories: int
    turns: int
    memories: int


class PlayerExports:
    """Reads what is kept of players, and passes hosts' files on. Methods raise StoreUnavailable."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine

    async def summary(self, player: str) -> Summary:
        """Raises UnknownPlayer."""
        owner = player_id(player)
        async with transaction(self.engine) as db:
            found = (await db.execute(select(players).where(players.c.id == owner))).first()
            if found is None:
                raise UnknownPlayer(player)
            allowed = await db.scalar(select(consents.c.allowed).where(consents.c.player == owner))
            counts = [await _count(db, table, owner) for table in (stories, turns, memories)]
        return Summary(found.id.hex, found.created, allowed, *counts)

    async def rows(self, player: str, table: Table) -> AsyncIterator[Row]:
        """All rows of a table that are the player's, undone turns too, in the order of their keys."""
        owner = player_id(player)
        order = list(table.primary_key.columns)
        columns = [column for column in table.columns if column.name != "search"]  # an index of the words
        after: ColumnElement[bool] | None = None
        while True:
            query = select(*columns).where(_is_of(table, owner)).order_by(*order).limit(ROWS)
            async with transaction(self.engine) as db:
                found = (await db.execute(query if after is None else query.where(after))).mappings().all()
            for row in found:
                yield {str(column): value for column, value in row.items()}
            if len(found) < ROWS:
                return
            after = _after(order, [found[-1][column.name] for column in order])

    # ---- what hosts have ----

    async def see_host(self, host: uuid.UUID, name: str) -> None:
        """This host is there, and answers. What a process left of an export when it died is dropped."""
        row = upsert(hosts).values(id=host, name=name, seen=func.now())
        now = {"name": name, "seen": func.now()}
        async with transaction(self.engine) as db:
            await db.execute(row.on_conflict_do_update(index_elements=[hosts.c.id], set_=now))
            await db.execute(delete(player_exports).where(player_exports.c.asked < func.now() - LEFT))

    async def ask(self, player: str) -> tuple[uuid.UUID, list[Host]]:
        """Ask every host for its files of the player; an earlier export of theirs is dropped.

        Raises UnknownPlayer.
        """
        owner, made = player_id(player), uuid.uuid4()
        async with transaction(self.engine) as db:
            lock = select(players.c.id).where(players.c.id == owner).with_for_update(key_share=True)
            if await db.scalar(lock) is None:
                raise UnknownPlayer(player)
            await db.execute(delete(player_exports).where(player_exports.c.player == owner))
            await db.execute(insert(player_exports).values(id=made, player=owner))
            alive = (hosts.c.seen >= func.now() - ALIVE).label("alive")
            rows = await db.execute(select(hosts, alive).order_by(hosts.c.name, hosts.c.id))
            return made, [Host(row.id, row.name, row.seen, row.alive) for row in rows]

    async def open_exports(self, host: uuid.UUID) -> list[Wanted]:
        """The exports that this host has not answered."""
        async with single_statements(self.engine) as db:
            rows = await db.execute(_UNANSWERED, {"host": host})
            return [Wanted(row.id, row.player.hex) for row in rows]

    async def put(self, export: uuid.UUID, host: uuid.UUID, name: str, number: int, data: bytes) -> bool:
        """Piece `number` of a host's file; an empty name says that this was all. False: nobody waits any more."""
        row = upsert(export_parts).values(export=export, host=host, name=name, number=number, data=data)
        async with transaction(self.engine) as db:
            lock = select(player_exports.c.id).where(player_exports.c.id == export)
            if await db.scalar(lock.with_for_update(key_share=True)) is None:
                return False
            await db.execute(row.on_conflict_do_nothing())
        return True

    async def hosts_done(self, export: uuid.UUID) -> set[uuid.UUID]:
        """The hosts that have put in all that they have."""
        query = select(export_parts.c.host).where(export_parts.c.export == export, export_parts.c.name == "")
        async with transaction(self.engine) as db:
            return set(await db.scalars(query))

    async def files(self, export: uuid.UUID) -> list[tuple[uuid.UUID, str, int]]:
        """Host, name and number of pieces of every file that was put in."""
        query = (
            select(export_parts.c.host, export_parts.c.name, func.count())
            .where(export_parts.c.export == export, export_parts.c.name != "")
            .group_by(export_parts.c.host, export_parts.c.name)
            .order_by(export_parts.c.host, export_parts.c.name)
        )
        async with transaction(self.engine) as db:
            return [(host, name, count) for host, name, count in await db.execute(query)]

    async def piece(self, export: uuid.UUID, host: uuid.UUID, name: str, number: int) -> bytes:
        """A piece of a file; empty if there is none (the export was asked for anew meanwhile)."""
        key = (export_parts.c.export, export_parts.c.host, export_parts.c.name, export_parts.c.number)
        wanted = zip(key, (export, host, name, number), strict=True)
        query = select(export_parts.c.data).where(*(column == value for column, value in wanted))
        async with transaction(self.engine) as db:
            return bytes(await db.scalar(query) or b"")

    async def drop(self, export: uuid.UUID) -> None:
        """It is made: nothing of it is kept."""
        async with transaction(self.engine) as db:
            await db.execute(delete(player_exports).where(player_exports.c.id == export))


async def _count(db: AsyncConnection, table: Table, owner: uuid.UUID) -> int:
    found = await db.scalar(select(func.count()).select_from(table).where(_is_of(table, owner)))
    return int(found or 0)


def _is_of(table: Table, owner: uuid.UUID) -> ColumnElement[bool]:
    """Which rows are a player's."""
    if table is players:
        return players.c.id == owner
    if "player" in table.c:
        owned: ColumnElement[bool] = table.c.player == owner
        return owned
    return table.c.story.in_(select(stories.c.id).where(stories.c.player == owner))


def _after(order: list[Any], last: list[Any]) -> ColumnElement[bool]:
    """The rows after the one with these keys."""
    column, value = order[0], last[0]
    if len(order) == 1:
        behind: ColumnElement[bool] = column > value
        return behind
    return or_(column > value, and_(column == value, _after(order[1:], last[1:])))
