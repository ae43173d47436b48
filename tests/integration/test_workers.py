"""`serve --workers`: who dies is replaced at once and cheaply, with a line that says how."""

import asyncio
import contextlib
import json
import os
import re
import signal
import sys
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import httpx
import psutil
import pytest
from fastapi import FastAPI

from gamemaster.metrics.process_table import Lives
from gamemaster.protocol.client import connect
from gamemaster.protocol.messages import CLOSE_TOO_MANY
from gamemaster.server.uvicorn_server import listen
from gamemaster.server.worker import Application
from gamemaster.server.workers import WorkersFailedError, serve_in_workers
from tests.integration.service import free_port
from tests.integration.test_play import playing, stop

pytestmark = [pytest.mark.integration, pytest.mark.slow]
WAIT_S = 60.0
MOST_SOCKETS = 10
MOST_CPU_S = 1.0  # of a worker, until it serves and after; 0.15 is usual


def workers_of(service: int) -> dict[int, psutil.Process]:
    """The processes that serve, by number. Their parent, the template, only forks."""
    found = {}
    for process in psutil.Process(service).children(recursive=True):
        with contextlib.suppress(psutil.NoSuchProcess):
            if process.threads()[1:] and "forkserver" in " ".join(process.cmdline()):
                found[process.pid] = process
    return found


@contextlib.asynccontextmanager
async def asked_all_the_time(port: int) -> AsyncIterator[list[int]]:
    """What `/healthz` answers meanwhile."""
    answers: list[int] = []

    async def ask() -> None:
        while True:
            # A connection each, as a probe makes.
            async with httpx.AsyncClient(trust_env=False, timeout=WAIT_S) as http:
                with contextlib.suppress(
                    httpx.ReadError, httpx.RemoteProtocolError
                ):  # who answered was killed
                    answers.append((await http.get(f"http://127.0.0.1:{port}/healthz")).status_code)
            await asyncio.sleep(0.05)

    asking = asyncio.create_task(ask())
    try:
        yield answers
        assert not asking.done()
    finally:
        asking.cancel()
        await asyncio.wait({asking})


async def until(is_so: Callable[[], bool]) -> None:
    async with asyncio.timeout(WAIT_S):
        while not is_so():
            await asyncio.sleep(0.05)


async def line_with(process: asyncio.subprocess.Process, pattern: str) -> str:
    assert process.stdout is not None
    async with asyncio.timeout(WAIT_S):
        async for line in process.stdout:
            if re.search(pattern, line.decode()):
                return line.decode()
    raise AssertionError(f"nothing was said of {pattern!r}")


async def until_refused(port: int) -> None:
    """Whoever connects is sent to where somebody listens."""
    async with asyncio.timeout(WAIT_S):
        while True:
            try:
                _, writer = await asyncio.open_connection("127.0.0.1", port)
            except ConnectionRefusedError:
                return
            writer.close()
            await asyncio.sleep(0.05)


async def test_workers_die_and_others_take_their_place(
    database_url: str, redis_url: str, data_dir: Path
) -> None:
    environment = {"GM_DATABASE_URL": database_url, "GM_REDIS_URL": redis_url, "GM_DATA_DIR": str(data_dir)}
    async with playing("serve", "--workers", "2", **environment) as (process, port):
        await until(lambda: len(workers_of(process.pid)) == 2)
        async with asked_all_the_time(port) as answers:
            for _ in range(5):
                victim, *others = workers_of(process.pid)
                psutil.Process(victim).kill()
                await line_with(process, f"worker {victim} was killed by SIGKILL after .* another is started")
                await until(lambda: len(workers_of(process.pid)) == 2)
                assert others
            spent = [worker.cpu_times() for worker in workers_of(process.pid).values()]
            assert max(times.user + times.system for times in spent) < MOST_CPU_S
            assert answers
            assert set(answers) == {200}
        process.send_signal(signal.SIGUSR1)
        await line_with(process, "draining 2 workers")
        await line_with(process, "all workers have ended")
        async with asyncio.timeout(WAIT_S):
            assert await process.wait() == 0


async def test_an_address_has_no_more_sockets_of_all_workers_than_of_one(
    database_url: str, redis_url: str, data_dir: Path
) -> None:
    environment = {"GM_DATABASE_URL": database_url, "GM_REDIS_URL": redis_url, "GM_DATA_DIR": str(data_dir)}
    environment["GM_ADDRESS__UNPROVEN"] = str(MOST_SOCKETS)
    async with playing("serve", "--workers", "2", **environment) as (process, port):
        await until(lambda: len(workers_of(process.pid)) == 2)
        async with contextlib.AsyncExitStack() as stack:
            opened = [
                await stack.enter_async_context(connect(f"ws://127.0.0.1:{port}/ws"))
                for _ in range(3 * MOST_SOCKETS)
            ]
            async with asyncio.timeout(WAIT_S):  # on those that are let in nothing is said, for too long
                await asyncio.gather(*(socket.wait_closed() for socket in opened))
            codes = [socket.close_code for socket in opened]
            assert codes.count(CLOSE_TOO_MANY) == 2 * MOST_SOCKETS
        assert await stop(process, signal.SIGTERM) == 0


def cannot_start() -> None:
    """An application's factory."""
    raise SystemExit(3)


def test_workers_that_cannot_start_end_the_service() -> None:
    app, lives = Application(f"{__name__}:cannot_start", "json", 1024, "error"), Lives()
    with (
        contextlib.closing(listen("127.0.0.1", 0)) as bound,
        pytest.raises(WorkersFailedError, match="the first worker ended with status 3"),
    ):
        serve_in_workers(bound, 1, app, lambda: None, lives)
    begun, ended = lives.take()  # however short their lives were
    assert begun[1:] == (ended[1], "worker")


def ends_soon() -> FastAPI:
    """An application that serves for a moment, and then takes its process with it."""

    @contextlib.asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        asyncio.get_running_loop().call_later(0.3, os._exit, 9)
        yield

    return FastAPI(lifespan=lifespan)


def test_workers_that_never_live_for_long_end_the_service(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gamemaster.server.workers.GIVE_UP_S", 2.0)
    app, answers = Application(f"{__name__}:ends_soon", "fastapi", 1024, "error"), list[bool]()
    with (
        contextlib.closing(listen("127.0.0.1", 0)) as bound,
        pytest.raises(WorkersFailedError, match=r"no worker has served for 10 s .* ended with status 9"),
    ):
        serve_in_workers(bound, 2, app, lambda: answers.append(True))
    assert answers, "they did serve"


async def test_nobody_waits_for_a_service_that_drains(tmp_path: Path) -> None:
    port, gate = free_port(), tmp_path / "gate"
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.integration.draining_service", str(port), str(gate),
        stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    await line_with(process, "ready")
    process.send_signal(signal.SIGUSR1)
    await until_refused(port)  # and does not hang in the queue of a socket that nobody reads
    assert process.returncode is None
    gate.touch()
    async with asyncio.timeout(WAIT_S):
        assert await process.wait() == 0


@pytest.mark.timeout(180)  # two starts of everything, on a machine that may do much else
@pytest.mark.parametrize("workers", ["1", "2"])
async def test_every_line_is_an_object_where_a_program_reads(
    database_url: str, redis_url: str, data_dir: Path, workers: str
) -> None:
    line = [sys.executable, "-m", "gamemaster.cli.main", "serve", "--workers", workers, "--port", "0"]
    settings = {"GM_DATABASE_URL": database_url, "GM_REDIS_URL": redis_url, "GM_DATA_DIR": str(data_dir)}
    process = await asyncio.create_subprocess_exec(
        *line, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT,
        env={**os.environ, **settings, "GM_LOG_FORMAT": "json", "GM_VOICE": "auto"},
    )  # fmt: skip
    try:
        first = await line_with(process, "Game Master is ready: http://")
    finally:
        process.send_signal(signal.SIGTERM)
        rest, _ = await process.communicate()
    objects = [json.loads(one) for one in [first, *rest.decode().splitlines()]]
    assert all({"time", "level", "process", "message"} <= one.keys() for one in objects)
    assert process.returncode == 0
