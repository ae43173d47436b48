"""The real service as a process: `gamemaster play` on scratch data, to be stopped, killed and started again."""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tests.conftest import make_data_dir

START_S = 90.0
STOP_S = 40.0
READY = re.compile(r"is ready:\s+(http://\S+)")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@dataclass
class Service:
    """Started with `start`; keeps its port and its data from one start to the next. `environment` adds to ours, and
    `arguments` to the command.
    """

    data_dir: Path
    environment: dict[str, str] = field(default_factory=dict)
    port: int = field(default_factory=free_port)
    process: subprocess.Popen[bytes] | None = None
    arguments: tuple[str, ...] = ()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def log(self) -> Path:
        return self.data_dir / "service.out"

    def start(self) -> None:
        """Returns when the service says that it is ready. Raises AssertionError with its output if it does not."""
        self.data_dir.mkdir(parents=True, exist_ok=True)
        command = [sys.executable, "-m", "gamemaster.cli.main", "play", "--no-browser"]
        command += ["--port", str(self.port), "--data-dir", str(self.data_dir), *self.arguments]
        with self.log.open("wb") as output:
            self.process = subprocess.Popen(
                command, stdout=output, stderr=subprocess.STDOUT, env={**os.environ, **self.environment}
            )
        deadline = time.monotonic() + START_S
        while not READY.search(self.log.read_text(errors="replace")):
            assert self.process.poll() is None, f"the service ended at its start:\n{self.log.read_text()}"
            assert time.monotonic() < deadline, f"not ready in {START_S:.0f} s:\n{self.log.read_text()}"
            time.sleep(0.1)

    def until_voiced(self) -> None:
        """Returns when its voice has joined it, which comes after `start`."""
        deadline = time.monotonic() + START_S
        while "the voice speaks" not in self.log.read_text(errors="replace"):
            assert time.monotonic() < deadline, f"no voice in {START_S:.0f} s:\n{self.log.read_text()}"
            time.sleep(0.1)

    def stop(self) -> None:
        """As Ctrl-C does."""
        if self.process is not None:
            self.process.send_signal(signal.SIGINT)
            self.process.wait(STOP_S)
            self.process = None

    def kill(self) -> None:
        """As the kernel does when memory runs out."""
        if self.process is not None:
            self.process.kill()
            self.process.wait(STOP_S)
            self.process = None


@contextmanager
def serve(environment: dict[str, str]) -> Iterator[Service]:
    """A service that runs, on data of its own, which is deleted at the end. A test that stops it starts it again."""
    served = Service(make_data_dir(), environment)
    try:
        served.start()
        yield served
    finally:
        served.stop()
        shutil.rmtree(served.data_dir)
