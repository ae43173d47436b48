"""What reached each client of a session that is played again: every frame once, in order, none left out.

The tape has each frame as it left the turn; between there and a client are the followers and the outboxes, and a frame
that is doubled or lost on that way is on no tape.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import orjson

from gamemaster.protocol.outbox import Outbox

ROOM = 1 << 20  # entries that no client reads


class KeptOutbox(Outbox):
    """An outbox whose client keeps all that it is sent."""

    def __init__(self) -> None:
        super().__init__(ROOM)
        self.kept: list[str] = []

    def send(self, texts: Iterable[str]) -> None:
        entry = list(texts)
        self.kept += entry
        super().send(entry)


@dataclass(frozen=True)
class WireFault:
    """A frame that should have had another place: `expected` is its place by the one before."""

    expected: dict[str, int]
    got: dict[str, int]
    why: str


def fault_on_wire(kept: Iterable[str], *, gaps: bool) -> WireFault | None:
    """The first frame out of its place. `gaps`: frames may have gone that have no cause in a replay."""
    last: tuple[int, int] | None = None
    for text in kept:
        frame = orjson.loads(text)
        epoch, offset = frame.get("epoch", -1), frame.get("offset", -1)
        if offset < 0:
            continue  # it answers one client alone
        if frame["type"] in ("story", "resumed"):
            last = epoch, offset
            continue
        if last is not None and epoch == last[0] and not _follows(offset, last[1], gaps):
            why = "a frame came twice" if offset <= last[1] else "a frame was left out"
            return WireFault({"epoch": epoch, "offset": last[1] + 1}, {"epoch": epoch, "offset": offset}, why)
        last = epoch, offset
    return None


def _follows(offset: int, before: int, gaps: bool) -> bool:
    return offset > before if gaps else offset == before + 1
