"""A backup of a running service brings everything back after its data directory is lost."""

from __future__ import annotations

import asyncio
import os
import shutil
import stat
import sys
import tarfile
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine

from gamemaster.operations.archive_file import BackupError
from gamemaster.operations.backup import Sources, back_up
from gamemaster.operations.postgres_client import EXTENSION, restore_dump, run_client
from gamemaster.operations.restore import refuse_what_is_no_backup, restore
from gamemaster.storage.database import asyncpg_url
from gamemaster.storage.migrate import migrate
from gamemaster.storage.postgres_store import PostgresStore
from tests.integration.debian_postgres import debian_postgres
from tests.integration.service import client_on
from tests.integration.test_play import playing

pytestmark = pytest.mark.integration


async def gamemaster(*arguments: str, data_dir: Path) -> str:
    """What a command prints; it must succeed."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "gamemaster.cli.main", *arguments, "--data-dir", str(data_dir),
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT,
    )  # fmt: skip
    output, _ = await process.communicate()
    assert process.returncode == 0, output.decode()
    return output.decode()


@pytest.mark.slow
@pytest.mark.timeout(400)  # seven processes are started, on a machine that may do much else
async def test_a_lost_data_directory_comes_back_from_a_backup(data_dir: Path, tmp_path: Path) -> None:
    home, file = data_dir / "home", tmp_path / "kept.tar"
    recording = Path("a" * 32, f"{'b' * 32}-20261121T071500Z-1a2b.jsonl.zst")
    async with playing("play", "--no-browser", GM_DATA_DIR=str(home)) as (_, port), client_on(port) as player:
        await player.begin("lighthouse")
        await player.act("look around")
        (home / "recordings" / recording).parent.mkdir(parents=True)
        (home / "recordings" / recording).write_bytes(b"recorded")
        said = await gamemaster("backup", str(file), data_dir=home)  # while it runs
        assert "1 stories" in said
        assert "1 recordings; player-tokens.secret" in said
        await player.act("wait")  # after the backup: not in it
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    shutil.rmtree(home)
    said = await gamemaster("restore", str(file), data_dir=home)
    assert "restored: 1 players, 1 stories, 1 turns" in said
    assert (home / "recordings" / recording).read_bytes() == b"recorded"
    environment = {"GM_DATA_DIR": str(home)}
    async with (
        playing("play", "--no-browser", **environment) as (_, port),
        client_on(port, player.token) as back,
    ):
        assert back.player == player.player, "the same secret signed the token"
        story = await back.open(player.story)
        assert [turn["words"] for turn in story["turns"]] == ["look around"]
        assert (await back.act("wait"))[-1]["turn"] == 2


async def test_nothing_is_overwritten(migrated_url: str, database_url: str, tmp_path: Path) -> None:
    secret = tmp_path / "player-tokens.secret"
    secret.write_text("s" * 64)
    sources = Sources(migrated_url, tmp_path / "recordings", secret)
    file = await asyncio.to_thread(back_up, sources, tmp_path, print)
    with pytest.raises(BackupError, match="exists already"):
        await asyncio.to_thread(back_up, sources, file, print)
    other = tmp_path / "other.secret"
    other.write_text("o" * 64)
    with pytest.raises(BackupError, match="is another secret than the backup's"):
        await asyncio.to_thread(restore, file, Sources(database_url, tmp_path / "new", other), print)
    # An empty database, with tables or without; then one with a player.
    into = Sources(database_url, tmp_path / "new", tmp_path / "new" / "player-tokens.secret")
    for _ in range(2):
        await asyncio.to_thread(restore, file, into, print)
    store = PostgresStore.at(database_url)
    await store.create_player()
    await store.close()
    with pytest.raises(BackupError, match="has players already"):
        await asyncio.to_thread(restore, file, into, print)
    assert into.secret is not None
    assert into.secret.read_text() == "s" * 64


@pytest.mark.slow  # another Postgres is set up: 5.8 s of CPU on a busy machine
async def test_a_postgres_older_than_our_tools_gets_its_backup_back(tmp_path: Path) -> None:
    with debian_postgres() as url:
        await migrate(url)
        store = PostgresStore.at(url)
        author = await store.create_player()
        await store.close()
        file = await asyncio.to_thread(back_up, Sources(url, tmp_path, None), tmp_path / "1.tar", print)
    with debian_postgres() as url:
        await asyncio.to_thread(restore, file, Sources(url, tmp_path / "new", None), print)
        store = PostgresStore.at(url)
        assert await store.has_player(author)
        await store.close()


async def test_a_postgres_without_vectors_says_what_a_backup_with_them_needs(
    migrated_url: str, tmp_path: Path
) -> None:
    file = await asyncio.to_thread(back_up, Sources(migrated_url, tmp_path, None), tmp_path / "1.tar", print)
    with debian_postgres() as url, pytest.raises(BackupError, match="install pgvector") as raised:
        await asyncio.to_thread(restore, file, Sources(url, tmp_path / "new", None), print)
    assert "ERROR" in str(raised.value)


async def test_a_dump_that_ends_early_brings_nothing_back(
    migrated_url: str, database_url: str, tmp_path: Path
) -> None:
    dump = tmp_path / "dump"
    run_client(
        "pg_dump", migrated_url, "--format=custom", f"--file={dump}", f"--exclude-extension={EXTENSION}"
    )
    dump.write_bytes(dump.read_bytes()[:-2000])
    with pytest.raises(BackupError, match="cannot be restored"):
        await asyncio.to_thread(restore_dump, database_url, dump, 18)
    assert await table_count(database_url) == 0


async def table_count(url: str) -> int:
    engine = create_async_engine(asyncpg_url(url))
    try:
        async with engine.connect() as db:
            query = text("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'")
            return int((await db.execute(query)).scalar_one())
    finally:
        await engine.dispose()


async def test_what_is_no_backup_is_refused(tmp_path: Path) -> None:
    places = Sources("postgresql://nobody@127.0.0.1/none", tmp_path, None)
    (tmp_path / "text.tar").write_text("no archive")
    with tarfile.open(tmp_path / "other.tar", "w") as other:
        other.add(__file__, "test.py")
    for name, why in {"text.tar": "is no backup, or is damaged", "other.tar": "has no manifest.json"}.items():
        with pytest.raises(BackupError, match=why) as raised:
            await asyncio.to_thread(restore, tmp_path / name, places, print)
        assert "\n" not in str(raised.value)
        with pytest.raises(BackupError, match=why):
            refuse_what_is_no_backup(tmp_path / name)
    pooled = Sources("postgresql://nobody@127.0.0.1/none?pgbouncer=true", tmp_path, None)
    with pytest.raises(BackupError, match="Name Postgres itself"):
        await asyncio.to_thread(back_up, pooled, tmp_path / "new.tar", print)
    assert not os.path.exists(tmp_path / "new.tar")


async def test_a_folder_that_takes_no_files_is_a_sentence(migrated_url: str, tmp_path: Path) -> None:
    """As root is, who runs backups, this account may write wherever the kernel lets anybody."""
    with pytest.raises(BackupError, match=r"/proc/new\.tar cannot be written"):
        await asyncio.to_thread(back_up, Sources(migrated_url, tmp_path, None), Path("/proc/new.tar"), print)
