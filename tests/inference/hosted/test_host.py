"""The host with real processes: each way to lose an engine, each way to end one, and no orphans."""

import asyncio
import json
import os
import signal
import sys
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psutil
import pytest

from gamemaster.hosting.process import SUPERVISOR
from inference.engine import EngineError, EngineLost, EngineNotStarted
from inference.hosted.client import HostedEngine
from inference.hosted.host import EngineHost, HostSettings, HostState
from inference.hosted.incidents import Incidents
from inference.scripted.script import Fault, prompt_of
from tests.inference.requests import Answer, collect, request_of
from tests.processkit import has_ended

pytestmark = pytest.mark.integration

OPTIONS = {"content": "The lamp burns low. " * 40, "tokens_per_s": 100.0, "first_token_s": 0.01}
ROOT = Path(__file__).resolve().parents[3]


@dataclass
class Told:
    lines: list[str] = field(default_factory=list)

    def __call__(self, line: str) -> None:
        self.lines.append(line)


def settings_of(
    folder: Path, factory: str = "inference.scripted.engine:build", **fields: Any
) -> HostSettings:
    fast = {"options": OPTIONS, "backoff_first_s": 0.05, "grace_s": 5.0, "start_s": 60.0}
    return HostSettings(factory, SUPERVISOR, folder / "engine.sock", **{**fast, **fields})


@asynccontextmanager
async def hosting(settings: HostSettings) -> AsyncIterator[EngineHost]:
    host = EngineHost(settings, Told())
    await host.start()
    try:
        yield host
    finally:
        await host.close()
        assert host.state is HostState.CLOSED


async def until(condition: Callable[[], bool], within_s: float = 30.0) -> None:
    async with asyncio.timeout(within_s):
        while not condition():
            await asyncio.sleep(0.02)


async def back_again(host: EngineHost, starts: int = 2) -> None:
    await until(
        lambda: host.starts >= starts and host.state is HostState.READY and host.recovery_s is not None
    )
    assert (await collect(host.engine, request_of())).text.startswith("The lamp")


def alive(pid: int) -> bool:
    return not has_ended(pid)


def pid_of(host: EngineHost) -> int:
    assert host.engine.pid is not None
    return host.engine.pid


async def start_streams(engine: HostedEngine, count: int) -> list["asyncio.Task[Answer]"]:
    """Streams of which each has got something."""
    answers = [Answer() for _ in range(count)]
    tasks = [asyncio.create_task(collect(engine, request_of(), answer)) for answer in answers]
    await until(lambda: all(answer.deltas for answer in answers))
    return tasks


async def test_it_serves_and_leaves_nothing_behind(short_dir: Path) -> None:
    async with hosting(settings_of(short_dir)) as host:
        assert host.state is HostState.READY
        assert (short_dir / "engine.sock").stat().st_mode & 0o777 == 0o600
        answer = await collect(host.engine, request_of())
        assert answer.text.strip() == OPTIONS["content"].strip()  # type: ignore[attr-defined]  # it is text
        assert await host.engine.health() > 0
        pid, supervisor = pid_of(host), psutil.Process(pid_of(host)).ppid()
    assert not alive(pid)
    assert not alive(supervisor)
    assert not (short_dir / "engine.sock").exists()
    with pytest.raises(EngineLost, match="closed"):
        await collect(host.engine, request_of())
    await host.close()


async def test_kill_9_during_streams_ends_each_and_the_engine_comes_back(short_dir: Path) -> None:
    async with hosting(settings_of(short_dir)) as host:
        streams = await start_streams(host.engine, 8)
        os.kill(pid_of(host), signal.SIGKILL)
        ended = await asyncio.gather(*streams, return_exceptions=True)
        assert {type(error) for error in ended} == {EngineLost}
        with pytest.raises(EngineLost):
            await collect(host.engine, request_of())
        await back_again(host)
        assert "status 137" in (host.last_loss or "")


async def test_of_each_loss_the_reason_the_log_and_the_dumps_are_kept(short_dir: Path) -> None:
    incidents = Incidents(short_dir / "incidents")
    incidents.prepare()
    async with hosting(settings_of(short_dir, incidents=incidents.folder)) as host:
        (incidents.dumps / "crash_dump.pkl").write_bytes(b"what ran")
        os.kill(pid_of(host), signal.SIGKILL)
        await back_again(host)
    (place,) = incidents.places()
    assert (place / "crash_dump.pkl").read_bytes() == b"what ran"
    assert "ended with status" in (place / "reason.txt").read_text()
    assert "the first generation took" in (place / "engine.log").read_text()
    assert f"kept of it: {place}" in host.on_progress.lines  # type: ignore[attr-defined]  # Told


async def test_it_comes_back_each_time(short_dir: Path) -> None:
    async with hosting(settings_of(short_dir, backoff_most_s=0.1)) as host:
        for starts in (2, 3, 4):
            seen = Answer()
            with pytest.raises(EngineLost):
                await collect(host.engine, request_of(prompt_of("x", (Fault.EXIT, 5))), seen)
            assert 0 < len(seen.ids()) <= 5  # what was on its way when the process died may be lost
            host.recovery_s = None
            await back_again(host, starts)


async def test_a_wedged_engine_is_found_by_its_health_and_replaced(short_dir: Path) -> None:
    async with hosting(settings_of(short_dir, health_s=0.2, health_wait_s=0.5)) as host:
        pid = pid_of(host)
        with pytest.raises(EngineLost):
            await collect(host.engine, request_of(prompt_of("x", (Fault.HANG, 3))))
        await back_again(host)
        assert "no health generation within 0.5 s" in (host.last_loss or "")
        assert not alive(pid)


async def test_a_process_that_stands_still_is_found_by_its_silence(short_dir: Path) -> None:
    async with hosting(settings_of(short_dir, round_s=0.5, silent_rounds=6)) as host:
        pid = pid_of(host)
        with pytest.raises(EngineLost, match="silent for 3 s"):
            await collect(host.engine, request_of(prompt_of("x", (Fault.BLOCK, 3))))
        await back_again(host)
        assert not alive(pid)


async def test_an_engine_that_is_lost_within_its_process_takes_that_with_it(short_dir: Path) -> None:
    async with hosting(settings_of(short_dir)) as host:
        with pytest.raises(EngineLost):
            await collect(host.engine, request_of(prompt_of("x", (Fault.DIE, 3))))
        await back_again(host)
        assert "status 70" in (host.last_loss or "")


@pytest.mark.slow
async def test_slow_is_not_wedged(short_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A health generation fails, as it waits behind another; but tokens flow."""
    options = {**OPTIONS, "running": 1, "tokens_per_s": 30.0}
    async with hosting(settings_of(short_dir, options=options, health_s=0.2, health_wait_s=3.0)) as host:
        failures = Told()
        real = host.engine.health

        async def health() -> float:
            try:
                return await real()
            except EngineLost as error:
                failures(str(error))
                raise

        monkeypatch.setattr(host.engine, "health", health)
        await collect(host.engine, request_of())
        assert failures.lines
        assert host.starts == 1
        assert host.last_loss is None


async def test_sigterm_stops_the_engine_in_good_order_and_the_host_starts_another(short_dir: Path) -> None:
    async with hosting(settings_of(short_dir)) as host:
        streams = await start_streams(host.engine, 3)
        os.kill(pid_of(host), signal.SIGTERM)
        ended = await asyncio.gather(*streams, return_exceptions=True)
        assert {str(error) for error in ended} == {"the engine is lost: its process is being stopped"}
        await back_again(host)
        assert "status 0" in (host.last_loss or "")


async def test_kill_9_of_the_supervisor_takes_the_engine_with_it(short_dir: Path) -> None:
    async with hosting(settings_of(short_dir)) as host:
        pid = pid_of(host)
        os.kill(psutil.Process(pid).ppid(), signal.SIGKILL)
        await until(lambda: not alive(pid))
        await back_again(host)


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
async def test_when_the_service_dies_the_engine_and_its_children_do(
    short_dir: Path, number: signal.Signals
) -> None:
    options = {**OPTIONS, "child": str(short_dir / "child")}
    owner = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.inference.owner", str(short_dir / "engine.sock")),
        *("tests.inference.factories:with_children", json.dumps(options)),
        stdout=asyncio.subprocess.PIPE,
        cwd=ROOT,
    )
    assert owner.stdout is not None
    pids = [int(await asyncio.wait_for(owner.stdout.readline(), 60)), int((short_dir / "child").read_text())]
    worker = HostedEngine(short_dir / "engine.sock")  # another process's web worker, in effect
    worker.start()
    await asyncio.wait_for(worker.ready(), 10)
    streams = await start_streams(worker, 2)
    assert all(map(alive, pids))
    owner.send_signal(number)
    await owner.wait()
    await until(lambda: not any(map(alive, pids)))
    ended = await asyncio.gather(*streams, return_exceptions=True)
    assert {type(error) for error in ended} == {EngineLost}
    await worker.close()


@pytest.mark.parametrize("how", ["close", "kill -9"])
async def test_the_engines_own_children_end_with_it(short_dir: Path, how: str) -> None:
    options = {**OPTIONS, "child": str(short_dir / "child")}
    async with hosting(
        settings_of(short_dir, "tests.inference.factories:with_children", options=options)
    ) as host:
        child = int((short_dir / "child").read_text())
        assert alive(child)
        if how == "kill -9":
            os.kill(pid_of(host), signal.SIGKILL)
            await until(lambda: not alive(child))
    assert not alive(child)


async def test_an_engine_that_does_not_stop_is_killed(short_dir: Path) -> None:
    async with hosting(settings_of(short_dir, "tests.inference.factories:stubborn", grace_s=0.3)) as host:
        pid = pid_of(host)
    assert not alive(pid)


async def test_only_a_real_generation_makes_it_ready_again(short_dir: Path) -> None:
    options = {"starts": str(short_dir / "starts"), "duds": [2, 3]}
    settings = settings_of(short_dir, "tests.inference.factories:dud_at_first", options=options)
    async with hosting(settings) as host:
        os.kill(pid_of(host), signal.SIGKILL)
        await until(lambda: (short_dir / "starts").read_text() == "3")
        assert host.state is HostState.RESTARTING
        assert not host.engine.is_ready
        await until(lambda: host.state is HostState.READY)
        assert host.starts == 4
        assert host.engine.connections == 2
        assert "the weights are garbage" in "".join(host.on_progress.lines)  # type: ignore[attr-defined]  # it is Told


@pytest.mark.parametrize(
    ("factory", "options", "says"),
    [
        ("inference.nothing:build", {}, "No module named 'inference.nothing'"),
        ("inference.scripted.engine:nothing", {}, "has no function 'nothing'"),
        ("inference.scripted.engine", {}, "package.module:function"),
        ("inference.scripted.engine:build", {"colour": "red"}, "colour"),
        ("tests.inference.factories:dud_at_first", {"starts": "S", "duds": [1]}, "the weights are garbage"),
    ],
)
async def test_what_cannot_start_says_why_and_is_not_tried_again(
    short_dir: Path, factory: str, options: dict[str, Any], says: str
) -> None:
    if "starts" in options:
        options = {**options, "starts": str(short_dir / "starts")}
    host = EngineHost(settings_of(short_dir, factory, options=options))
    with pytest.raises(EngineNotStarted, match=says):
        await host.start()
    assert host.starts == 1
    assert host.state is HostState.CLOSED


async def test_loading_is_told_and_has_a_limit(short_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("inference.hosted.host.PROGRESS_S", 0.05)
    told = Told()
    settings = settings_of(
        short_dir, "tests.inference.factories:slow", options={"load_s": 60}, start_s=2.0, grace_s=0.2
    )
    with pytest.raises(EngineNotStarted, match="not ready within 2 s"):
        await EngineHost(settings, told).start()
    assert told.lines == ["loading weights: 10 %"]


async def test_a_socket_has_one_host(short_dir: Path) -> None:
    async with hosting(settings_of(short_dir)) as host:
        with pytest.raises(EngineNotStarted, match="another host owns"):
            await EngineHost(settings_of(short_dir)).start()
        assert host.engine.is_ready
    async with hosting(settings_of(short_dir)):
        pass


async def test_a_path_that_no_socket_can_have_is_refused_before_anything_starts(short_dir: Path) -> None:
    with pytest.raises(ValueError, match="choose a shorter folder"):
        EngineHost(settings_of(short_dir / ("x" * 100)))


async def test_workers_find_the_new_engine_by_themselves(short_dir: Path) -> None:
    async with hosting(settings_of(short_dir)) as host:
        workers = [HostedEngine(short_dir / "engine.sock") for _ in range(3)]
        for worker in workers:
            worker.start()
        await asyncio.gather(*(worker.ready() for worker in workers))
        streams = [stream for worker in workers for stream in await start_streams(worker, 2)]
        os.kill(pid_of(host), signal.SIGKILL)
        ended = await asyncio.gather(*streams, return_exceptions=True)
        assert all(isinstance(error, EngineError) for error in ended)
        await asyncio.gather(*(asyncio.wait_for(worker.ready(), 30) for worker in workers))
        assert all(await asyncio.gather(*(collect(worker, request_of()) for worker in workers)))
        for worker in workers:
            await worker.close()


async def test_close_while_it_starts_again(short_dir: Path) -> None:
    async with hosting(settings_of(short_dir, backoff_first_s=30.0)) as host:
        os.kill(pid_of(host), signal.SIGKILL)
        await until(lambda: host.state is HostState.RESTARTING)
        before = time.monotonic()
    assert time.monotonic() - before < 15.0  # half the wait at least: it did not wait
