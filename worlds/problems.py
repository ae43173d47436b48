"""What can be wrong with a world: a fault or a warning, where it stands, and what to do about it."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Literal


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """Where something stands: a file relative to the world's folder, line and column from 1 (0: the whole file)."""

    file: str
    line: int = 0
    column: int = 0


@dataclass(frozen=True, slots=True)
class WorldError:
    """One fault (or warning) of a world, for its writer: where it is, what is wrong, what to do."""

    file: str
    line: int
    column: int
    message: str
    hint: str = ""
    severity: Literal["fault", "warning"] = "fault"

    def __str__(self) -> str:
        where = f"{self.file}:{self.line}:{self.column}" if self.line else self.file
        return f"{where}: {self.message}" + (f" ({self.hint})" if self.hint else "")

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


def fault(place: Place, message: str, hint: str = "") -> WorldError:
    return WorldError(place.file, place.line, place.column, message, hint)


def warning(place: Place, message: str, hint: str = "") -> WorldError:
    return WorldError(place.file, place.line, place.column, message, hint, "warning")
