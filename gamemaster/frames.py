"""The frame log: the latest frames of a story in Redis, from which a client that comes back is brought up to date.

**Epoch and offset on the wire.** The pair (epoch, offset) names one frame, for ever. The wire's epoch is a *generation*
of the log: a number made from the time and chance that was never given before, so a client can never take a new frame
for an old one. `offset` counts 0 (the beginning, no frame), 1, 2, ... in it. A new generation begins when

- the story's history changed (its epoch in Postgres grew: undo): the old frames are then of no use;
- another process became the story's writer, or the log was lost or could not be written (Redis away, flushed).

A client compares pairs for equality only. `read_after` answers with all frames after exactly that pair, or raises
`Gone`; then the client gets a snapshot, stamped with `position`. There is never an answer with a gap: a frame is in the
log before it is sent, and a log that a frame may have missed is dropped before anything is added to it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from gamemaster.messages import Frame


class Gone(Exception):
    """The log does not hold what follows this position: send a snapshot instead."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


class FrameLog(Protocol):
    """The story's writer alone calls `append`, `position` and `hand_over`; anyone may `read_after`."""

    async def append(self, story: str, epoch: int, frames: Sequence[Frame]) -> list[Frame]:
        """The frames stamped with their epoch and offset, in order and in the log: send them now.

        `epoch` is the story's, from the store. Never fails: with Redis away the frames get a generation of their own,
        which cannot be resumed from.
        """
        ...

    async def position(self, story: str, epoch: int) -> tuple[int, int]:
        """(epoch, offset) of the last frame, for a snapshot that stands for everything up to it."""
        ...

    async def read_after(self, story: str, epoch: int, wire_epoch: int, offset: int) -> list[Frame]:
        """The frames after (`wire_epoch`, `offset`), stamped. `epoch` is the story's present one. Raises Gone."""
        ...

    async def hand_over(self, story: str) -> None:
        """This process writes no more frames for the story: the next writer may continue the log."""
        ...
