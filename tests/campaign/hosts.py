"""The service of a campaign: two hosts on one Postgres and one Valkey of our own, and what can be done to them."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import signal
import sys
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import psutil

ROOT = Path(__file__).resolve().parents[2]
NOBODY = "nobody there"  # what a fault says that found no process to break
READY = re.compile(r"ready:\s+http://127\.0\.0\.1:(\d+)")
START_S = 120.0


@dataclass(eq=False)
class Host:
    """A `gamemaster serve` on a port of its own, started again when it ends, as a supervisor would."""

    name: str
    arguments: tuple[str, ...]
    environment: dict[str, str]
    port: int
    process: asyncio.subprocess.Process | None = None
    starts: int = 0
    ready: asyncio.Event = field(default_factory=asyncio.Event)
    say: Callable[[str], None] = print

    async def keep(self) -> None:
        """Run it, again and again, until this is cancelled."""
        try:
            while True:
                self.starts += 1
                await self._run()
        finally:
            await self._end()

    async def _run(self) -> None:
        began, last = time.monotonic(), ""
        self.ready.clear()
        self.process = process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "gamemaster.cli.main", "serve", "--port", str(self.port), *self.arguments,
            cwd=ROOT, env={**os.environ, **self.environment}, stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
        )  # fmt: skip
        assert process.stdout is not None
        async for line in process.stdout:
            last = line.decode(errors="replace").strip() or last
            if READY.search(last):
                self.ready.set()
                self.say(f"{self.name} is ready after {time.monotonic() - began:.1f} s")
        status = await process.wait()
        self.ready.clear()
        self.say(
            f"{self.name} ended with {status} after {time.monotonic() - began:.1f} s; it said last: {last[:160]}"
        )

    async def _end(self) -> None:
        if self.process is not None and self.process.returncode is None:
            self.process.terminate()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(30):
                    await self.process.communicate()
        if self.process is not None and self.process.returncode is None:
            self.process.kill()
            await self.process.communicate()

    def family(self) -> list[psutil.Process]:
        """Its processes, the first one first."""
        if self.process is None or self.process.returncode is not None:
            return []
        try:
            first = psutil.Process(self.process.pid)
            return [first, *first.children(recursive=True)]
        except psutil.NoSuchProcess:
            return []


def processes_with(pattern: str, folder: Path, parent: psutil.Process) -> list[psutil.Process]:
    """Processes below `parent` whose command line matches, and names the folder."""
    found = []
    for process in parent.children(recursive=True):
        with contextlib.suppress(psutil.Error):
            line = " ".join(process.cmdline())
            if re.search(pattern, line) and str(folder) in line:
                found.append(process)
    return found


@dataclass(eq=False)
class Service:
    """Both hosts, and the data directory of their servers."""

    hosts: list[Host]
    folder: Path
    random: Random

    def _kill_one(self, found: list[psutil.Process]) -> str:
        if not found:
            return NOBODY
        victim = self.random.choice(sorted(found, key=lambda process: process.pid))
        with contextlib.suppress(psutil.NoSuchProcess):
            victim.kill()
        return f"process {victim.pid}"

    def kill_worker(self) -> str:
        """A web worker, or the whole host where it is one process."""
        host = self.random.choice(self.hosts)
        return self._kill_one([p for p in host.family()[1:] if _says(p, "forkserver")] or host.family()[:1])

    def kill_host(self) -> str:
        """One that answers: killed while it starts, a host would never come back, and nothing be learnt of it."""
        return self._kill_one(
            [host.family()[0] for host in self.hosts if host.ready.is_set() and host.family()]
        )

    def kill_engine(self) -> str:
        return self._kill_one(
            [p for host in self.hosts for p in host.family() if _says(p, "inference.hosted")]
        )

    def stop_worker(self) -> str:
        """SIGSTOP, and SIGCONT a little later."""
        host = self.random.choice(self.hosts)
        family = [p for p in host.family() if _says(p, "forkserver")] or host.family()[:1]
        if not family:
            return NOBODY
        victim, seconds = self.random.choice(family), self.random.uniform(0.5, 4.0)
        with contextlib.suppress(psutil.NoSuchProcess):
            victim.suspend()
            asyncio.get_running_loop().call_later(seconds, _resume, victim)
        return f"process {victim.pid} for {seconds:.1f} s"

    def kill_postgres(self) -> str:
        return self._kill_one(processes_with(r"^\S*postgres\b.*-D", self.folder, psutil.Process()))

    def kill_valkey(self) -> str:
        """It names an address, and no folder, in its own title: it is found below its keeper."""
        keepers = processes_with(r"supervisor\.py.*valkey-server", self.folder, psutil.Process())
        return self._kill_one([server for keeper in keepers for server in keeper.children()])

    def kill_triton(self) -> str:
        """The speech server of either host; nobody is there where the voice was not prepared (`gamemaster prepare`)."""
        return self._kill_one([p for host in self.hosts for p in host.family() if _is_triton(p)])

    def kill_keeper(self) -> str:
        return self._kill_one(processes_with(r"supervisor\.py", self.folder, psutil.Process()))

    def faults(self) -> dict[str, Callable[[], str]]:
        """What can be done, by name; sockets are cut by the players."""
        return {
            "kill worker": self.kill_worker,
            "kill host": self.kill_host,
            "kill engine": self.kill_engine,
            "stop worker": self.stop_worker,
            "kill postgres": self.kill_postgres,
            "kill valkey": self.kill_valkey,
            "kill keeper": self.kill_keeper,
            "kill triton": self.kill_triton,
        }


def _says(process: psutil.Process, text: str) -> bool:
    try:
        return text in " ".join(process.cmdline())
    except psutil.Error:
        return False


def _is_triton(process: psutil.Process) -> bool:
    try:
        return bool(process.name() == "tritonserver")
    except psutil.Error:
        return False


def _resume(process: psutil.Process) -> None:
    with contextlib.suppress(psutil.NoSuchProcess):
        process.send_signal(signal.SIGCONT)


@contextlib.asynccontextmanager
async def running_hosts(hosts: list[Host]) -> AsyncIterator[None]:
    """All hosts, running until the context ends."""
    keeping = [asyncio.create_task(host.keep()) for host in hosts]
    try:
        async with asyncio.timeout(START_S):
            for host in hosts:
                await host.ready.wait()
        yield
    finally:
        for task in keeping:
            task.cancel()
        await asyncio.gather(*keeping, return_exceptions=True)
