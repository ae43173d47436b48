"""A server process under its supervisor, and the data directory that it works in."""

import asyncio
import hashlib
import hmac
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from gamemaster.errors import UserError
from gamemaster.hosting import supervisor
from gamemaster.hosting.failure import MayFail
from gamemaster.hosting.server_account import Account

SUPERVISOR = Path(supervisor.__file__)

# How a server is asked to stop: SIGINT is a fast shutdown for Postgres, and a plain one for Valkey.
STOP_WITHIN_S = {"SIGINT": 30.0, "SIGQUIT": 5.0}
# The supervisor's patience with its server, and a little more.
STOP_WAIT_S = sum(STOP_WITHIN_S.values()) + 5.0
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


@dataclass(eq=False)
class Place(MayFail):
    """A data directory that we hold the lock of, and the servers that run in it. It fails once one of them is lost and
    cannot be brought back."""

    data_dir: Path
    account: Account | None
    on_progress: Callable[[str], None]
    lock: int
    secret: str = field(repr=False)
    processes: list[SupervisedProcess] = field(default_factory=list)
    keepers: list["asyncio.Task[None]"] = field(default_factory=list)

    def password(self, name: str) -> str:
        return password_of(self.secret, name)

    def give_to_account(self, path: Path, mode: int) -> Path:
        """`path`, given to the user that the servers run as."""
        path.chmod(mode)
        if self.account is not None:
            os.chown(path, self.account.uid, self.account.gid)
        return path

    def start(self, name: str, command: list[str]) -> SupervisedProcess:
        """Starts `command` under a supervisor, which shares our lock until the server has ended."""
        log = self.data_dir / f"{name}.log"
        if log.exists() and log.stat().st_size > LOG_KEPT_BYTES:
            log.replace(log.with_suffix(".log.old"))
        options = [f"--stop={number}:{seconds}" for number, seconds in STOP_WITHIN_S.items()]
        options.append("--orphan=SIGINT")
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

    def replace(self, ended: SupervisedProcess, command: list[str]) -> SupervisedProcess:
        """Starts a server again whose supervisor has ended."""
        process = self.start(ended.name, command)
        process.log_start = min(
            ended.log_start, process.log_start
        )  # its last words may be those of an earlier start
        ended.stop_soon()
        self.processes.remove(ended)
        return process

    async def run(self, name: str, command: list[str]) -> None:
        """Runs a program of the servers' to its end. Raises ServersError if it fails."""
        program = self.start(name, command)
        await asyncio.to_thread(program.process.wait)
        if program.process.returncode != 0:
            raise program.error(f"failed with status {program.process.returncode}")


def password_of(secret: str, name: str) -> str:
    """A password for each user of each server, all from the one secret."""
    return hmac.new(secret.encode(), name.encode(), hashlib.sha256).hexdigest()
