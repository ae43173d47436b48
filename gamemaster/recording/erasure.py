"""What players took back, done to the files of this host: by markers in the database, each applied once.

Every process looks for new markers at its start and every few seconds, so that a host that was off deletes what it has
as soon as it is back. Which markers were applied is kept in a file beside the recordings, for the next start. The
markers of the last minutes are read again each time: a transaction may end after one that began later.
"""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
import uuid
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path

from pydantic import BaseModel, ValidationError

from gamemaster.recording.folder import forget, make_private
from gamemaster.recording.recorder import Recordings
from gamemaster.storage.keep_doing import keep_doing
from gamemaster.storage.store import Erasure, ErasureStore

log = logging.getLogger(__name__)

APPLY_S = 2.0  # between looks for what was taken back through another process
OVERLAP = timedelta(minutes=5)  # far more than a transaction may take
Beside = Callable[[str, str | None], int]
Watcher = Callable[[Erasure], None]


class HostFile(BaseModel):
    """What a host knows of itself: its id, up to when it has applied the markers, and which of the last ones."""

    host: str
    upto: datetime | None = None
    applied: list[int] = []


class Eraser:
    """Deletes what players took back from the folder of recordings, and beside it.

    `beside` forgets what else was kept (in a thread); `watchers` are told of each marker (in the event loop). Several
    processes may share the folder.
    """

    def __init__(self, store: ErasureStore, folder: Path, recordings: Recordings | None) -> None:
        self.store, self.folder = store, folder
        self.beside: Beside | None = None
        self.watchers: list[Watcher] = []
        self._recordings = recordings
        self._known: HostFile | None = None
        self._applied: set[int] = set()
        self._applying, self._knowing = asyncio.Lock(), asyncio.Lock()
        self._looked_s = float("-inf")

    @property
    def path(self) -> Path:
        """Where this host keeps what it has applied."""
        return self.folder.with_name(f"{self.folder.name}.erased.json")

    async def host(self) -> uuid.UUID:
        """The id of this host: of all processes that share the folder."""
        return uuid.UUID((await self._known_here()).host)

    async def forget(self, player: str) -> int:
        """Delete all that was recorded of a player, here at once and everywhere else soon. How many files here.

        Raises StoreError if the other hosts cannot be told; here it is deleted all the same.
        """
        try:
            made = await self.store.mark_forgotten(player)
            self._applied.add(made.id)
        finally:
            gone = await self.erase(player)
        return gone

    async def erase(self, player: str, story: str | None = None) -> int:
        """Delete what this host has of a player or a story, once what was recorded up to now is in its files."""
        if self._recordings is not None:
            self._recordings.drop(player, story)
            await self._recordings.flush()
        gone = await asyncio.to_thread(forget, self.folder, player, story)
        if self.beside is not None:
            await asyncio.to_thread(self.beside, player, story)
        return gone

    async def run(self) -> None:
        """Apply what comes, until cancelled."""
        await keep_doing(self.apply, APPLY_S, "deleting what players took back", log)

    async def be_up_to_date(self) -> None:
        """Apply what was taken back, unless that was done a moment ago. Raises StoreError, OSError."""
        if asyncio.get_running_loop().time() - self._looked_s > 2 * APPLY_S:
            await self.apply()

    async def apply(self) -> None:
        """Delete what was taken back since the last time. Raises StoreError, and OSError if a file stays."""
        async with self._applying:
            known = await self._known_here()
            since = known.upto - OVERLAP if known.upto is not None else None
            found = await self.store.erasures(since)
            fresh = [one for one in found if one.id not in self._applied]
            stuck: OSError | None = None
            for one in fresh:
                try:
                    await self._apply(one)
                except OSError as error:  # tried again the next time; the others are no worse for it
                    stuck = error
            if stuck is not None:
                raise stuck
            if fresh:
                await self._keep(found)
            self._looked_s = asyncio.get_running_loop().time()

    async def _apply(self, one: Erasure) -> None:
        for watcher in self.watchers:
            watcher(one)
        await self.erase(one.player, one.story)
        self._applied.add(one.id)

    async def _known_here(self) -> HostFile:
        async with self._knowing:
            if self._known is None:
                self._known = await asyncio.to_thread(_read_or_make, self.path)
                self._applied.update(self._known.applied)
            return self._known

    async def _keep(self, found: list[Erasure]) -> None:
        known, upto = await self._known_here(), found[-1].at
        recent = [one.id for one in found if one.at >= upto - OVERLAP]
        self._known = HostFile(host=known.host, upto=upto, applied=recent)
        await asyncio.to_thread(_write, self.path, self._known)


def _read_or_make(path: Path) -> HostFile:
    """What is known here; a host that begins gets an id, and processes that begin together agree on one."""
    try:
        return HostFile.model_validate_json(path.read_bytes())
    except FileNotFoundError:
        pass
    except ValidationError:
        path.unlink(missing_ok=True)  # the host begins anew, and what was applied is applied again
    if not path.parent.exists():
        make_private(path.parent)
    beside = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    beside.write_text(HostFile(host=uuid.uuid4().hex).model_dump_json(), "utf-8")
    with suppress(FileExistsError):  # another process of this host was first
        os.link(beside, path)
    beside.unlink()
    return HostFile.model_validate_json(path.read_bytes())


def _write(path: Path, known: HostFile) -> None:
    """In one step, whoever else writes it at the same time."""
    beside = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    beside.write_text(known.model_dump_json(), "utf-8")
    os.replace(beside, path)
