"""Which process serves a port: said in the data directory for as long as it does, for `gamemaster drain`."""

from __future__ import annotations

import contextlib
import fcntl
import logging
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Serving:
    """A process that serves, by itself (one) or through so many workers."""

    pid: int
    workers: int


@contextlib.contextmanager
def serving_noted(data_dir: Path, port: int, workers: int = 1) -> Iterator[None]:
    """Notes this process. The lock on the file ends with the process, whichever way that ends; the file may stay."""
    with contextlib.ExitStack() as stack:
        try:
            data_dir.mkdir(parents=True, exist_ok=True)
            file = stack.enter_context(_open_file(path_for(data_dir, port)))
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            file.truncate(0)
            file.write(f"{os.getpid()} {workers}\n")
            file.flush()
        except OSError as error:
            log.info("`gamemaster drain` will not find this process: %s", error)
        yield


def serving_process(data_dir: Path, port: int) -> Serving | None:
    """The process that serves the port, if one does. Raises OSError."""
    try:
        with _open_file(path_for(data_dir, port), "r") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
            except BlockingIOError:
                pid, _, workers = file.read().strip().partition(" ")
                return Serving(int(pid), int(workers)) if pid.isdigit() and workers.isdigit() else None
    except FileNotFoundError:
        pass
    return None


def serving_processes(data_dir: Path) -> dict[int, Serving]:
    """All that serve from the data directory, by port. Raises OSError."""
    ports = (path.stem.removeprefix("serve-") for path in sorted(data_dir.glob("serve-*.pid")))
    found = {int(port): serving_process(data_dir, int(port)) for port in ports if port.isdecimal()}
    return {port: serving for port, serving in found.items() if serving is not None}


def path_for(data_dir: Path, port: int) -> Path:
    return data_dir / f"serve-{port}.pid"


def _open_file(path: Path, mode: str = "a+") -> IO[str]:
    """For us alone: whoever can open it can hold its lock."""
    return open(path, mode, opener=lambda name, flags: os.open(name, flags | os.O_CLOEXEC, 0o600))
