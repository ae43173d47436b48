"""Everything that is kept of a player as one zip file: stories, turns, memories, answers, all hosts' recordings."""

from __future__ import annotations

import asyncio
import tempfile
import uuid
import zipfile
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any

import orjson
import zstandard
from sqlalchemy import Table

from gamemaster.recording.format import SUFFIX
from gamemaster.storage.player_exports import Host, PlayerExports, Row
from gamemaster.storage.tables import consents, memories, players, reports, sanctions, stories, turns

WAIT_S = 15.0  # for the other hosts' files
LOOK_S = 0.25
LINES = 200  # written at once
AT_ONCE = 2  # files that are made
# What the file holds, and from which table.
TABLES: dict[str, Table] = {
    "player.jsonl": players,
    "consent.jsonl": consents,
    "stories.jsonl": stories,
    "turns.jsonl": turns,
    "memories.jsonl": memories,
    "reports.jsonl": reports,
    "sanctions.jsonl": sanctions,
}
ABOUT = """\
Everything that this service keeps of the player {player}, as of {when}.

player.jsonl    when you came, and your settings
consent.jsonl   whether you let your play be recorded
stories.jsonl   your stories as they stand
turns.jsonl     every turn: your words, the dice, what came of it and what was told; those taken back, too
memories.jsonl  what the characters of your stories remember
reports.jsonl   the answers that you reported
sanctions.jsonl since when you may not act or come in, or were signed out, if whoever runs this service ordered that
recordings/     what was recorded of your play, if you agreed to that
shadow/         what another storyteller would have answered, kept beside recordings

Each line of a .jsonl file is a JSON object. Left out are indexes made from these words (vectors, search).
{hosts}
"""


@dataclass(frozen=True)
class Archive:
    """A zip file, which whoever asked for it deletes. `missing`: hosts that did not answer."""

    path: Path
    missing: tuple[Host, ...]


class Archives:
    """Makes players' files, so many at a time; the others wait. `answer_here` puts in this host's own files at once."""

    def __init__(self, exports: PlayerExports, answer_here: Callable[[], Awaitable[None]]) -> None:
        self.exports, self._answer_here = exports, answer_here
        self._places = asyncio.Semaphore(AT_ONCE)

    async def make(self, player: str) -> Archive:
        """Raises StoreError (UnknownPlayer), and OSError if there is no room for the file."""
        async with self._places:
            return await archive_of(self.exports, player, self._answer_here)


async def archive_of(
    exports: PlayerExports, player: str, answer_here: Callable[[], Awaitable[None]]
) -> Archive:
    """Make the player's file. `answer_here` puts in this host's own files at once.

    Raises StoreError (UnknownPlayer), and OSError if there is no room for the file.
    """
    export, hosts = await exports.ask(player)
    path = await asyncio.to_thread(_new_file)
    try:
        missing = await _wait_for_hosts(exports, export, hosts, answer_here)
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            await asyncio.to_thread(archive.writestr, "README.txt", _about(player, missing))
            for name, table in TABLES.items():
                await _write_rows(archive, name, exports.rows(player, table))
            await _write_files(archive, exports, export, {host.id: host.name for host in hosts})
    except BaseException:
        path.unlink(missing_ok=True)
        raise
    finally:
        await exports.drop(export)
    return Archive(path, missing)


def _new_file() -> Path:
    with tempfile.NamedTemporaryFile(prefix="gm-player-", suffix=".zip", delete=False) as file:
        return Path(file.name)


async def _wait_for_hosts(
    exports: PlayerExports,
    export: uuid.UUID,
    hosts: list[Host],
    answer_here: Callable[[], Awaitable[None]],
) -> tuple[Host, ...]:
    """The hosts that did not answer in time; those that are not running are not waited for."""
    await answer_here()
    deadline = asyncio.get_running_loop().time() + WAIT_S
    alive = {host.id for host in hosts if host.alive}
    while not alive <= (answered := await exports.hosts_done(export)):
        if asyncio.get_running_loop().time() > deadline:
            break
        await asyncio.sleep(LOOK_S)
    return tuple(host for host in hosts if host.id not in answered)


def _about(player: str, missing: tuple[Host, ...]) -> str:
    said = [
        f"The host {host.name} ({host.id.hex[:8]}) did not answer, and was last seen at "
        f"{host.seen:%Y-%m-%d %H:%M} UTC: recordings there, if any, are not in this file."
        for host in missing
    ]
    return (
        ABOUT.format(
            player=player, when=f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC", hosts="\n".join(said)
        ).strip()
        + "\n"
    )


async def _write_rows(archive: zipfile.ZipFile, name: str, rows: AsyncIterator[Row]) -> None:
    with archive.open(name, "w") as file:
        waiting: list[bytes] = []
        async for row in rows:
            waiting.append(orjson.dumps(row, default=_plain) + b"\n")
            if len(waiting) >= LINES:
                await asyncio.to_thread(file.write, b"".join(waiting))
                waiting.clear()
        await asyncio.to_thread(file.write, b"".join(waiting))


def _plain(value: Any) -> Any:
    """What orjson asks for: what Postgres has and JSON has not."""
    return str(value)


async def _write_files(
    archive: zipfile.ZipFile, exports: PlayerExports, export: uuid.UUID, names: dict[uuid.UUID, str]
) -> None:
    """The hosts' files, recordings as the lines that are in them."""
    for host, name, pieces in await exports.files(export):
        kind, _, file_name = name.partition("/")
        folder = f"{kind}/{names.get(host, '')}-{host.hex[:8]}"
        with archive.open(f"{folder}/{file_name.removesuffix('.zst')}", "w", force_zip64=True) as file:
            unpack = zstandard.ZstdDecompressor().decompressobj(read_across_frames=True)
            for number in range(pieces):
                data = await exports.piece(export, host, name, number)
                await asyncio.to_thread(_write_piece, file, data, unpack if name.endswith(SUFFIX) else None)


def _write_piece(file: IO[bytes], data: bytes, unpack: Any) -> None:
    file.write(unpack.decompress(data) if unpack is not None else data)
