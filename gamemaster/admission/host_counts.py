"""How many each address has in all processes that serve one port of this host: a table in shared memory.

Each process writes a row of its own and reads those of the others, so that nothing waits. A row is held by a lock that
the kernel gives back however its process ends; what the dead left in theirs is swept away before anybody is refused for
it. A name stands in two columns, of which the lower counts: two names that share one column do
each other no harm. Two processes that take the last one in the same moment both have it.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import logging
import mmap
import os
import secrets
import tempfile
from collections.abc import Iterator
from pathlib import Path

log = logging.getLogger(__name__)

VARIABLE = "GM_ADDRESS__TABLE"
COLUMNS = 8_192
ROW_BYTES = COLUMNS * 4
SALT_BYTES = 16  # so that nobody knows who shares a column with whom
FIRST_ROW = mmap.ALLOCATIONGRANULARITY  # the salt has a page


def make_table(path: Path, processes: int) -> None:
    """A table for so many at once. Raises OSError."""
    with path.open("xb") as file:
        file.write(secrets.token_bytes(SALT_BYTES))
        file.truncate(FIRST_ROW + processes * ROW_BYTES)


@contextlib.contextmanager
def table_for_workers(workers: int) -> Iterator[None]:
    """A table that the processes find which are started meanwhile, by GM_ADDRESS__TABLE. Raises OSError."""
    with tempfile.TemporaryDirectory(prefix="gm-addresses-") as folder:
        path = Path(folder) / "table"
        make_table(path, 2 * workers + 1)  # those that end slowly keep their rows
        os.environ[VARIABLE] = str(path)
        try:
            yield
        finally:
            del os.environ[VARIABLE]


def open_table(path: Path | None) -> HostCounts | None:
    """The table, if there is one; without it a process counts for itself."""
    try:
        return HostCounts(path) if path is not None else None
    except OSError as error:
        log.warning("what addresses have is counted in this process alone: %s", error)
        return None


class TableFullError(OSError):
    """More processes than the table was made for."""


class HostCounts:
    """The table, and the row of this process. Used by one thread; the row is given back by `close` or by the end."""

    def __init__(self, path: Path) -> None:
        """Raises OSError."""
        self._file = os.open(path, os.O_RDWR | os.O_CLOEXEC)
        self._map = mmap.mmap(self._file, 0)
        self._salt = self._map[:SALT_BYTES]
        self._cells = memoryview(self._map)[FIRST_ROW:].cast("I")
        self._rows = len(self._cells) // COLUMNS
        self._own = self._claim()

    def _claim(self) -> int:
        for row in range(self._rows):
            if self._lock(row):
                self._clear(row)
                return row
        raise TableFullError(f"all {self._rows} rows of the table of addresses are taken")

    def put(self, name: str, change: int) -> None:
        """This process has so many more of them."""
        for column in self._columns(name):
            self._cells[self._own * COLUMNS + column] += change

    def elsewhere(self, name: str) -> int:
        """How many the others have."""
        return min(self._sum(column) for column in self._columns(name))

    def sweep(self) -> None:
        """Takes away what processes left that are gone."""
        for row in range(self._rows):
            if row != self._own and self._lock(row):
                self._clear(row)
                fcntl.lockf(self._file, fcntl.LOCK_UN, 1, row)

    def close(self) -> None:
        """Another process may have the row."""
        self._clear(self._own)
        self._cells.release()
        os.close(self._file)

    def _sum(self, column: int) -> int:
        others = (row for row in range(self._rows) if row != self._own)
        return sum(self._cells[row * COLUMNS + column] for row in others)

    def _columns(self, name: str) -> tuple[int, int]:
        digest = hashlib.blake2b(name.encode(), digest_size=8, key=self._salt).digest()
        return int.from_bytes(digest[:4]) % COLUMNS, int.from_bytes(digest[4:]) % COLUMNS

    def _lock(self, row: int) -> bool:
        # A lock of POSIX's, on one byte for each row: a process holds those that it took, and not those of its parent.
        with contextlib.suppress(BlockingIOError, PermissionError):
            fcntl.lockf(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, row)
            return True
        return False

    def _clear(self, row: int) -> None:
        start = FIRST_ROW + row * ROW_BYTES
        self._map[start : start + ROW_BYTES] = bytes(ROW_BYTES)
