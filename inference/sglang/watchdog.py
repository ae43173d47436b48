"""Notices the death of SGLang's processes at once, and keeps its signal handlers from taking ours away."""

import asyncio
import os
import signal
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any


@dataclass(eq=False)
class ProcessWatch:
    """Calls `on_death` once, within the event loop, when any of the children ends."""

    on_death: Callable[[str], None]
    _files: dict[int, int] = field(default_factory=dict, init=False)

    def start(self, pids: Iterable[int]) -> None:
        loop = asyncio.get_running_loop()
        for pid in pids:
            file = os.pidfd_open(pid)
            self._files[file] = pid
            loop.add_reader(file, self._on_death, pid)

    def stop(self) -> None:
        files, self._files = self._files, {}
        for file in files:
            asyncio.get_running_loop().remove_reader(file)
            os.close(file)

    def _on_death(self, pid: int) -> None:
        self.stop()
        self.on_death(f"SGLang's process {pid} ended")


@dataclass(eq=False)
class SignalKeeper:
    """Remembers the handlers of SIGTERM and SIGQUIT, and puts them back after SGLang's first request replaced them.

    SGLang's SIGTERM takes 8 s and keeps a web framework's lifespan from ending; its SIGQUIT kills the whole process.
    Handlers set by `loop.add_signal_handler` cannot be read, so their owner sets them again after `start()`.
    """

    on_quit: Callable[[], None]
    _terminate: Any = field(default=None, init=False)

    def remember(self) -> None:
        self._terminate = signal.getsignal(signal.SIGTERM)

    def restore(self) -> None:
        loop = asyncio.get_running_loop()
        loop.remove_signal_handler(signal.SIGTERM)
        if self._terminate is not None:
            signal.signal(signal.SIGTERM, self._terminate)
        # A child that fails, and SGLang's watchdog of them, send SIGQUIT to this process.
        loop.add_signal_handler(signal.SIGQUIT, self.on_quit)
