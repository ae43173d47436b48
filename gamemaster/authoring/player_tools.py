"""What an operator does for a player who asks: show what is kept of them, take it out, delete it, on every host."""

from __future__ import annotations

import asyncio
import contextlib
import shutil
from collections.abc import Callable, Iterator
from dataclasses import asdict
from functools import partial
from pathlib import Path

from gamemaster.authoring.archive import database
from gamemaster.config.settings import Settings
from gamemaster.errors import UserError
from gamemaster.recording.erasure import Eraser
from gamemaster.recording.player_archive import archive_of
from gamemaster.recording.player_files import FilesForExports, files_of
from gamemaster.storage.player_exports import PlayerExports
from gamemaster.storage.postgres_store import PostgresStore
from gamemaster.storage.store import UnknownPlayer

Forget = Callable[[Path, str, str | None], int]


class NoSuchPlayerError(UserError):
    """There is no player of this id."""

    def __init__(self, player: str) -> None:
        super().__init__(
            f"there is no player {player[:40]!r} in this database: an id has 32 hexadecimal digits and stands in "
            "`gamemaster stories list --json`, `gamemaster record list --json`, and in `welcome`"
        )
        self.player = player


class PlayerTools:
    """Used inside `open_player_tools`. Each raises NoSuchPlayerError and StoreUnavailable."""

    def __init__(
        self, runner: asyncio.Runner, store: PostgresStore, settings: Settings, forget_shadow: Forget
    ) -> None:
        self._runner, self._store = runner, store
        self._exports = PlayerExports(store.engine)
        self._folders = {"recordings": settings.recordings_folder(), "shadow": settings.shadow_folder()}
        self._eraser = Eraser(store, settings.recordings_folder(), None)
        self._eraser.beside = partial(forget_shadow, settings.shadow_folder())

    def show(self, player: str) -> dict[str, object]:
        """How much is kept, and the files of theirs on this host."""
        with _check_player(player):
            summary = asdict(self._runner.run(self._exports.summary(player)))
        summary["created"] = summary["created"].isoformat()
        return {**summary, "files_here": [held.name for held in files_of(self._folders, player)]}

    def export(self, player: str, out: Path) -> list[str]:
        """Write the player's zip file; the hosts that did not answer. Raises OSError."""
        with _check_player(player):
            return self._runner.run(self._export(player, out))

    async def _export(self, player: str, out: Path) -> list[str]:
        async def flush() -> None:
            """Nothing is recorded in this process."""

        await self._eraser.apply()
        files = FilesForExports(self._exports, self._folders, self._eraser.host, flush)
        made = await archive_of(self._exports, player, files.answer)
        await asyncio.to_thread(shutil.move, made.path, out)
        return [f"{host.name} ({host.id.hex[:8]})" for host in made.missing]

    def delete(self, player: str) -> dict[str, object]:
        """Delete the player for good; what there was."""
        found = self.show(player)
        with _check_player(player):
            self._runner.run(self._delete(player))
        return found

    async def _delete(self, player: str) -> None:
        await self._store.delete_player(player)
        await self._eraser.apply()


@contextlib.contextmanager
def _check_player(player: str) -> Iterator[None]:
    try:
        yield
    except UnknownPlayer:
        raise NoSuchPlayerError(player) from None


@contextlib.contextmanager
def open_player_tools(
    settings: Settings, say: Callable[[str], None], forget_shadow: Forget
) -> Iterator[PlayerTools]:
    """The tools on the database that the settings name, or on the data directory's own, as `open_archive` does."""
    with asyncio.Runner() as runner, database(settings, runner, say) as url:
        store = PostgresStore.at(url)
        try:
            yield PlayerTools(runner, store, settings, forget_shadow)
        finally:
            runner.run(store.close())
