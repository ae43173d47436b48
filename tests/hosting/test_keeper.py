"""The service's own servers after any death: back with what was committed, or given up with an error."""

import asyncio
import re
import signal
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import asyncpg
import psutil
import pytest
import redis.asyncio
import redis.exceptions

from gamemaster.config.settings import Settings
from gamemaster.hosting import keeper, leftovers
from gamemaster.hosting.keeper import ending
from gamemaster.hosting.servers import ServersError, ServerURLs, local_servers
from gamemaster.service import Manner, run_service

pytestmark = pytest.mark.integration
BACK_S = 30.0  # on a machine that is busy; what is asserted is that it comes back


@pytest.fixture
async def own(data_dir: Path) -> AsyncIterator[tuple[ServerURLs, Path, list[str]]]:
    """Both servers, the folder that they work in, and what was said of them."""
    said: list[str] = []
    async with local_servers(data_dir, True, True, said.append) as urls:
        yield urls, data_dir, said


async def count_lines(urls: ServerURLs, add: bool = False) -> int:
    """The rows of a table, one more when `add`."""
    connection = await asyncpg.connect((urls.database_url or "").replace("+asyncpg", ""), timeout=2)
    try:
        await connection.execute("CREATE TABLE IF NOT EXISTS line (n int)")
        if add:
            await connection.execute("INSERT INTO line VALUES (1)")
        return int(await connection.fetchval("SELECT count(*) FROM line"))
    finally:
        await connection.close()


async def pings(urls: ServerURLs) -> bool:
    async with redis.asyncio.from_url(urls.redis_url or "", socket_timeout=2) as client:
        return bool(await client.ping())


async def until_back(urls: ServerURLs, lines: int) -> None:
    """Both servers answer, and nothing that was committed is lost."""
    deadline = time.monotonic() + BACK_S
    while True:
        try:
            assert await count_lines(urls) == lines
            assert await pings(urls)
            return
        except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, redis.exceptions.RedisError):
            assert time.monotonic() < deadline, "the servers did not come back"
            await asyncio.sleep(0.05)


def main_process(data_dir: Path, server: str) -> psutil.Process:
    file = {"postgres": "postgres/postmaster.pid", "valkey": "valkey/valkey.pid"}[server]
    return psutil.Process(int((data_dir / file).read_text().split()[0]))


async def until_gone(process: psutil.Process) -> None:
    async with asyncio.timeout(BACK_S):
        with suppress(psutil.NoSuchProcess):
            while process.status() != psutil.STATUS_ZOMBIE:
                await asyncio.sleep(0.01)


async def test_killed_again_as_soon_as_it_is_back(own: tuple[ServerURLs, Path, list[str]]) -> None:
    urls, data_dir, said = own
    for round_ in range(1, 4):
        lines = await count_lines(urls, add=True)
        victims = [main_process(data_dir, "postgres"), main_process(data_dir, "valkey")]
        for victim in victims:
            victim.kill()
        for victim in victims:
            await until_gone(victim)
        await until_back(urls, lines)
        assert lines == round_
    assert sum("postgres is lost: it was killed by SIGKILL" in text for text in said) >= 1


async def test_a_keeper_is_killed(own: tuple[ServerURLs, Path, list[str]]) -> None:
    """The server itself then stops, as the kernel tells it to, and both are started anew."""
    urls, data_dir, said = own
    lines = await count_lines(urls, add=True)
    for server in ("postgres", "valkey"):
        main = main_process(data_dir, server)
        supervisor = main.parent()
        assert supervisor is not None
        assert "supervisor.py" in " ".join(supervisor.cmdline())
        supervisor.kill()
        await until_gone(main)
    await until_back(urls, lines)
    assert sum("its supervisor was killed by SIGKILL" in text for text in said) == 2


async def test_old_shared_memory_is_waited_for(
    own: tuple[ServerURLs, Path, list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A backend that hangs survives its postmaster and holds the memory: no other server could start on the data."""
    monkeypatch.setattr(leftovers, "CHILDREN_PATIENCE_S", 0.3)
    urls, data_dir, _ = own
    lines = await count_lines(urls, add=True)
    connection = await asyncpg.connect((urls.database_url or "").replace("+asyncpg", ""))
    backend = psutil.Process(connection.get_server_pid())
    backend.suspend()
    main_process(data_dir, "postgres").kill()
    await until_back(urls, lines)
    await until_gone(backend)
    connection.terminate()


async def test_everything_at_once_is_killed(own: tuple[ServerURLs, Path, list[str]]) -> None:
    urls, data_dir, _ = own
    lines = await count_lines(urls, add=True)
    mains = [main_process(data_dir, server) for server in ("postgres", "valkey")]
    victims = [one for main in mains for one in (main.parent(), main, *main.children())]
    for victim in victims:
        assert victim is not None
        leftovers.send(victim, signal.SIGKILL)  # who lost a parent may have ended by then
    for main in mains:
        await until_gone(main)
    await until_back(urls, lines)


async def test_a_crash_of_one_process_of_postgres_is_seen(own: tuple[ServerURLs, Path, list[str]]) -> None:
    """Left to itself it would start again without a word, and be killed again a moment later."""
    urls, _, said = own
    lines = await count_lines(urls, add=True)
    connection = await asyncpg.connect((urls.database_url or "").replace("+asyncpg", ""))
    psutil.Process(connection.get_server_pid()).kill()
    async with asyncio.timeout(BACK_S):
        while not any("postgres is back" in text for text in said):
            await asyncio.sleep(0.01)
    await until_back(urls, lines)
    assert any("postgres is lost: it ended with status 1" in text for text in said)
    connection.terminate()


async def test_one_that_dies_as_soon_as_it_is_back_is_given_up(
    data_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeper, "GIVE_UP_S", 4.0)
    monkeypatch.setattr(keeper, "PAUSES_S", (0.01, 0.1))
    said: list[str] = []
    async with local_servers(data_dir, False, True, said.append) as urls:
        assert urls.failed is not None
        async with asyncio.timeout(60):
            while not urls.failed.done():
                if "is lost" not in said[-1]:
                    with suppress(
                        psutil.NoSuchProcess
                    ):  # it was killed already, and that was not heard of yet
                        main_process(data_dir, "valkey").kill()
                await asyncio.sleep(0.01)
        assert re.search(
            r"valkey died \d+ times in \d+ s, each time soon after it was back", urls.failed.result()
        )
    assert any("is lost for the 2. time in" in text for text in said)


def test_deaths_are_a_loop_only_while_it_never_runs_for_long() -> None:
    loop = keeper.CrashLoop()
    loop.add(0.0, 1_000.0)
    assert (loop.deaths, loop.seconds, loop.text) == (1, 0.0, "")
    for second in range(2, 9, 2):
        loop.add(1_000.0 + second - 1, 1_000.0 + second)
    assert (loop.deaths, loop.seconds) == (5, 8.0)
    assert loop.text == " for the 5. time in 8 s"
    loop.add(1_009.0, 1_009.0 + keeper.LIVES_S + 1)
    assert (loop.deaths, loop.seconds) == (1, 0.0)


@contextmanager
def broken_postgres(data_dir: Path) -> Iterator[None]:
    """A database that no start can bring back."""
    control = data_dir / "postgres" / "global" / "pg_control"
    control.rename(control.with_suffix(".gone"))
    main_process(data_dir, "postgres").kill()
    yield
    control.with_suffix(".gone").rename(control)


async def test_what_cannot_be_mended_ends_the_service_with_an_error(
    data_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that a supervisor of the service can do more than it."""
    monkeypatch.setattr(keeper, "GIVE_UP_S", 1.0)
    listening = asyncio.Event()

    def say(text: str) -> None:
        if "is ready" in text:
            listening.set()

    service = asyncio.create_task(run_service(Settings(data_dir=data_dir, port=0), say, Manner()))
    async with asyncio.timeout(60):
        await listening.wait()
        with (
            broken_postgres(data_dir),
            pytest.raises(ServersError, match=r"(?s)did not come back.*pg_control"),
        ):
            await service


@pytest.mark.parametrize(
    ("status", "said"),
    [
        (-signal.SIGKILL, "its supervisor was killed by SIGKILL"),
        (128 + signal.SIGSEGV, "it was killed by SIGSEGV"),
        (1, "it ended with status 1"),
    ],
)
def test_an_end_is_told_in_words(status: int, said: str) -> None:
    assert ending(status) == said
