"""The files that this host has of a player, handed to whoever makes the player's export, wherever that is."""

from __future__ import annotations

import asyncio
import logging
import os
import re
import socket
import stat
import uuid
from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from gamemaster.storage.keep_doing import keep_doing
from gamemaster.storage.player_exports import PlayerExports, Wanted

log = logging.getLogger(__name__)

LOOK_S = 2.0  # between looks for exports that wait for this host
SEEN_S = 10.0  # between signs that this host is there
PIECE_BYTES = 1 << 20
MOST_BYTES = 256 << 20  # of one host's files in one export; the names of the others are put in all the same
_PLAYER = re.compile(r"[0-9a-f]{32}\Z")


@dataclass(frozen=True)
class Held:
    """A file that this host has of a player: its name in the export, and what it takes in bytes."""

    name: str
    path: Path
    size: int


def files_of(folders: Mapping[str, Path], player: str) -> list[Held]:
    """The player's files in each folder, by the folders' names. Links are passed over, wherever they lead."""
    if not _PLAYER.match(player):
        return []
    found = (held for kind, folder in folders.items() for held in _files_in(kind, folder / player))
    return sorted(found, key=lambda held: held.name)


def _files_in(kind: str, place: Path) -> Iterator[Held]:
    if place.is_symlink() or not place.is_dir():
        return
    for entry in os.scandir(place):
        if entry.is_file(follow_symlinks=False):
            yield Held(f"{kind}/{entry.name}", Path(entry.path), entry.stat(follow_symlinks=False).st_size)


def read_pieces(path: Path) -> Iterator[bytes]:
    """The file in pieces; nothing of one that is gone or no plain file."""
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW)
    except OSError:
        return
    with os.fdopen(handle, "rb") as file:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            return
        while data := file.read(PIECE_BYTES):
            yield data


class FilesForExports:
    """Answers the exports that wait for this host. `host` gives its id, `flush` writes down what is recorded so far."""

    def __init__(
        self,
        exports: PlayerExports,
        folders: Mapping[str, Path],
        host: Callable[[], Awaitable[uuid.UUID]],
        flush: Callable[[], Awaitable[None]],
    ) -> None:
        self.exports, self.folders = exports, folders
        self._host, self._flush = host, flush
        self._seen_s = float("-inf")

    async def run(self) -> None:
        """Answer what comes, until cancelled."""
        await keep_doing(self.answer, LOOK_S, "this host's files for players' exports", log)

    async def answer(self) -> None:
        """Put in the files for every export that waits for this host. Raises StoreError."""
        host, now = await self._host(), asyncio.get_running_loop().time()
        if now - self._seen_s >= SEEN_S:
            await self.exports.see_host(host, socket.gethostname())
            self._seen_s = now
        for wanted in await self.exports.open_exports(host):
            await self._put(wanted, host)

    async def _put(self, wanted: Wanted, host: uuid.UUID) -> None:
        await self._flush()
        left = MOST_BYTES
        for held in await asyncio.to_thread(files_of, self.folders, wanted.player):
            left -= held.size
            name = held.name if left >= 0 else f"left-out/{held.name}.txt"
            pieces = read_pieces(held.path) if left >= 0 else iter([b"This host has more than fits.\n"])
            number = 0
            while data := await asyncio.to_thread(next, pieces, b""):
                if not await self.exports.put(wanted.id, host, name, number, data):
                    return
                number += 1
        await self.exports.put(wanted.id, host, "", 0, b"")
