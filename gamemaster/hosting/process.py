"""A server process under its supervisor, and the data directory that it works in."""

import asyncio
import hashlib
import hmac
import os
import socket
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path

import psutil

from gamemaster.errors import UserError
from gamemaster.hosting import supervisor
from gamemaster.hosting.server_account import Account

SUPERVISOR = Path(supervisor.__file__)

# Recovery after a crash replays at most `max_wal_size` (1 GB) of log; a slow disk does that in this time.
START_WAIT_S = 120.0
# How a server is asked to stop: SIGINT is a fast shutdown for Postgres, and a plain one for Valkey.
STOP_WITHIN_S = {"SIGINT": 30.0, "SIGQUIT": 5.0}
# The supervisor's patience with its server, and a little more.
STOP_WAIT_S = sum(STOP_WITHIN_S.values()) + 5.0
PORT_ATTEMPTS = 5
PROBE_EVERY_S = 0.05
LOG_KEPT_BYTES = 10_000_000


class ServersError(UserError):
    """The servers cannot be started here; the message says why and what to do."""


@dataclass
class SupervisedProcess:
    """One supervisor with its server. The server is stopped once `process.stdin` is closed, by us or by our death."""

    name: str
    process: "subprocess.Popen[bytes]"
    log: Path
    log_start: int

    def stop_soon(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()

    async def wait_for_end(self) -> int:
        """The exit status, once the server is gone."""
        try:
            return await asyncio.to_thread(self.process.wait, STOP_WAIT_S)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return self.process.wait()

    def has_ended(self) -> bool:
        return self.process.poll() is not None

    def last_words(self, size: int = 2000) -> str:
        """The end of what the server wrote to its log since this start."""
        return self.log.read_bytes()[self.log_start :][-size:].decode(errors="replace").strip()

    def error(self, what: str) -> ServersError:
        return ServersError(f"{self.name} {what}. The end of its log, {self.log}:\n{self.last_words()}")


@dataclass
class Place:
    """A data directory that we hold the lock of, and the servers that run in it."""

    data_dir: Path
    account: Account | None
    on_progress: Callable[[str], None]
    lock: int
    secret: str = field(repr=False)
    processes: list[SupervisedProcess] = field(default_factory=list)

    def password(self, name: str) -> str:
        return password_of(self.secret, name)

    def give_to_account(self, path: Path, mode: int) -> Path:
        """`path`, given to the user that the servers run as."""
        path.chmod(mode)
        if self.account is not None:
            os.chown(path, self.account.uid, self.account.gid)
        return path

    def start(self, name: str, command: list[str], *, restart: bool) -> SupervisedProcess:
        """Starts `command` under a supervisor, which shares our lock until the server has ended."""
        log = self.data_dir / f"{name}.log"
        if log.exists() and log.stat().st_size > LOG_KEPT_BYTES:
            log.replace(log.with_suffix(".log.old"))
        options = [f"--stop={number}:{seconds}" for number, seconds in STOP_WITHIN_S.items()]
        options += ["--orphan=SIGINT", *(["--restart"] if restart else [])]
        if self.account is not None:
            options += ["--uid", str(self.account.uid), "--gid", str(self.account.gid)]
        with open(log, "ab", opener=lambda path, flags: os.open(path, flags, 0o600)) as output:
            log_start = output.seek(0, os.SEEK_END)
            process = subprocess.Popen(
                [sys.executable, "-I", str(SUPERVISOR), *options, "--", *command],
                cwd="/",
                umask=0o077,
                stdin=subprocess.PIPE,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                pass_fds=(self.lock,),
                env={"PATH": os.environ.get("PATH", os.defpath), "LC_ALL": "C", "TZ": "UTC"},
            )
        supervised = SupervisedProcess(name, process, log, log_start)
        self.processes.append(supervised)
        return supervised

    async def run(self, name: str, command: list[str]) -> None:
        """Runs a program of the servers' to its end. Raises ServersError if it fails."""
        program = self.start(name, command, restart=False)
        await asyncio.to_thread(program.process.wait)
        if program.process.returncode != 0:
            raise program.error(f"failed with status {program.process.returncode}")

    async def serve(
        self, name: str, command: Callable[[int], list[str]], is_ready: Callable[[int], Awaitable[bool]]
    ) -> int:
        """Starts a server on a free port of 127.0.0.1 and returns the port once `is_ready(port)`.

        Raises ServersError if it ends or is not ready within START_WAIT_S seconds.
        """
        for _ in range(PORT_ATTEMPTS):
            port = free_port()
            server = self.start(name, command(port), restart=True)
            deadline = time.monotonic() + START_WAIT_S
            while not server.has_ended():
                if await is_ready(port):
                    return port
                if time.monotonic() > deadline:
                    raise server.error(f"was not ready within {START_WAIT_S:.0f} s")
                await asyncio.sleep(PROBE_EVERY_S)
            # Somebody may take the port between our look and the server's; any other reason will not pass.
            if "Address already in use" not in server.last_words():
                raise server.error("ended while it was starting")
        raise ServersError(f"{name} found {PORT_ATTEMPTS} free ports taken before it could listen; try again")

    def end_leftover(self, pid_file: Path, name: str, folder: Path) -> None:
        """Ends a server `name` that works in `folder` though nobody supervises it, and removes its stale pid file.

        As we hold the lock, no live service owns it. A process that merely has the same number is left alone.
        """
        if not pid_file.exists():
            return
        first_line, _, _ = pid_file.read_text().partition("\n")
        if first_line.strip().isdigit() and works_in(int(first_line), name, folder):
            self.on_progress(f"stopping a {name} that an earlier service left behind…")
            process = psutil.Process(int(first_line))
            try:
                process.terminate()
                process.wait(STOP_WAIT_S)
            except psutil.TimeoutExpired:
                process.kill()
            except psutil.NoSuchProcess:
                return
        pid_file.unlink(missing_ok=True)


def password_of(secret: str, name: str) -> str:
    """A password for each user of each server, all from the one secret."""
    return hmac.new(secret.encode(), name.encode(), hashlib.sha256).hexdigest()


def works_in(pid: int, name: str, folder: Path) -> bool:
    try:
        process = psutil.Process(pid)
        return bool(process.name().startswith(name) and Path(process.cwd()) == folder.resolve())
    except (psutil.NoSuchProcess, psutil.AccessDenied):
        return False


def free_port() -> int:
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
