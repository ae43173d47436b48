"""What an operator ordered, in Postgres: players who may not act or come in, tokens called back, maintenance."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Literal

from sqlalchemy import ColumnElement, delete, func, or_, select
from sqlalchemy.dialects.postgresql import insert as upsert
from sqlalchemy.ext.asyncio import AsyncEngine

from gamemaster.logs.context import hash_of
from gamemaster.storage.database import single_statements, transaction
from gamemaster.storage.queries import StoredRow
from gamemaster.storage.serialization import player_id
from gamemaster.storage.store import StoreError, UnknownPlayer
from gamemaster.storage.tables import players, sanctions, switches

MOST_SANCTIONS = 10_000  # every process holds them all
MOST_FOUND = 20
ID_DIGITS = 32
IDS_AT_ONCE = 20_000
# A process that has not read the order yet may still sign a token for the player: those of so long are refused too.
SPREAD = timedelta(seconds=10)
MAINTENANCE = "maintenance"
Sanction = Literal["muted", "banned"]


class TooManySanctions(StoreError):
    def __init__(self) -> None:
        super().__init__(f"{MOST_SANCTIONS} players are muted, banned or signed out, which is the limit")


@dataclass(frozen=True)
class Sanctions:
    """Since when a player may not act (`muted`), not come in (`banned`), and tokens from before are refused."""

    muted: datetime | None = None
    banned: datetime | None = None
    signed_out: datetime | None = None


NOTHING = Sanctions()


@dataclass(frozen=True)
class Orders:
    """All that holds now. `maintenance`: since when nobody new comes in and no story is begun."""

    maintenance: datetime | None = None
    sanctions: Mapping[str, Sanctions] = field(default_factory=dict)

    def of(self, player: str) -> Sanctions:
        return self.sanctions.get(player, NOTHING)


@dataclass(frozen=True)
class FoundPlayer:
    """A player, and what holds for them."""

    player: str
    created: datetime
    sanctions: Sanctions


class OrderBook:
    """Methods raise StoreUnavailable."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine

    async def read(self) -> Orders:
        """All orders that hold."""
        async with single_statements(self.engine) as db:
            since = await db.scalar(select(switches.c.since).where(switches.c.name == MAINTENANCE))
            rows = (await db.execute(select(sanctions).limit(MOST_SANCTIONS))).all()
        return Orders(since, {row.player.hex: _sanctions_of(row) for row in rows})

    async def switch_maintenance(self, *, on: bool) -> None:
        """For every process of the service."""
        async with transaction(self.engine) as db:
            if on:
                await db.execute(upsert(switches).values(name=MAINTENANCE).on_conflict_do_nothing())
            else:
                await db.execute(delete(switches).where(switches.c.name == MAINTENANCE))

    async def order(self, player: str, sanction: Sanction, *, holds: bool) -> Sanctions:
        """Mute or ban a player, or lift it. What holds already keeps its moment.

        Raises UnknownPlayer, TooManySanctions.
        """
        column = sanctions.c[sanction]
        moment = func.coalesce(column, func.now()) if holds else None
        return await self._set(player, {sanction: func.now() if holds else None}, {sanction: moment})

    async def sign_out(self, player: str) -> Sanctions:
        """All tokens of the player until now are refused. Raises UnknownPlayer, TooManySanctions."""
        values = {"signed_out": func.now() + SPREAD}
        return await self._set(player, values, values)

    async def let_in_again(self, player: str) -> Sanctions:
        """The player's tokens from before they were signed out are good again. Raises UnknownPlayer."""
        return await self._set(player, {"signed_out": None}, {"signed_out": None})

    async def _set(self, player: str, new: Mapping[str, object], changed: Mapping[str, object]) -> Sanctions:
        owner = player_id(player)
        row = upsert(sanctions).values(player=owner, **new)
        put = row.on_conflict_do_update(index_elements=[sanctions.c.player], set_=changed)
        async with transaction(self.engine) as db:
            known = select(players.c.id).where(players.c.id == owner).with_for_update(key_share=True)
            if await db.scalar(known) is None:
                raise UnknownPlayer(player)
            kept = (await db.execute(put.returning(sanctions))).one()
            if (await db.scalar(select(func.count()).select_from(sanctions)) or 0) > MOST_SANCTIONS:
                raise TooManySanctions
            await db.execute(delete(sanctions).where(_is_empty()))
        return _sanctions_of(kept)

    async def find(self, prefix: str) -> list[FoundPlayer]:
        """Players whose id begins with these hexadecimal digits, `MOST_FOUND` at most."""
        first, last = (uuid.UUID(prefix.ljust(ID_DIGITS, digit)) for digit in "0f")
        return await self._look_up(players.c.id.between(first, last))

    async def find_by_hash(self, digits: str) -> list[FoundPlayer]:
        """Players whom the log, and the operator's list of stories in play, name by this hash.

        Only hashing tells, so all ids are gone through, a page at a time: about a second for a million.
        """
        named: list[uuid.UUID] = []
        last: uuid.UUID | None = None
        while len(named) < MOST_FOUND:
            page = select(players.c.id).order_by(players.c.id).limit(IDS_AT_ONCE)
            async with single_statements(self.engine) as db:
                ids = (await db.scalars(page if last is None else page.where(players.c.id > last))).all()
            named += await asyncio.to_thread(_with_hash, ids, digits)
            if len(ids) < IDS_AT_ONCE:
                break
            last = ids[-1]
        return await self._look_up(players.c.id.in_(named[:MOST_FOUND])) if named else []

    async def _look_up(self, which: ColumnElement[bool]) -> list[FoundPlayer]:
        query = (
            select(players.c.id, players.c.created, *list(sanctions.c)[1:])
            .join_from(players, sanctions, sanctions.c.player == players.c.id, isouter=True)
            .where(which)
            .order_by(players.c.id)
            .limit(MOST_FOUND)
        )
        async with single_statements(self.engine) as db:
            rows = (await db.execute(query)).all()
        return [FoundPlayer(row.id.hex, row.created, _sanctions_of(row)) for row in rows]

    async def list_sanctioned(self) -> list[FoundPlayer]:
        """Who is muted or banned, the latest first."""
        query = (
            select(players.c.id, players.c.created, *list(sanctions.c)[1:])
            .join_from(players, sanctions, sanctions.c.player == players.c.id)
            .where(or_(sanctions.c.muted.is_not(None), sanctions.c.banned.is_not(None)))
            .order_by(func.greatest(sanctions.c.muted, sanctions.c.banned).desc())
            .limit(MOST_FOUND)
        )
        async with single_statements(self.engine) as db:
            rows = (await db.execute(query)).all()
        return [FoundPlayer(row.id.hex, row.created, _sanctions_of(row)) for row in rows]


def _with_hash(ids: Sequence[uuid.UUID], digits: str) -> list[uuid.UUID]:
    return [one for one in ids if hash_of(one.hex) == digits]


def _is_empty() -> ColumnElement[bool]:
    """Rows that order nothing any more."""
    return sanctions.c.muted.is_(None) & sanctions.c.banned.is_(None) & sanctions.c.signed_out.is_(None)


def _sanctions_of(row: StoredRow) -> Sanctions:
    return Sanctions(row.muted, row.banned, row.signed_out)
