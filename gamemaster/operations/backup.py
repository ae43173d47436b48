"""Backs up what cannot be made anew into one file, while the service runs."""

from __future__ import annotations

import asyncio
import io
import os
import tarfile
import tempfile
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool

from gamemaster.operations.archive_file import (
    DUMP,
    MANIFEST,
    RECORDINGS,
    SECRET,
    BackupError,
    Manifest,
)
from gamemaster.operations.postgres_client import EXTENSION, refuse_pooled, run_client
from gamemaster.recording.folder import look
from gamemaster.storage.database import asyncpg_url, transaction
from gamemaster.storage.migrate import revision_of
from gamemaster.storage.tables import players, stories, turns
from gamemaster.version import code_version

Say = Callable[[str], None]
SUFFIX = ".tar"


@dataclass(frozen=True)
class Sources:
    """What is backed up. `secret` signs the players' tokens; None where it is GM_SECRET's, and kept elsewhere."""

    database_url: str
    recordings: Path
    secret: Path | None


def back_up(sources: Sources, target: Path, say: Say) -> Path:
    """Writes the backup to `target`, a file's name, or under a name with the time into the folder that it is; its path.

    The database is dumped as it was at one moment; a recording that is being written comes as far as it is. Nothing
    is left behind where it fails. Raises BackupError, StoreUnavailable.
    """
    refuse_pooled(sources.database_url)
    made = datetime.now(UTC)
    path = target / f"gamemaster-{made:%Y%m%dT%H%M%SZ}{SUFFIX}" if target.is_dir() else target
    if path.exists():
        raise BackupError(f"{path} exists already; name another file, or a folder")
    try:
        with tempfile.TemporaryDirectory(prefix=".gm-backup-", dir=path.parent) as scratch:
            unfinished, dump = Path(scratch, "backup.tar"), Path(scratch, DUMP)
            say("dumping the database…")
            # Counted first: what comes between the two is more, never less.
            manifest = asyncio.run(_make_manifest(sources, made))
            run_client("pg_dump", sources.database_url, *_dump_options(dump))
            say(f"the database: {manifest.stories} stories, {dump.stat().st_size / 1e6:.1f} MB")
            with open(unfinished, "xb", opener=_for_us_alone) as file:
                with tarfile.open(fileobj=file, mode="w") as archive:
                    _fill(archive, manifest, dump, sources)
                file.flush()
                os.fsync(file.fileno())
            unfinished.rename(path)
    except OSError as error:
        raise BackupError(f"{path} cannot be written: {error}") from error
    say(f"{manifest.recordings} recordings; {_about_secret(sources)}")
    return path


def _dump_options(dump: Path) -> tuple[str, ...]:
    return (
        "--format=custom",
        "--no-owner",
        "--no-privileges",
        f"--exclude-extension={EXTENSION}",
        f"--file={dump}",
    )


def _about_secret(sources: Sources) -> str:
    if sources.secret is None:
        return "GM_SECRET is not in it: keep it where you keep your secrets, or players lose their sign-in"
    return f"{SECRET}, which signs the players in, is in it: keep the file as you keep a password"


def _for_us_alone(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


async def _make_manifest(sources: Sources, made: datetime) -> Manifest:
    engine = create_async_engine(asyncpg_url(sources.database_url), poolclass=NullPool)
    try:
        async with transaction(engine) as db:
            revision = await db.run_sync(revision_of)
            if revision is None:
                raise BackupError("this database has no tables of the service; is it the right one?")
            counts = [
                (await db.execute(select(func.count()).select_from(table))).scalar_one()
                for table in (players, stories, turns)
            ]
    finally:
        await engine.dispose()
    return Manifest(
        made=made,
        version=code_version(),
        revision=revision,
        players=counts[0],
        stories=counts[1],
        turns=counts[2],
        recordings=len(look(sources.recordings).recordings),
        has_secret=sources.secret is not None,
    )


def _fill(archive: tarfile.TarFile, manifest: Manifest, dump: Path, sources: Sources) -> None:
    written = manifest.model_dump_json(indent=1).encode()
    member = tarfile.TarInfo(MANIFEST)
    member.size, member.mode = len(written), 0o600
    archive.addfile(member, io.BytesIO(written))
    archive.add(dump, DUMP)
    if sources.secret is not None:
        archive.add(sources.secret, SECRET)
    for one in look(sources.recordings).recordings:
        # Its player may take it back at any time, and it may grow while it is read.
        with suppress(FileNotFoundError), open(one.path, "rb") as file:
            recorded = archive.gettarinfo(
                fileobj=file, arcname=f"{RECORDINGS}/{one.path.relative_to(sources.recordings)}"
            )
            archive.addfile(recorded, file)
