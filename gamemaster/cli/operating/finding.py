"""What `gamemaster doctor` says of a part of the service."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Finding:
    """A part, whether it is well, and what was seen or is to be done. `warns`: it works, and may disappoint."""

    part: str
    well: bool
    text: str
    warns: bool = False

    @property
    def line(self) -> str:
        """For people."""
        mark = "BAD" if not self.well else "warn" if self.warns else "ok"
        return f"{mark:<4} {self.part}: {self.text}"
