"""A service on several machines, as it is deployed: nginx, two web hosts, SGLang's gateway and engine hosts, players.

One of each is killed in turn while they play. What counts is what is in Postgres afterwards, and on which engine host
each story's requests came.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from dataclasses import dataclass
from math import inf
from pathlib import Path
from typing import Any

import psutil

from gamemaster.cli.qa.drive import plans_of
from gamemaster.hosting.servers import ServerURLs, local_servers
from gamemaster.operations.deployment import Deployment, Target, render
from gamemaster.recording.format import read
from gamemaster.replay.load.audit import Database
from gamemaster.replay.load.driver import Drive, Load
from gamemaster.replay.load.presence import Manner
from gamemaster.replay.run import Run
from gamemaster.storage.migrate import migrate
from inference.sglang.gateway import GatewayError, members_of
from inference.testbed.place import ENVIRONMENT, PYTHON
from tests.campaign.hosts import ROOT, Host, running_hosts
from tests.drivekit import Tape
from tests.integration.service import free_port
from tests.integration.test_nginx import proxy_before
from tests.integration.test_workers import workers_of

START_S = 240.0  # an SGLang takes a minute of CPU to start
WORDS = ("try the mill door", "wait", "look around", "ask mara for the key", "listen")
Say = Callable[[str], None]


@dataclass(frozen=True)
class Plan:
    """How many players, how many engine hosts of each kind, and how long they play before and after each death."""

    players: int = 50
    sglangs: int = 2
    stand_ins: int = 2
    pause_s: float = 2.0  # of a player between two turns, at the mean
    calm_s: float = 15.0


@dataclass(eq=False)
class EngineHost:
    """One engine host behind the gateway."""

    kind: str
    port: int
    log: Path
    process: subprocess.Popen[bytes]
    died: float | None = None

    def kill(self) -> str:
        self.died = time.time()
        self.end()
        return f"{self.kind} on {self.port}"

    def end(self) -> None:
        if self.process.poll() is not None:
            return
        for process in [*psutil.Process(self.process.pid).children(recursive=True), self.process]:
            with contextlib.suppress(psutil.NoSuchProcess):
                process.kill()
        self.process.wait()

    def notes(self) -> list[dict[str, Any]]:
        """What it answered to the end, and on which host."""
        if not self.log.exists():
            return []
        return [{**json.loads(line), "host": self.port} for line in self.log.read_text().splitlines()]


@dataclass(eq=False)
class Outcome:
    """What the players and Postgres say, the deaths with their times, and the engine hosts' notes."""

    run: Run
    engines: list[EngineHost]
    killed: list[tuple[float, str]]
    notes: list[dict[str, Any]]

    def data(self) -> dict[str, Any]:
        metrics, stays = self.run.metrics, self._faithfulness()
        found = [note["cached"] / note["prompt"] for _, note in self._after_moves()]
        return {
            "killed": [what for _, what in self.killed],
            **{name: metrics.get(name) for name in ("turns", "committed", "lost", "doubled", "invalid")},
            "errors": dict(self.run.errors),
            "requests": {
                f"{one.kind} {one.port}": sum(note["host"] == one.port for note in self.notes)
                for one in self.engines
            },
            "affinity": _share(kept for _, kept in stays),
            "affinity_after": {
                what: _share(kept for when, kept in stays if begun <= when < end)
                for (begun, what), end in zip(
                    self.killed, [*[at for at, _ in self.killed[1:]], inf], strict=True
                )
            },
            "moved_stories": len({key for key, _ in self._after_moves()}),
            "prefix_found_after_a_move": sum(found) / len(found) if found else None,
        }

    def _pairs(self) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
        """A story's request, and the one before it."""
        last: dict[str, dict[str, Any]] = {}
        for note in sorted(self.notes, key=lambda note: note["at"]):
            if note["key"] in last:
                yield last[note["key"]], note
            last[note["key"]] = note

    def _faithfulness(self) -> list[tuple[float, bool]]:
        """When a request came whose story's last host lives, and whether it came there."""
        died = {one.port: one.died or inf for one in self.engines}
        return [
            (after["at"], before["host"] == after["host"])
            for before, after in self._pairs()
            if after["at"] < died[before["host"]]
        ]

    def _after_moves(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """The requests of stories whose host had died, after the one that paid for the move."""
        died = {one.port: one.died or inf for one in self.engines}
        moved: set[str] = set()
        for before, after in self._pairs():
            if after["at"] >= died[before["host"]]:
                moved.add(after["key"])
            elif after["key"] in moved:
                yield after["key"], after


def _share(kept: Iterable[bool]) -> float | None:
    found = list(kept)
    return sum(found) / len(found) if found else None


async def play_and_kill(plan: Plan, say: Say) -> Outcome:
    """Starts all of it, kills one of each in turn, stops all of it."""
    folder = Path(tempfile.mkdtemp(prefix="gm-machines-"))
    folder.chmod(0o755)
    try:
        async with contextlib.AsyncExitStack() as stack:
            urls = await stack.enter_async_context(local_servers(folder, True, True, say))
            await migrate(urls.database_url or "")
            return await _on_machines(plan, folder, urls, stack, say)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


async def _on_machines(
    plan: Plan, folder: Path, urls: ServerURLs, stack: contextlib.AsyncExitStack, say: Say
) -> Outcome:
    model = folder / "story"
    await _run(str(PYTHON), "-m", "tests.machines.storyteller", str(model))
    engines = [
        _engine(kind, model, folder) for kind in ["sglang"] * plan.sglangs + ["stand-in"] * plan.stand_ins
    ]
    for one in engines:
        stack.callback(one.end)
    gateway = Gateway([one.port for one in engines])
    await stack.enter_async_context(gateway.while_open())
    await gateway.until_ready(len(engines))
    say(f"{len(engines)} engine hosts behind the gateway")
    hosts = [_host(folder, urls, model, gateway.port, n) for n in range(2)]
    await stack.enter_async_context(running_hosts(hosts))
    (folder / "nginx").mkdir(mode=0o755)
    proxy = await stack.enter_async_context(proxy_before(folder / "nginx", [host.port for host in hosts]))
    say("three web processes on two ports behind nginx")
    drive = Drive(
        plans_of([read(_tape(folder, plan))]), Manner(proxy.url), Load(plan.players, plan.calm_s / 2, 3600),
        database=Database(urls.database_url or ""),
    )  # fmt: skip
    driving = asyncio.create_task(drive.run())
    killed = list[tuple[float, str]]()
    for kill in _deaths(hosts, gateway, engines):
        await asyncio.sleep(plan.calm_s)
        if driving.done():
            break
        killed.append((time.time(), kill()))
        say(f"{len(drive.stories)} stories; killed: {killed[-1][1]}")
    await asyncio.sleep(2 * plan.calm_s)
    drive.halt()
    return Outcome(await driving, engines, killed, [note for one in engines for note in one.notes()])


def _deaths(hosts: list[Host], gateway: Gateway, engines: list[EngineHost]) -> list[Callable[[], str]]:
    """One of each: a worker, an engine host of each kind, the gateway, a whole web host."""

    def worker() -> str:
        process = hosts[0].process
        assert process is not None
        next(iter(workers_of(process.pid).values())).kill()
        return f"a worker of {hosts[0].name}"

    def host() -> str:
        hosts[1].family()[0].kill()
        return f"the whole {hosts[1].name}"

    one_of_each = {one.kind: one for one in engines}.values()
    return [worker, *(one.kill for one in one_of_each), host, gateway.kill]


class Gateway:
    """SGLang's own, started again when it ends, as systemd would."""

    def __init__(self, engines: list[int]) -> None:
        self.port = free_port()
        self._command = gateway_command(self.port, engines)
        self._process: asyncio.subprocess.Process | None = None

    @contextlib.asynccontextmanager
    async def while_open(self) -> AsyncIterator[None]:
        keeping = asyncio.create_task(self._keep())
        try:
            yield
        finally:
            keeping.cancel()
            await asyncio.gather(keeping, return_exceptions=True)

    async def _keep(self) -> None:
        try:
            while True:
                self._process = await asyncio.create_subprocess_exec(
                    *self._command, stdout=asyncio.subprocess.DEVNULL
                )
                await self._process.wait()
        finally:
            if self._process is not None and self._process.returncode is None:
                self._process.kill()
                await self._process.wait()

    async def until_ready(self, count: int) -> None:
        async with asyncio.timeout(START_S):
            while True:
                with contextlib.suppress(GatewayError):
                    members = await members_of(f"http://127.0.0.1:{self.port}") or []
                    if sum(member.ready for member in members) == count:
                        return
                await asyncio.sleep(0.5)

    def kill(self) -> str:
        assert self._process is not None
        self._process.kill()
        return "the gateway"


def gateway_command(port: int, engines: list[int]) -> list[str]:
    """As the unit that `gamemaster deploy gateway` writes begins it."""
    urls = tuple(f"http://127.0.0.1:{engine}" for engine in engines)
    asked = Deployment(engines=urls, gateway_port=port, gateway_metrics_port=free_port())
    unit = render(Target.GATEWAY, asked)["gamemaster-gateway.service"]
    start = unit.replace("\\\n", " ").partition("ExecStart=")[2].partition("\n")[0]
    return [str(ENVIRONMENT / "bin" / "smg"), *start.split()[1:]]


def _engine(kind: str, model: Path, folder: Path) -> EngineHost:
    port = free_port()
    log = folder / f"{kind}-{port}.log"
    python = str(PYTHON) if kind == "sglang" else sys.executable
    process = subprocess.Popen(
        [python, "-m", "tests.machines.engines", kind, str(model), str(port), str(log)], cwd=ROOT,
        env={**os.environ, "OMP_NUM_THREADS": "1"}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    return EngineHost(kind, port, log, process)


def _host(folder: Path, urls: ServerURLs, model: Path, gateway: int, number: int) -> Host:
    own = folder / f"host-{number}"
    own.mkdir()
    environment = {
        "GM_DATABASE_URL": urls.database_url or "", "GM_REDIS_URL": urls.redis_url or "", "GM_DATA_DIR": str(own),
        "GM_SECRET": "machines-" * 6, "GM_WORLDS_DIRS": str(ROOT / "tests"), "GM_VOICE": "off",
        "GM_MODEL": f"sglang+http://127.0.0.1:{gateway}#{model}", "GM_TEXT_SPEED": "0",
        "GM_LIMITS__ACTS_PER_MINUTE": "6000", "GM_LIMITS__NEW_PLAYERS_PER_MINUTE": "100000",
        "GM_ADDRESS__EXEMPT": "127.0.0.1", "GM_ADDRESS__PROXIES": "127.0.0.1", "GM_HOSTS": "localhost",
        "GM_NARRATOR__CRITIC_TURNS": "0",  # the tiny model tells the same in each turn
    }  # fmt: skip
    return Host(f"web host {number}", ("--workers", "2") if number == 0 else (), environment, free_port())


def _tape(folder: Path, plan: Plan) -> Path:
    tape = Tape("sample_world", pause_s=plan.pause_s / 2)
    for words in WORDS * 40:
        tape.act(words)
    return tape.write(folder / "turns.jsonl.zst")


async def _run(*command: str) -> None:
    process = await asyncio.create_subprocess_exec(*command, cwd=ROOT)
    assert await process.wait() == 0
