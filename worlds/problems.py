"""What can be wrong with a world: a finding, where it stands, why it matters, and what to do about it."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Literal, NamedTuple

from worlds.reasons import WHY

Severity = Literal["fault", "warning", "note"]  # a world with faults cannot be played; a note may be meant


class Place(NamedTuple):  # of every value of a world: it is made twice as fast as a frozen dataclass
    """Where something stands: a file relative to the world's folder, line and column from 1 (0: the whole file)."""

    file: str
    line: int = 0
    column: int = 0

    def as_dict(self) -> dict[str, object]:
        return self._asdict()


@dataclass(frozen=True, slots=True)
class WorldError:
    """One finding in a world, for its writer: where it is, what is wrong, what to do.

    `kind` names the sort of finding, a key of `worlds.reasons.WHY`: it stays the same when messages are reworded.
    """

    file: str
    line: int
    column: int
    message: str
    hint: str = ""
    severity: Severity = "fault"
    kind: str = "shape"

    @property
    def why(self) -> str:
        """Why it matters."""
        return WHY[self.kind]

    def __str__(self) -> str:
        where = f"{self.file}:{self.line}:{self.column}" if self.line else self.file
        return f"{where}: {self.message}" + (f" ({self.hint})" if self.hint else "")

    def as_dict(self) -> dict[str, object]:
        return {**asdict(self), "why": self.why}


def fault(place: Place, message: str, hint: str = "", *, kind: str = "shape") -> WorldError:
    return WorldError(place.file, place.line, place.column, message, hint, "fault", kind)


def warning(place: Place, message: str, hint: str = "", *, kind: str) -> WorldError:
    return WorldError(place.file, place.line, place.column, message, hint, "warning", kind)


def note(place: Place, message: str, hint: str = "", *, kind: str) -> WorldError:
    return WorldError(place.file, place.line, place.column, message, hint, "note", kind)
