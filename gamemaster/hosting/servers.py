"""Starts and stops the service's own Postgres and Valkey, in a data directory that belongs to one service.

Both are real servers from wheels. They listen on 127.0.0.1 with passwords, on ports that were free: a Unix
socket's path may hold 107 bytes, which a long data directory exceeds.
"""

import asyncio
import contextlib
import fcntl
import os
import stat
import time
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TextIO

from gamemaster.hosting import postgres as local_postgres
from gamemaster.hosting import server_account
from gamemaster.hosting import valkey as local_valkey
from gamemaster.hosting.process import STOP_WAIT_S, Place, ServersError
from gamemaster.options import secret_file

__all__ = ["DataDirBusyError", "ServerURLs", "ServersError", "local_servers", "running_database"]

Progress = Callable[[str], None]


class DataDirBusyError(ServersError):
    """Another service runs on this data directory."""

    def __init__(self, data_dir: Path, pid: str) -> None:
        super().__init__(
            f"another service (process {pid or 'unknown'}) already runs on the data directory {data_dir}. "
            "Stop it first, or give this one a directory of its own with GM_DATA_DIR"
        )
        self.data_dir = data_dir
        self.pid = pid


@dataclass(frozen=True)
class ServerURLs:
    """Where the started servers listen; None for one that was not asked for. They hold passwords: never log them.

    `database_url` is in SQLAlchemy's asyncpg form, `redis_url` in redis-py's. `failed` is done, with the reason, once
    one of them was lost and could not be brought back; None if none was started.
    """

    database_url: str | None = field(default=None, repr=False)
    redis_url: str | None = field(default=None, repr=False)
    failed: asyncio.Future[str] | None = field(default=None, repr=False, compare=False)


@contextlib.asynccontextmanager
async def local_servers(
    data_dir: Path, need_postgres: bool, need_redis: bool, on_progress: Progress
) -> AsyncIterator[ServerURLs]:
    """The servers that are needed, running until the context ends; touches nothing if none is.

    Raises DataDirBusyError if another service holds `data_dir`, ServersError for what else keeps them from
    starting. The servers are kept running (see `keeper`), and also stop in good order if this process is killed.
    """
    if not (need_postgres or need_redis):
        yield ServerURLs()
        return
    data_dir = data_dir.expanduser().absolute()
    account = server_account.find_account()
    prepare_directory(data_dir, account)
    with owner_lock(data_dir):
        async with servers_lock(data_dir, on_progress) as lock:
            place = Place(data_dir, account, on_progress, lock, read_secret(data_dir))
            try:
                redis_url = await local_valkey.start(place) if need_redis else None
                database_url = await local_postgres.start(place) if need_postgres else None
                yield ServerURLs(database_url, redis_url, place.failed)
            finally:
                await stop_all(place)


def running_database(data_dir: Path) -> str | None:
    """The URL of the Postgres that another service started in `data_dir`; None if there is none or it is not ours.

    It holds a password: never log it.
    """
    data_dir = data_dir.expanduser().absolute()
    port = local_postgres.running_port(data_dir)
    if port is None or not (data_dir / "servers.secret").exists():
        return None
    return local_postgres.url_of(port, read_secret(data_dir))


def prepare_directory(data_dir: Path, account: server_account.Account | None) -> None:
    """Makes `data_dir`, for us alone (as root: others may pass through but not list); leaves one that exists as it is.

    Raises ServersError if it cannot be made, if anybody may write in it, or if the servers' user cannot enter it.
    """
    try:
        if not data_dir.exists():
            data_dir.mkdir(parents=True)
            data_dir.chmod(0o700 if account is None else 0o711)
        if not data_dir.is_dir() or not os.access(data_dir, os.W_OK | os.X_OK):
            raise PermissionError(0, "not a folder that we may write in", str(data_dir))
    except OSError as error:
        raise ServersError(
            f"the data directory {data_dir} cannot be used ({error.strerror}: {error.filename}). "
            "Choose another with GM_DATA_DIR"
        ) from error
    mode = stat.S_IMODE(data_dir.stat().st_mode)
    if mode & stat.S_IWOTH:
        raise ServersError(
            f"anybody may write in the data directory {data_dir} (mode {mode:04o}). "
            "Name a folder in it with GM_DATA_DIR, and it will be made"
        )
    try:
        server_account.check_enterable(data_dir, account)
    except server_account.UnprivilegedError as error:
        raise ServersError(str(error)) from error


def read_secret(data_dir: Path) -> str:
    try:
        return secret_file.read_or_create(data_dir / "servers.secret")
    except secret_file.SecretFileError as error:
        raise ServersError(str(error)) from error


@contextlib.contextmanager
def owner_lock(data_dir: Path) -> Iterator[None]:
    """Held by the one service of a data directory, and released by the kernel whichever way it ends."""
    with open_lock(data_dir / "service.lock") as handle:
        if not try_lock(handle.fileno()):
            handle.seek(0)
            raise DataDirBusyError(data_dir, handle.read().strip())
        handle.truncate(0)
        handle.write(f"{os.getpid()}\n")
        handle.flush()
        yield


@contextlib.asynccontextmanager
async def servers_lock(data_dir: Path, on_progress: Progress) -> AsyncIterator[int]:
    """Held by the service and its supervisors: free only when the servers of a killed service have stopped too."""
    with open_lock(data_dir / "servers.lock") as handle:
        deadline = time.monotonic() + STOP_WAIT_S
        waiting = False
        while not try_lock(handle.fileno()):
            if not waiting:
                on_progress("waiting for the servers of an earlier service to stop…")
                waiting = True
            if time.monotonic() > deadline:
                raise ServersError(
                    f"the servers of an earlier service in {data_dir} have not stopped in {STOP_WAIT_S:.0f} s. "
                    "Stop the processes named `postgres` and `valkey-server` that work there, then try again"
                )
            await asyncio.sleep(0.1)
        yield handle.fileno()


def open_lock(path: Path) -> TextIO:
    """Closed to other users: whoever can open a lock's file can hold the lock."""
    return open(path, "a+", opener=lambda name, flags: os.open(name, flags, 0o600))


def try_lock(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


async def stop_all(place: Place) -> None:
    for keeper in place.keepers:
        keeper.cancel()
    for server in place.processes:
        server.stop_soon()
    # Should even this wait be cut short: the supervisors have been told, and go on by themselves.
    await asyncio.gather(
        *(server.wait_for_end() for server in place.processes), *place.keepers, return_exceptions=True
    )
