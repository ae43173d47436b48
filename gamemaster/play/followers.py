"""The clients that follow a story: all are sent the same, and the story waits a little for those who read slowly."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator

from gamemaster.play.story_events import FollowerLeft, StoryEvent
from gamemaster.protocol.messages import CLOSE_TOO_SLOW, Frame, Text
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


GATHERED_S = 0.1  # after a piece of text was sent, in which those behind it are gathered
MOST_UNSENT = 64  # frames that were published and are not logged yet, until their story waits for the log


class Wire:
    """Numbers what a story publishes, logs it, and sends it to all who follow.

    A frame is in the log before it is sent. What is published in one step, and what comes while something is being
    logged, is logged in one round trip and sent in one piece: each of both costs as much as making the frame. So do
    phrases of text that come soon after another, which nobody reads as fast as they come: ten pieces of text a second
    are smooth, and thirty cost a sixth of a model's turn. Any other frame takes those before it along at once.
    """

    def __init__(self, story: str, frames: FrameLog, followers: Followers) -> None:
        self._story, self._log, self._followers = story, frames, followers
        self.lock = asyncio.Lock()  # what is published, and who is in step with it
        self._unsent: list[str] = []
        self._sending = asyncio.Lock()
        self._task: asyncio.Task[None] | None = None
        self._gathering: asyncio.TimerHandle | None = None
        self._text_until = 0.0  # by the loop's clock, until when text is gathered

    async def publish(self, epoch: int, frame: Frame) -> Frame:
        """The frame with its number, on its way to all who follow. The caller holds the lock."""
        ((stamped, text),) = await self._log.number(self._story, epoch, [frame])
        self._unsent.append(text)
        if len(self._unsent) >= MOST_UNSENT:
            await self.settle()
        else:
            self._send_soon(is_text=isinstance(frame, Text))
        return stamped

    def _send_soon(self, *, is_text: bool) -> None:
        """At once, or when the time of gathering is over."""
        loop = asyncio.get_running_loop()
        if not is_text:
            self._send()
        elif loop.time() >= self._text_until:
            self._send_text()
        elif self._gathering is None:
            self._gathering = loop.call_at(self._text_until, self._send_text)

    def _send_text(self) -> None:
        self._text_until = asyncio.get_running_loop().time() + GATHERED_S
        self._send()

    def _send(self) -> None:
        self._stop_gathering()
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self.settle(), name="frames of a story")

    def _stop_gathering(self) -> None:
        if self._gathering is not None:
            self._gathering.cancel()
            self._gathering = None

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
        self._stop_gathering()
        if self._task is not None:
            self._task.cancel()
