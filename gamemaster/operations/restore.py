"""Brings back what a backup holds, into a database and a data directory that have nothing yet."""

from __future__ import annotations

import asyncio
import os
import shutil
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath

from sqlalchemy import select, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine
from sqlalchemy.pool import NullPool

from gamemaster.operations.archive_file import (
    DUMP,
    RECORDINGS,
    SECRET,
    BackupError,
    Manifest,
    read_manifest,
)
from gamemaster.operations.backup import Say, Sources
from gamemaster.operations.postgres_client import EXTENSION, refuse_pooled, restore_dump
from gamemaster.storage.database import asyncpg_url, transaction
from gamemaster.storage.migrate import VERSION_TABLE, migrate_now, revision_of
from gamemaster.storage.tables import metadata, players, stories


def restore(path: Path, places: Sources, say: Say) -> Manifest:
    """Brings everything back, and the database up to date. Whatever is there already is refused, and left alone.

    `places.secret` None: GM_SECRET is set, and the backup's is not used. Raises BackupError, MigrationError,
    StoreUnavailable, OSError.
    """
    refuse_pooled(places.database_url)
    with _archive_at(path) as archive:
        manifest = read_manifest(archive, path)
        _refuse_other_secret(archive, manifest, places)
        # Readable by all of us alone, and gone in the end.
        with tempfile.TemporaryDirectory(prefix="gm-restore-") as scratch:
            archive.extract(DUMP, scratch, filter="data")
            say(f"restoring {manifest.stories} stories of {manifest.made:%Y-%m-%d %H:%M} UTC…")
            server_major = asyncio.run(_make_room(places.database_url))
            restore_dump(places.database_url, Path(scratch, DUMP), server_major)
        done = migrate_now(places.database_url)
        say(f"the database is at revision {done.after}")
        brought = _bring_recordings(archive, places.recordings)
        say(f"{brought} recordings are in {places.recordings}")
        if manifest.has_secret and places.secret is not None and not places.secret.exists():
            _bring_secret(archive, places.secret)
            say("the players' secret is back: they are still signed in")
    return manifest


def refuse_what_is_no_backup(path: Path) -> None:
    """A look before any server is started. Raises BackupError, OSError."""
    with _archive_at(path) as archive:
        read_manifest(archive, path)


@contextmanager
def _archive_at(path: Path) -> Iterator[tarfile.TarFile]:
    try:
        with tarfile.open(path) as archive:
            yield archive
    except tarfile.TarError as error:
        # Of a file that is no tar at all, tarfile tells at length what it tried.
        why = str(error).partition("\n")[0].rstrip(":")
        raise BackupError(f"{path} is no backup, or is damaged: {why}") from error


def _secret_in(archive: tarfile.TarFile) -> bytes:
    file = archive.extractfile(SECRET)
    return file.read(4096) if file is not None else b""


def _refuse_other_secret(archive: tarfile.TarFile, manifest: Manifest, places: Sources) -> None:
    secret = places.secret
    if not manifest.has_secret or secret is None or not secret.exists():
        return
    if secret.read_bytes().strip() != _secret_in(archive).strip():
        raise BackupError(
            f"{secret} is another secret than the backup's, whose players it would sign out. Move it away to take the "
            "backup's"
        )


def _bring_secret(archive: tarfile.TarFile, secret: Path) -> None:
    secret.parent.mkdir(parents=True, exist_ok=True)
    handle = os.open(secret, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "wb") as file:
        file.write(_secret_in(archive))


async def _make_room(url: str) -> int:
    """Takes away empty tables, as `migrate` makes them; the server's major version. Raises BackupError where there are
    stories or players."""
    engine = create_async_engine(asyncpg_url(url), poolclass=NullPool)
    try:
        async with transaction(engine) as db:
            if await db.run_sync(revision_of) is not None:
                await _drop_empty(db)
            number = (await db.execute(text("SHOW server_version_num"))).scalar_one()
        try:
            async with transaction(engine) as db:
                await db.execute(text(f"CREATE EXTENSION IF NOT EXISTS {EXTENSION}"))
        except DBAPIError:
            pass  # where the backup has no vectors, none is needed; else psql says so
    finally:
        await engine.dispose()
    return int(number) // 10_000


async def _drop_empty(db: AsyncConnection) -> None:
    for table in (stories, players):
        if (await db.execute(select(table).limit(1))).first() is not None:
            raise BackupError(
                f"the database has {table.name} already, and nothing is overwritten. Name an empty one with "
                "GM_DATABASE_URL, or another data directory with --data-dir"
            )
    names = ", ".join([*metadata.tables, VERSION_TABLE])
    await db.execute(text(f"DROP TABLE IF EXISTS {names} CASCADE"))


def _bring_recordings(archive: tarfile.TarFile, folder: Path) -> int:
    """How many there were. One that is there already is left as it is."""
    count = 0
    for member in archive:
        name = PurePosixPath(member.name)
        if not member.isreg() or name.parts[0] != RECORDINGS or ".." in name.parts:
            continue
        count += 1
        target = folder.joinpath(*name.parts[1:])
        if target.exists():
            continue
        target.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        source = archive.extractfile(member)
        assert source is not None
        with source, open(target, "xb", opener=lambda path, flags: os.open(path, flags, 0o600)) as file:
            shutil.copyfileobj(source, file)
        os.utime(target, (member.mtime, member.mtime))
    return count
