"""A disk of the campaign's own, small enough to be filled: a tmpfs, where whoever runs the campaign may mount one."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import os
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

SIZE = "1g"  # of memory at most: the database of a campaign, its log of writes, and what the hosts keep
FULL_S = (2.0, 8.0)  # how long it stays full: the least and the most
PIECE = 1 << 20


@dataclass(eq=False)
class SmallDisk:
    """Everything that Postgres, Valkey and the hosts write lies on it."""

    folder: Path

    def fill_for_a_while(self, random: Random) -> str:
        """Write until there is no room for one byte more; and take it away again a little later."""
        seconds = random.uniform(*FULL_S)
        if self._ballast.exists():
            return "it is full already"
        written = self.fill()
        asyncio.get_running_loop().call_later(seconds, self.free)
        return f"{written / 1e6:.0f} MB more, for {seconds:.1f} s"

    def fill(self) -> int:
        """How many bytes it took."""
        with self._ballast.open("ab", buffering=0) as file, _until_full():
            while file.write(bytes(PIECE)):  # the last one is cut to what is left
                pass
        return self._ballast.stat().st_size

    def free(self) -> None:
        """There is room again."""
        self._ballast.unlink(missing_ok=True)

    @property
    def _ballast(self) -> Path:
        return self.folder / "ballast"


@contextlib.contextmanager
def _until_full() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        if error.errno != errno.ENOSPC:
            raise


@contextlib.contextmanager
def small_disk(folder: Path, say: Callable[[str], None]) -> Iterator[SmallDisk | None]:
    """The disk, mounted on the folder; None, and a word of it, where that is not allowed."""
    mount = ["mount", "-t", "tmpfs", "-o", f"size={SIZE},mode=0711", "tmpfs", str(folder)]
    try:
        done = subprocess.run(mount, capture_output=True, text=True, check=False)
        refused = done.stderr.strip() if done.returncode else ""
    except OSError as error:
        refused = str(error)
    if refused:
        say(f"no disk is filled in this campaign: {refused}")
        yield None
        return
    try:
        yield SmallDisk(folder)
    finally:
        # Lazily: what still ends may hold files open.
        subprocess.run(["umount", "--lazy", str(folder)], check=True, env={"PATH": os.environ["PATH"]})
