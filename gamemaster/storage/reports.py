"""Answers that players reported ("this was not all right"): a queue that the operator reads."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import func, select, update
from sqlalchemy.dialects.postgresql import insert as upsert
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from gamemaster.errors import UserError
from gamemaster.rules.state import TurnRecord
from gamemaster.storage.database import transaction
from gamemaster.storage.queries import StoredRow, read_owned
from gamemaster.storage.store import StoreError
from gamemaster.storage.tables import reports

MOST_REPORTS = 100  # of one player, those that are dealt with included
MOST_NOTE_CHARS = 500
MOST_TOLD_CHARS = 20_000
MOST_LISTED = 500


class TooManyReports(StoreError):
    def __init__(self) -> None:
        super().__init__(
            f"you have reported {MOST_REPORTS} answers, which is the limit; thank you, they are kept"
        )


class NoSuchReportError(UserError):
    """There is no report of this number."""

    def __init__(self, number: int) -> None:
        super().__init__(f"there is no report {number}; see: gamemaster reports list --all")
        self.number = number


@dataclass(frozen=True)
class Report:
    """An answer that was not all right. `words` and `told` are None if the player did not share them.

    `note` is what the player says about it, `code` the version of the service that told it.
    """

    id: int
    player: str
    story: str
    world: str
    turn: int
    narrator: str
    code: str
    note: str
    words: str | None
    told: str | None
    at: datetime
    done: datetime | None


class Reports:
    """The queue in Postgres. Methods raise StoreUnavailable."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine
        self.added = 0  # so far, by this process

    async def add(self, player: str, story: str, record: TurnRecord, note: str, *, share: bool) -> Report:
        """Keep a report of a turn; a second one of the same turn takes the place of the first, and is open again.

        `share`: the player's words and what was told are kept with it. Raises NotFound, NotYours, TooManyReports.
        """
        told = "\n\n".join(span.text for span in record.spans if span.text)
        values = {
            "note": note[:MOST_NOTE_CHARS],
            "words": record.words if share else None,
            "told": told[:MOST_TOLD_CHARS] if share else None,
            "at": func.now(),
            "done": None,
        }
        async with transaction(self.engine) as db:
            found = await read_owned(db, story, player, lock=True)
            await _check_room(db, found, record.act_id)
            row = upsert(reports).values(
                player=found.player, story=found.id, world=found.world, turn=record.number,
                act_id=record.act_id, narrator=record.narrator, code=record.stamps.get("code", ""), **values,
            )  # fmt: skip
            again = row.on_conflict_do_update(index_elements=[reports.c.story, reports.c.act_id], set_=values)
            kept = _report_of((await db.execute(again.returning(reports))).one())
        self.added += 1
        return kept

    async def list_open(self, limit: int = MOST_LISTED) -> list[Report]:
        """What nobody has dealt with, the oldest first."""
        return await self._list(limit, only_open=True)

    async def list_all(self, limit: int = MOST_LISTED) -> list[Report]:
        """All of them, the oldest first."""
        return await self._list(limit, only_open=False)

    async def _list(self, limit: int, *, only_open: bool) -> list[Report]:
        query = select(reports).order_by(reports.c.at, reports.c.id).limit(limit)
        if only_open:
            query = query.where(reports.c.done.is_(None))
        async with transaction(self.engine) as db:
            return [_report_of(row) for row in await db.execute(query)]

    async def show(self, number: int) -> Report:
        """Raises NoSuchReportError."""
        async with transaction(self.engine) as db:
            row = (await db.execute(select(reports).where(reports.c.id == number))).first()
        if row is None:
            raise NoSuchReportError(number)
        return _report_of(row)

    async def finish(self, number: int) -> Report:
        """Somebody has dealt with it. Raises NoSuchReportError."""
        done = update(reports).where(reports.c.id == number).values(done=func.now()).returning(reports)
        async with transaction(self.engine) as db:
            row = (await db.execute(done)).first()
        if row is None:
            raise NoSuchReportError(number)
        return _report_of(row)


async def _check_room(db: AsyncConnection, found: StoredRow, act_id: str) -> None:
    """Whether the player may report one more. Raises TooManyReports."""
    mine = reports.c.player == found.player
    same = (reports.c.story == found.id) & (reports.c.act_id == act_id)
    count = await db.scalar(select(func.count()).select_from(reports).where(mine, ~same))
    if (count or 0) >= MOST_REPORTS:
        raise TooManyReports


def _report_of(row: StoredRow) -> Report:
    values = {name: getattr(row, name) for name in Report.__dataclass_fields__}
    values |= {name: value.hex for name, value in values.items() if isinstance(value, uuid.UUID)}
    return Report(**values)
