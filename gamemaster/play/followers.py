"""The clients that follow a story: all are sent the same, and the story waits a little for those who read slowly."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator

from gamemaster.play.story_events import FollowerLeft, StoryEvent
from gamemaster.protocol.messages import CLOSE_TOO_SLOW
from gamemaster.protocol.outbox import Outbox

# For a client that does not read. All followers are windows of one player, who then waits so long.
SLOW_S = 5.0


class Followers:
    """A collection of outboxes, as it is at any time."""

    def __init__(self, announce: Callable[[StoryEvent], None]) -> None:
        self._announce = announce
        self._outboxes: set[Outbox] = set()

    def __contains__(self, outbox: object) -> bool:
        return outbox in self._outboxes

    def __iter__(self) -> Iterator[Outbox]:
        return iter(self._outboxes)

    def __len__(self) -> int:
        return len(self._outboxes)

    def add(self, outbox: Outbox) -> None:
        self._outboxes.add(outbox)

    def discard(self, outbox: Outbox) -> None:
        """The client follows no longer, if it did."""
        if outbox in self._outboxes:
            self._outboxes.discard(outbox)
            self._announce(FollowerLeft(outbox))

    def send(self, text: str) -> None:
        """Queue one frame for all."""
        for outbox in self._outboxes:
            outbox.send([text])

    async def wait_for_readers(self) -> None:
        """Hold the story back while a follower has much unread, for `SLOW_S` at most; then go on without them."""
        for outbox in list(self._outboxes):
            try:
                async with asyncio.timeout(SLOW_S):
                    await outbox.room()
            except TimeoutError:
                outbox.close(CLOSE_TOO_SLOW, f"nothing was read for {SLOW_S:g} s; come back and resume")
                self.discard(outbox)

    def close(self, code: int, reason: str) -> None:
        """Close every client's connection."""
        for outbox in list(self._outboxes):
            outbox.close(code, reason)
