"""The clients that follow a story: all are sent the same, and the story waits a little for those who read slowly."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator

from gamemaster.play.story_events import FollowerLeft, StoryEvent
from gamemaster.protocol.messages import CLOSE_TOO_SLOW, Frame
from gamemaster.protocol.outbox import Outbox
from gamemaster.storage.frame_log import FrameLog

log = logging.getLogger(__name__)

# For a client that does not read. All followers are windows of one player, who then waits so long.
SLOW_S = 5.0


class Followers:
    """A collection of outboxes, as it is at any time."""

    def __init__(self, announce: Callable[[StoryEvent], None]) -> None:
        self._announce = announce
        self._outboxes: dict[Outbox, None] = {}  # in the order of coming

    def __contains__(self, outbox: object) -> bool:
        return outbox in self._outboxes

    def __iter__(self) -> Iterator[Outbox]:
        return iter(self._outboxes)

    def __len__(self) -> int:
        return len(self._outboxes)

    def add(self, outbox: Outbox) -> None:
        self._outboxes[outbox] = None

    def discard(self, outbox: Outbox) -> None:
        """The client follows no longer, if it did."""
        if outbox in self._outboxes:
            del self._outboxes[outbox]
            self._announce(FollowerLeft(outbox))

    def send(self, *texts: str) -> None:
        """Queue frames for all."""
        for outbox in self._outboxes:
            outbox.send(texts)

    async def wait_for_readers(self) -> None:
        """Hold the story back while a follower has much unread, for `SLOW_S` at most; then go on without them."""
        for outbox in [one for one in self._outboxes if not one.has_room]:
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


MOST_UNSENT = 64  # frames that were published and are not logged yet, until their story waits for the log


class Wire:
    """Numbers what a story publishes, logs it, and sends it to all who follow.

    A frame is in the log before it is sent. What is published in one step, and what comes while something is being
    logged, is logged in one round trip and sent in one piece: each of both costs as much as making the frame.
    """

    def __init__(self, story: str, frames: FrameLog, followers: Followers) -> None:
        self._story, self._log, self._followers = story, frames, followers
        self.lock = asyncio.Lock()  # what is published, and who is in step with it
        self._unsent: list[str] = []
        self._sending = asyncio.Lock()
        self._task: asyncio.Task[None] | None = None

    async def publish(self, epoch: int, frame: Frame) -> Frame:
        """The frame with its number, on its way to all who follow. The caller holds the lock."""
        ((stamped, text),) = await self._log.number(self._story, epoch, [frame])
        self._unsent.append(text)
        if len(self._unsent) >= MOST_UNSENT:
            await self.settle()
        elif self._task is None or self._task.done():
            self._task = asyncio.create_task(self.settle(), name="frames of a story")
        return stamped

    async def settle(self) -> None:
        """Until all that was published is sent."""
        async with self._sending:
            while self._unsent:
                texts, self._unsent = self._unsent, []
                try:
                    await self._log.write(self._story)
                except Exception:  # the story goes on, and whoever comes back is shown it anew
                    log.exception("story %s: its frames could not be logged", self._story)
                self._followers.send(*texts)

    def close(self) -> None:
        """The story is played here no longer."""
        if self._task is not None:
            self._task.cancel()
