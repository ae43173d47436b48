"""The bounded queue of what is on its way to one client."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterable

from gamemaster.messages import CLOSE_TOO_SLOW, Frame

# Beside the number of frames: a client that asks for snapshots and never reads them must not fill the memory.
MAX_BYTES = 8 * 1024 * 1024


class Outbox:
    """The bounded queue of frames to one client. Nothing is dropped: a client for whom there is no more room is closed.

    What one call of `send` brings counts as one entry, so that a snapshot or the frames missed during a lost
    connection always fit.
    """

    def __init__(self, limit: int) -> None:
        """`limit` in entries."""
        self._limit = limit
        self._entries: deque[list[str]] = deque()
        self._bytes = 0
        self._changed = asyncio.Event()
        self._room = asyncio.Event()
        self._room.set()
        self.closing: tuple[int, str] | None = None

    def send(self, texts: Iterable[str]) -> None:
        """Queue frames. Without room for them, the outbox closes itself as too slow."""
        entry = list(texts)
        if not entry or self.closing is not None:
            return
        size = sum(map(len, entry))
        if len(self._entries) >= self._limit or (self._entries and self._bytes + size > MAX_BYTES):
            self._entries.clear()
            self._bytes = 0
            self.close(
                CLOSE_TOO_SLOW, f"more than {self._limit} frames wait to be read; come back and resume"
            )
            return
        self._entries.append(entry)
        self._bytes += size
        if len(self._entries) > self._limit // 2:
            self._room.clear()
        self._changed.set()

    def say(self, frame: Frame) -> None:
        """Queue one frame that is for this client alone."""
        self.send([encode(frame)])

    def close(self, code: int, reason: str) -> None:
        """Close after what is queued. The first call counts."""
        if self.closing is None:
            self.closing = (code, reason)
        self._room.set()
        self._changed.set()

    async def room(self) -> None:
        """Wait until the client has read enough to be worth listening to."""
        await self._room.wait()

    async def next(self) -> list[str] | None:
        """The next frames to send; None when the outbox is closed and empty."""
        while not self._entries:
            if self.closing is not None:
                return None
            self._changed.clear()
            await self._changed.wait()
        entry = self._entries.popleft()
        self._bytes -= sum(map(len, entry))
        if len(self._entries) <= self._limit // 2:
            self._room.set()
        return entry


def encode(frame: Frame) -> str:
    """A server message as it goes over the wire."""
    return frame.model_dump_json()
