"""The embedded servers, for real: started, killed, started again."""

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import asyncpg
import psutil
import pytest
import redis.asyncio
import redis.exceptions

from gamemaster.hosting import server_account
from gamemaster.hosting.servers import DataDirBusyError, ServersError, ServerURLs, local_servers
from tests.owners import owner_of

pytestmark = pytest.mark.integration
as_root = pytest.mark.skipif(os.geteuid() != 0, reason="is about running as root")

# A service in miniature: says when its servers run, then waits to be killed.
OWNER = """
import asyncio, sys
from pathlib import Path
from gamemaster.hosting.servers import local_servers

async def main() -> None:
    async with local_servers(Path(sys.argv[1]), True, True, lambda message: None) as urls:
        print(urls.database_url, flush=True)
        await asyncio.sleep(600)

asyncio.run(main())
"""


def silent(message: str) -> None:
    """Progress that nobody reads."""


def plain(url: str | None) -> str:
    assert url is not None
    return url.replace("+asyncpg", "")


def servers_in(data_dir: Path) -> list[psutil.Process]:
    """The supervisors and servers whose arguments or working directory lie in `data_dir`."""
    found = []
    for process in psutil.process_iter():
        try:
            inside = str(data_dir) in " ".join(process.cmdline()) or process.cwd().startswith(str(data_dir))
            if inside and process.pid != os.getpid() and process.status() != psutil.STATUS_ZOMBIE:
                found.append(process)
        except (psutil.NoSuchProcess, psutil.AccessDenied):
            continue
    return found


def wait_for_none(data_dir: Path, seconds: float = 20) -> None:
    deadline = time.monotonic() + seconds
    while left := servers_in(data_dir):
        assert time.monotonic() < deadline, f"still there after {seconds} s: {left}"
        time.sleep(0.05)


async def write_line(url: str, text: str) -> None:
    connection = await asyncpg.connect(plain(url))
    await connection.execute("CREATE TABLE IF NOT EXISTS line (text text)")
    await connection.execute("INSERT INTO line VALUES ($1)", text)
    await connection.close()


async def read_lines(url: str | None) -> list[str]:
    connection = await asyncpg.connect(plain(url))
    lines = [row["text"] for row in await connection.fetch("SELECT text FROM line")]
    await connection.close()
    return lines


async def test_postgres_is_durable_version_18_with_pgvector(servers: ServerURLs, database_url: str) -> None:
    if os.environ.get("GM_TEST_DATABASE_URL"):
        pytest.skip("GM_TEST_DATABASE_URL names a server whose settings are not ours")
    connection = await asyncpg.connect(plain(database_url))
    settings = ("server_version_num", "fsync", "synchronous_commit", "full_page_writes", "listen_addresses")
    shown = {name: await connection.fetchval(f"SHOW {name}") for name in settings}
    distance = await connection.fetchval("SELECT '[3,0]'::vector <-> '[0,4]'::vector")
    await connection.execute(
        "CREATE EXTENSION IF NOT EXISTS vector"
    )  # as a migration does, without superuser
    await connection.close()
    assert shown.pop("server_version_num").startswith("18")
    assert shown == dict.fromkeys(settings[1:4], "on") | {"listen_addresses": "127.0.0.1"}
    assert distance == 5.0


async def test_the_service_is_no_superuser(servers: ServerURLs) -> None:
    if os.environ.get("GM_TEST_DATABASE_URL"):
        pytest.skip("GM_TEST_DATABASE_URL names a server whose roles are not ours")
    connection = await asyncpg.connect(plain(servers.database_url))
    assert await connection.fetchval("SELECT rolsuper FROM pg_roles WHERE rolname = current_user") is False
    await connection.close()


async def test_neither_server_lets_in_a_stranger(data_dir: Path) -> None:
    async with local_servers(data_dir, True, True, silent) as urls:
        for user in ("postgres", "gamemaster"):
            port = plain(urls.database_url).rpartition(":")[2].partition("/")[0]
            with pytest.raises(asyncpg.InvalidPasswordError):
                await asyncpg.connect(f"postgresql://{user}:guess@127.0.0.1:{port}/postgres")
        assert urls.redis_url is not None
        async with redis.asyncio.from_url("redis://" + urls.redis_url.rpartition("@")[2]) as client:
            with pytest.raises(redis.exceptions.AuthenticationError):
                await client.ping()
        secret = (data_dir / "servers.secret").read_text().strip()
        password = plain(urls.database_url).split(":")[2].partition("@")[0]
        assert secret not in repr(urls)
        assert password not in repr(urls)
        arguments = " ".join(" ".join(process.cmdline()) for process in servers_in(data_dir))
        assert "postgres" in arguments
        assert password not in arguments
        assert urls.redis_url.rpartition("@")[0].rpartition(":")[2] not in arguments


async def test_valkey_keeps_nothing_on_disk_and_evicts_nothing(redis_url: str) -> None:
    if os.environ.get("GM_TEST_REDIS_URL"):
        pytest.skip("GM_TEST_REDIS_URL names a server whose settings are not ours")
    async with redis.asyncio.from_url(redis_url, decode_responses=True) as client:
        shown = await client.config_get("save", "appendonly", "maxmemory-policy", "bind")
    assert shown == {"save": "", "appendonly": "no", "maxmemory-policy": "noeviction", "bind": "127.0.0.1"}


async def test_no_server_is_started_when_none_is_needed(data_dir: Path) -> None:
    async with local_servers(data_dir / "none", False, False, silent) as urls:
        assert urls == ServerURLs(None, None)
        assert not (data_dir / "none").exists()
        # Nor is the directory taken: several services may share servers from elsewhere.
        async with local_servers(data_dir / "none", False, False, silent):
            pass


async def test_only_the_server_that_is_needed_is_started(data_dir: Path) -> None:
    async with local_servers(data_dir, False, True, silent) as urls:
        assert urls.database_url is None
        assert urls.redis_url is not None
        assert not (data_dir / "postgres").exists()
        assert "postgres" not in {process.name() for process in servers_in(data_dir)}


async def test_data_survives_a_stop_which_leaves_no_process(data_dir: Path) -> None:
    progress: list[str] = []
    async with local_servers(data_dir, True, True, progress.append) as urls:
        await write_line(plain(urls.database_url), "before")
        assert servers_in(data_dir)
    assert servers_in(data_dir) == []
    assert "preparing the database (first time only)…" in progress
    progress.clear()
    async with local_servers(data_dir, True, True, progress.append) as urls:
        assert await read_lines(urls.database_url) == ["before"]
    assert progress == ["starting Valkey…", "starting Postgres…"]


async def test_a_start_after_kill_9_works_at_once_and_finds_the_data(data_dir: Path) -> None:
    with owner_of(OWNER, data_dir) as (_, url):
        await write_line(url, "before the kill")
    async with local_servers(data_dir, True, True, silent) as urls:
        assert await read_lines(urls.database_url) == ["before the kill"]
    assert servers_in(data_dir) == []


def test_servers_end_by_themselves_after_kill_9(data_dir: Path) -> None:
    with owner_of(OWNER, data_dir):
        assert len(servers_in(data_dir)) >= 4
    wait_for_none(data_dir)
    assert "database system is shut down" in (data_dir / "postgres.log").read_text()


async def test_a_start_after_kill_9_of_everything_works(data_dir: Path) -> None:
    with owner_of(OWNER, data_dir) as (_, url):
        await write_line(url, "before the crash")
        for process in servers_in(data_dir):
            # Postgres ends the rest when one of its own is killed.
            with contextlib.suppress(psutil.NoSuchProcess):
                process.kill()
    async with local_servers(data_dir, True, True, silent) as urls:
        assert await read_lines(urls.database_url) == ["before the crash"]
    assert servers_in(data_dir) == []


async def test_servers_whose_supervisors_were_killed_are_ended_first(data_dir: Path) -> None:
    with owner_of(OWNER, data_dir) as (owner, url):
        await write_line(url, "kept")
        for process in psutil.Process(owner.pid).children():
            process.kill()
    async with local_servers(data_dir, True, True, silent) as urls:
        assert await read_lines(urls.database_url) == ["kept"]
    wait_for_none(data_dir)


def test_ctrl_c_stops_everything(data_dir: Path) -> None:
    with owner_of(OWNER, data_dir) as (owner, _):
        # The terminal signals the whole foreground group; the supervisors and servers must not be in it.
        os.killpg(owner.pid, signal.SIGINT)
        owner.wait(timeout=20)
        assert servers_in(data_dir) == []
        assert "database system is shut down" in (data_dir / "postgres.log").read_text()


async def test_ctrl_c_during_the_first_preparation_leaves_nothing_half_made(data_dir: Path) -> None:
    owner = subprocess.Popen([sys.executable, "-c", OWNER, str(data_dir)], start_new_session=True)
    while not (data_dir / "postgres.new").exists():
        assert owner.poll() is None
        await asyncio.sleep(0.01)
    os.killpg(owner.pid, signal.SIGINT)
    owner.wait(timeout=20)
    wait_for_none(data_dir)
    assert not (data_dir / "postgres").exists()
    assert not (data_dir / "initdb.password").exists()
    async with local_servers(data_dir, True, False, silent) as urls:
        await write_line(plain(urls.database_url), "works")


async def test_a_second_service_is_refused_with_the_process_of_the_first(data_dir: Path) -> None:
    with owner_of(OWNER, data_dir) as (owner, url):
        with pytest.raises(DataDirBusyError, match=f"process {owner.pid}.*{data_dir}.*GM_DATA_DIR"):
            async with local_servers(data_dir, True, True, silent):
                pass
        await write_line(url, "the first goes on")
    wait_for_none(data_dir)


async def test_a_long_and_odd_path_works(data_dir: Path) -> None:
    folder = data_dir / ("a long way down, " * 8).strip() / 'it\'s “the fjord” \\ "end"'
    assert len(str(folder)) > 140
    async with local_servers(folder, True, True, silent) as urls:
        await write_line(plain(urls.database_url), "deep")
        assert await read_lines(urls.database_url) == ["deep"]


async def test_a_stale_pid_file_with_a_stranger_s_number_is_no_obstacle(data_dir: Path) -> None:
    async with local_servers(data_dir, True, False, silent):
        pass
    stranger = subprocess.Popen(["sleep", "600"])
    try:
        (data_dir / "postgres" / "postmaster.pid").write_text(f"{stranger.pid}\n{data_dir}/postgres\n")
        async with local_servers(data_dir, True, False, silent):
            pass
        assert stranger.poll() is None
    finally:
        stranger.kill()
        stranger.wait()


async def test_another_version_s_data_is_left_alone(data_dir: Path) -> None:
    (data_dir / "postgres").mkdir()
    (data_dir / "postgres" / "PG_VERSION").write_text("16\n")
    with pytest.raises(ServersError, match=r"written by Postgres 16.*this is Postgres 18.*GM_DATA_DIR"):
        async with local_servers(data_dir, True, False, silent):
            pass
    assert (data_dir / "postgres" / "PG_VERSION").read_text() == "16\n"


async def test_a_lost_secret_is_named(data_dir: Path) -> None:
    async with local_servers(data_dir, True, False, silent):
        pass
    (data_dir / "servers.secret").unlink()
    with pytest.raises(ServersError, match=r"servers\.secret is not the one"):
        async with local_servers(data_dir, True, False, silent):
            pass
    assert servers_in(data_dir) == []


async def test_a_secret_that_others_can_read_is_refused(data_dir: Path) -> None:
    (data_dir / "servers.secret").write_text("a" * 64)
    (data_dir / "servers.secret").chmod(0o644)
    with pytest.raises(ServersError, match=r"mode 0644.*chmod 600"):
        async with local_servers(data_dir, True, False, silent):
            pass


async def test_a_server_that_cannot_start_shows_its_log(data_dir: Path) -> None:
    async with local_servers(data_dir, True, False, silent):
        pass
    with (data_dir / "postgres" / "postgresql.conf").open("a") as config:
        config.write("shared_buffers = 'a great deal'\n")
    with pytest.raises(ServersError, match=r"(?s)ended while it was starting.*shared_buffers"):
        async with local_servers(data_dir, True, False, silent):
            pass


async def test_a_file_in_the_way_is_named(data_dir: Path) -> None:
    (data_dir / "file").touch()
    with pytest.raises(ServersError, match=r"file cannot be used.*GM_DATA_DIR"):
        async with local_servers(data_dir / "file", True, False, silent):
            pass


async def test_a_folder_that_anybody_may_write_in_is_refused_and_left_alone(data_dir: Path) -> None:
    data_dir.chmod(0o1777)
    with pytest.raises(ServersError, match=r"anybody may write.*mode 1777.*GM_DATA_DIR"):
        async with local_servers(data_dir, False, True, silent):
            pass
    assert data_dir.stat().st_mode & 0o7777 == 0o1777
    assert list(data_dir.iterdir()) == []


@as_root
async def test_root_s_servers_run_as_somebody_else(data_dir: Path) -> None:
    async with local_servers(data_dir, True, True, silent):
        running = [
            process for process in servers_in(data_dir) if "supervisor.py" not in " ".join(process.cmdline())
        ]
        assert len(running) >= 2
        assert all(process.uids().effective != 0 for process in running)


@as_root
async def test_root_s_closed_folder_is_named_with_two_ways_out(data_dir: Path) -> None:
    closed = data_dir / "closed"
    closed.mkdir(mode=0o700)
    with pytest.raises(
        ServersError, match=rf"cannot enter {closed} \(mode 0700.*GM_DATA_DIR=.*chmod o\+x '{closed}'"
    ):
        async with local_servers(closed / "data", True, True, silent):
            pass


@as_root
def test_programs_in_root_s_closed_folder_are_copied(data_dir: Path) -> None:
    account = server_account.find_account()
    assert account is not None
    closed = data_dir / "closed"
    (closed / "share").mkdir(parents=True)
    (closed / "share" / "words").write_text("hello")
    (closed / "program").write_text("#!/bin/sh\nexit 0\n")
    (closed / "program").chmod(0o700)
    closed.chmod(0o700)
    parts = (Path("program"), Path("share"))
    copy = server_account.reachable_copy(closed, parts, Path("program"), data_dir / "copy", account)
    assert copy == data_dir / "copy"
    assert account.can("-x", copy / "program")
    assert account.can("-r", copy / "share" / "words")


@as_root
@pytest.mark.slow
async def test_root_s_closed_environment_still_gives_a_postgres(
    data_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As with a checkout under /root: the programs lie where their user cannot go."""
    real_can = server_account.Account.can

    def can(self: server_account.Account, flag: str, path: Path) -> bool:
        return "site-packages" not in str(path) and real_can(self, flag, path)

    monkeypatch.setattr(server_account.Account, "can", can)
    async with local_servers(data_dir, True, True, silent) as urls:
        await write_line(plain(urls.database_url), "copied")
        running = " ".join(" ".join(process.cmdline()) for process in servers_in(data_dir))
        assert str(data_dir / "programs") in running
