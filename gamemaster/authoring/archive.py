"""All stored stories, whoever plays them, for QA: a list, and a story's turns as JSON Lines."""

from __future__ import annotations

import asyncio
import contextlib
import json
import uuid
from collections.abc import Callable, Collection, Iterator
from typing import Any

from sqlalchemy import ColumnElement, select

from gamemaster.config.settings import Settings
from gamemaster.errors import UserError
from gamemaster.hosting.servers import DataDirBusyError, local_servers, running_database
from gamemaster.rules.state import TurnRecord
from gamemaster.storage.database import transaction
from gamemaster.storage.migrate import migrate
from gamemaster.storage.postgres_store import PostgresStore
from gamemaster.storage.store import StoredStory
from gamemaster.storage.tables import stories
from gamemaster.storage.turn_pages import turns_between
from npcs.memory import Memory

LISTED = 500


class NoSuchStoryError(UserError):
    """There is no story of this identifier, whoever plays."""

    def __init__(self, story: str) -> None:
        super().__init__(f"there is no story {story!r} in this database; see: gamemaster stories list")
        self.story = story


class Archive:
    """Reads from a store; used inside `open_archive`."""

    def __init__(self, runner: asyncio.Runner, store: PostgresStore) -> None:
        self._runner, self._store = runner, store

    def listing(self, as_json: bool) -> str:
        """The stories, the one played last first, at most `LISTED`."""
        rows = self._runner.run(self._rows())
        if as_json:
            return json.dumps(rows, ensure_ascii=False, indent=2)
        lines = [
            f"{row['id']}  turn {row['turn']:>4}  {row['updated'][:16]}  {row['world']:<14} "
            f"{row['name'] or ''}{' (ended: ' + row['ended'] + ')' if row['ended'] else ''}"
            for row in rows
        ]
        return "\n".join(lines) or "no stories yet"

    def export(self, story: str) -> str:
        """A line for the story, then one for each committed turn. Raises `NoSuchStoryError`."""
        return "\n".join(self._runner.run(self._lines(story)))

    def whole(self, story: str) -> tuple[StoredStory, list[TurnRecord]]:
        """A story as it stands, with all its committed turns, oldest first. Raises `NoSuchStoryError`."""
        return self._runner.run(self._whole(story))

    def story(self, story: str) -> StoredStory:
        """A story as it stands. Raises `NoSuchStoryError`."""
        row = self._runner.run(self._row(story))
        return self._runner.run(self._store.load(row["id"], row["player"]))

    def memories(self, story: str, owners: Collection[str], limit: int) -> dict[str, list[Memory]]:
        """What each owner remembers in the story, the newest first, at most `limit` of each."""
        return self._runner.run(self._store.memories(story, owners, limit))

    def stories(self) -> list[str]:
        """The ids of the stories that `listing` has."""
        return [row["id"] for row in self._runner.run(self._rows())]

    async def _whole(self, story: str) -> tuple[StoredStory, list[TurnRecord]]:
        row = await self._row(story)
        stored = await self._store.load(row["id"], row["player"])
        return stored, await turns_between(self._store, stored.id, stored.player, stored.turn)

    async def _row(self, story: str) -> dict[str, Any]:
        try:
            (row,) = await self._rows(stories.c.id == uuid.UUID(story))
        except ValueError:  # none, or no identifier
            raise NoSuchStoryError(story) from None
        return row

    async def _rows(self, *only: ColumnElement[bool]) -> list[dict[str, Any]]:
        query = select(stories).where(*only).order_by(stories.c.updated.desc()).limit(LISTED)
        async with transaction(self._store.engine) as db:
            found = (await db.execute(query)).all()
        return [
            {
                "id": row.id.hex,
                "player": row.player.hex,
                "world": row.world,
                "world_hash": row.world_hash,
                "seed": row.seed,
                "name": row.name,
                "turn": row.turn,
                "ended": row.ended,
                "updated": row.updated.isoformat(),
            }
            for row in found
        ]

    async def _lines(self, story: str) -> list[str]:
        row = await self._row(story)
        lines = [{"type": "story", **row}]
        for record in await turns_between(self._store, row["id"], row["player"], row["turn"]):
            lines.append({"type": "turn", **record.model_dump(mode="json")})
        return [json.dumps(line, ensure_ascii=False) for line in lines]


@contextlib.contextmanager
def open_archive(settings: Settings, say: Callable[[str], None]) -> Iterator[Archive]:
    """The archive of the database that the settings name, or of the data directory's own.

    That one is started for it, unless the service runs there: then its database is asked, and left as it is.
    Raises `ServersError`, `StoreUnavailable`.
    """
    with asyncio.Runner() as runner, database(settings, runner, say) as url:
        store = PostgresStore.at(url)
        try:
            yield Archive(runner, store)
        finally:
            runner.run(store.close())


@contextlib.contextmanager
def database(settings: Settings, runner: asyncio.Runner, say: Callable[[str], None]) -> Iterator[str]:
    """The URL of the database that the settings name, or of the data directory's own, as `open_archive` says."""
    if settings.database_url is not None:
        yield settings.database_url.get_secret_value()
        return
    servers = local_servers(settings.data_dir, True, False, say)
    try:
        urls = runner.run(servers.__aenter__())
    except DataDirBusyError:
        running = running_database(settings.data_dir)
        if running is None:
            raise
        yield running
        return
    try:
        url = urls.database_url or ""
        runner.run(migrate(url))  # nobody may have played here yet
        yield url
    finally:
        runner.run(servers.__aexit__(None, None, None))
