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
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import psutil

from gamemaster.cli.qa.drive import plans_of
from gamemaster.hosting.servers import ServerURLs, local_servers
from gamemaster.recording.format import read
from gamemaster.replay.load.audit import Database
from gamemaster.replay.load.driver import Drive, Load
from gamemaster.replay.load.presence import Manner
from gamemaster.replay.run import Run
from gamemaster.storage.migrate import migrate
from inference.sglang.gateway import GatewayError, members_of
from inference.testbed.place import PYTHON
from tests.campaign.hosts import ROOT, Host, running_hosts
from tests.drivekit import Tape
from tests.integration.test_gateway import gateway_command
from tests.integration.test_nginx import proxy_before
from tests.integration.service import free_port

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
        for process in [*psutil.Process(self.process.pid).children(recursive=True), self.process]:
            with contextlib.suppress(psutil.NoSuchProcess):
                process.kill()

    def notes(self) -> list[dict[str, Any]]:
        """What it answered to the end, and on which host."""
        if not self.log.exists():
            return []
        return [{**json.loads(line), "host": self.port} for line in self.log.read_text().splitlines()]


@dataclass(eq=False)
class Outcome:
    """What the players and Postgres say, and the engine hosts' notes."""

    run: Run
    engines: list[EngineHost]
    killed: list[str]
    notes: list[dict[str, Any]]

    def data(self) -> dict[str, Any]:
        stayed, moved, shares = self._stories()
        metrics = self.run.metrics
        again = sorted(share for _, share in shares)
        return {
            "killed": self.killed,
            **{name: metrics.get(name) for name in ("turns", "committed", "lost", "doubled", "invalid")},
            "errors": dict(self.run.errors),
            "requests": {
                f"{one.kind} {one.port}": sum(note["host"] == one.port for note in self.notes)
                for one in self.engines
            },
            "affinity": stayed,
            "moved_stories": moved,
            "prefix_found_after_a_move": sum(again) / len(again) if again else None,
            "prefix_found_worst": again[0] if again else None,
        }

    def _stories(self) -> tuple[float | None, int, list[tuple[str, float]]]:
        """The share of requests that came where the story's last one did, those aside whose host had died; how many
        stories moved; and what each request of those found on its new host, the first one aside."""
        died = {one.port: one.died for one in self.engines}
        by_story: dict[str, list[dict[str, Any]]] = {}
        for note in sorted(self.notes, key=lambda note: note["at"]):
            by_story.setdefault(note["key"], []).append(note)
        stayed, shares, moved = list[bool](), list[tuple[str, float]](), set[str]()
        for key, notes in by_story.items():
            for before, after in pairwise(notes):
                gone = died[before["host"]]
                if gone is not None and after["at"] > gone:
                    moved.add(key)
                    continue
                stayed.append(before["host"] == after["host"])
                if key in moved:
                    shares.append((key, after["cached"] / after["prompt"]))
        return (sum(stayed) / len(stayed) if stayed else None), len(moved), shares


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
    await stack.enter_async_context(gateway.kept())
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
    killed = []
    for kill in _deaths(hosts, gateway, engines):
        await asyncio.sleep(plan.calm_s)
        if driving.done():
            break
        killed.append(kill())
        say(f"{len(drive.stories)} stories; killed: {killed[-1]}")
    await asyncio.sleep(2 * plan.calm_s)
    drive.halt()
    return Outcome(await driving, engines, killed, [note for one in engines for note in one.notes()])


def _deaths(hosts: list[Host], gateway: Gateway, engines: list[EngineHost]) -> list[Callable[[], str]]:
    """One of each: a worker, an engine host of each kind, the gateway, a whole web host."""

    def worker() -> str:
        (victim, *_) = [
            one for one in hosts[0].family() if "forkserver" in " ".join(one.cmdline()) and one.threads()[1:]
        ]
        victim.kill()
        return f"a worker of {hosts[0].name}"

    def host() -> str:
        hosts[1].family()[0].kill()
        return f"the whole {hosts[1].name}"

    one_of_each = {one.kind: one for one in engines}.values()
    return [worker, *(one.kill for one in one_of_each), gateway.kill, host]


class Gateway:
    """SGLang's own, started again when it ends, as systemd would."""

    def __init__(self, engines: list[int]) -> None:
        self.port = free_port()
        self._command = gateway_command(self.port, free_port(), engines)
        self._process: asyncio.subprocess.Process | None = None

    @contextlib.asynccontextmanager
    async def kept(self) -> AsyncIterator[None]:
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


def _engine(kind: str, model: Path, folder: Path) -> EngineHost:
    port = free_port()
    log = folder / f"{kind}-{port}.log"
    python = str(PYTHON) if kind == "sglang" else sys.executable
    process = subprocess.Popen(
        [python, "-m", "tests.machines.engines", kind, str(model), str(port), str(log)], cwd=ROOT,
        env={**os.environ, "OMP_NUM_THREADS": "1"}, stdout=subprocess.DEVNULL,
        stderr=(folder / f"{kind}-{port}.err").open("wb"),
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
