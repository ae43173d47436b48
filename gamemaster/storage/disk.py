"""How much room is left where the service writes: a full disk is known before a turn is lost to it."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

MEGABYTE = 1024 * 1024
LOW_BYTES = 500 * MEGABYTE  # an empty Postgres takes about 40 MB
FULL_BYTES = 64 * MEGABYTE  # four segments of Postgres's log: under that it may stop at any commit


@dataclass(frozen=True)
class Disk:
    """The disk of the data directory. `holds_database`: the service's own Postgres writes there too."""

    folder: Path
    holds_database: bool = False

    def free_bytes(self) -> int:
        """In the folder, or where it will be made."""
        place = next(path for path in (self.folder, *self.folder.parents) if path.exists())
        return shutil.disk_usage(place).free

    def status(self) -> str:
        """`ok…`, or how little is left and what to do about it."""
        free = self.free_bytes()
        if free >= LOW_BYTES:
            return f"ok ({free / 1e9:.1f} GB free)"
        return f"{free / 1e6:.0f} MB are free at {self.folder}; make room, or stories cannot be kept"

    def is_full(self) -> bool:
        """Nothing that must be kept can be."""
        return self.holds_database and self.free_bytes() < FULL_BYTES
