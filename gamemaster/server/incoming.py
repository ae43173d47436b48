"""What comes in on one socket: pings are answered at once, all else in order, and what comes too fast is refused."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any

from starlette.websockets import WebSocket

from gamemaster.play.failures import failure
from gamemaster.protocol import messages
from gamemaster.protocol.decode import BadMessageError, act_id_in, parse
from gamemaster.protocol.outbox import Outbox
from gamemaster.server.session import Ended, Session
from gamemaster.storage.store import StoreUnavailable

log = logging.getLogger(__name__)

HELLO_S = 10.0  # until `hello` must have been said
HELLO_FRAMES = 32  # messages before it
HELLO_BYTES = 65_536
MESSAGES_PER_S, BURST = 40.0, 80  # what is faster is refused, message by message
REFUSALS_PER_S, MOST_REFUSALS = 10.0, 400  # and who goes on like that is closed
MOST_QUEUED_BYTES = 262_144  # waiting to be handled; one message of any size fits
FAREWELL_S = 5.0  # for what was asked before the client went
PING_CHARS = 64  # no ping is longer
NOTICE_S, PING_S = (
    1.5,
    1.0,
)  # for an answer, until the database is asked, and for its own: told within three seconds
AWAY = "The stories' keeper does not answer. Nothing is lost; you are told as soon as it does, or that it did not."


class Allowance:
    """So many at once, and so many more each second."""

    __slots__ = ("_burst", "_left", "_per_s", "_since")

    def __init__(self, burst: float, per_s: float, now: float) -> None:
        self._burst, self._left, self._per_s, self._since = burst, burst, per_s, now

    def take(self, now: float) -> bool:
        """Whether one more is allowed now; if so, it is counted."""
        self._left = min(self._burst, self._left + (now - self._since) * self._per_s)
        self._since = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Incoming:
    """Reads a socket until the client goes or must go. Nothing here waits for what a message asks for."""

    def __init__(
        self, socket: WebSocket, session: Session, outbox: Outbox, on_hello: Callable[[], None]
    ) -> None:
        """`on_hello` is called when the client has said who it is."""
        now = asyncio.get_running_loop().time()
        self.socket, self.session, self.outbox, self._on_hello = socket, session, outbox, on_hello
        self.asked_at = now  # when something was asked for, or answered, last; a ping asks for nothing
        self._hello_by: float | None = now + HELLO_S
        self._greeted = False
        self._frames = self._bytes = 0  # before `hello`
        self._pace = Allowance(BURST, MESSAGES_PER_S, now)
        self._refusals = Allowance(MOST_REFUSALS, REFUSALS_PER_S, now)
        self._queue: list[str | bytes] = []  # short; an empty deque takes ten times the memory
        self._queued_bytes = 0
        self._work: asyncio.Task[None] | None = None
        self._looking: asyncio.Task[None] | None = None
        self._handling = 0  # a number for each message, as it is handled

    @property
    def is_answering(self) -> bool:
        """Whether something that was asked for is not done yet."""
        return self._work is not None or self.session.is_waiting

    async def run(self) -> None:
        """Until the socket's end; what was asked for by then is still done."""
        try:
            while self.outbox.closing is None:
                await self.outbox.room()
                raw = await self._receive()
                if raw is None:
                    break
                await self._take(raw)
            if self._work is not None and not self.session.is_in_line:
                await asyncio.wait({self._work}, timeout=FAREWELL_S)
        finally:
            if self._work is not None:
                self._work.cancel()

    async def _receive(self) -> str | bytes | None:
        """The next message; None when there will be none."""
        try:
            async with asyncio.timeout_at(self._hello_by):
                message: Any = await self.socket.receive()
        except TimeoutError:
            text = f"Say `hello` within {HELLO_S:g} seconds of connecting."
            refuse(self.outbox, messages.CLOSE_BAD_HELLO, "bad_message", text, f"{HELLO_S:g} seconds")
            return None
        if message["type"] == "websocket.disconnect":
            return None
        text_or_none: str | None = message.get("text")
        return text_or_none if text_or_none is not None else message.get("bytes") or b""

    async def _take(self, raw: str | bytes) -> None:
        now = asyncio.get_running_loop().time()
        if self._hello_by is not None and self._is_too_much(len(raw)):
            return
        if not self._pace.take(now):
            self._refuse_fast(raw, now)
        elif is_ping(raw):
            await self.session.handle(raw)
        else:
            self.asked_at, self._hello_by = now, None
            self._enqueue(raw)

    def _is_too_much(self, size: int) -> bool:
        """Whether too much was said before `hello`; then the socket is being closed."""
        self._frames += 1
        self._bytes += size
        if self._frames <= HELLO_FRAMES and self._bytes <= HELLO_BYTES:
            return False
        limit = f"{HELLO_FRAMES} messages and {HELLO_BYTES} bytes"
        text = f"Say `hello` first; before it there is room for {limit}."
        refuse(self.outbox, messages.CLOSE_TOO_LARGE, "too_large", text, limit)
        return True

    def _refuse_fast(self, raw: str | bytes, now: float) -> None:
        limit = f"{MESSAGES_PER_S:g} messages a second"
        if not self._refusals.take(now):
            text = (
                f"At most {limit} are read on one connection, and many more came. Connect again in a while."
            )
            refuse(self.outbox, messages.CLOSE_TOO_MANY, "too_fast", text, limit, 5.0)
            return
        text = (
            f"That was too fast: at most {limit} on one connection. This message was not read; send it again."
        )
        again = 1 / MESSAGES_PER_S
        self.outbox.say(failure("too_fast", text, act_id_in(raw), limit=limit, retry_after_s=again))

    def _enqueue(self, raw: str | bytes) -> None:
        if self._queue and self._queued_bytes + len(raw) > MOST_QUEUED_BYTES:
            limit = f"{MOST_QUEUED_BYTES} bytes"
            text = f"More than {limit} wait on this connection; wait for what you asked before."
            self.outbox.say(failure("too_fast", text, act_id_in(raw), limit=limit, retry_after_s=1.0))
            return
        self._queue.append(raw)
        self._queued_bytes += len(raw)
        if self._work is None:
            self._work = asyncio.create_task(self._handle_all())

    async def _handle_all(self) -> None:
        """One message after the other. Lives while there are some: ten thousand idle sockets need no task for this."""
        while self._queue and self.outbox.closing is None:
            raw = self._queue.pop(0)
            self._queued_bytes -= len(raw)
            notice = asyncio.get_running_loop().call_later(NOTICE_S, self._look_after, self._handling)
            try:
                await self.session.handle(raw)
            except Ended:
                break
            except Exception:
                log.exception("a message could not be handled")
                text = "Something went wrong here, and it was written down. Connect again to go on."
                refuse(self.outbox, 1011, "internal", text)
            finally:
                notice.cancel()
                self._handling += 1
            if not self._greeted and self.session.player is not None:
                self._greeted = True
                self._on_hello()
        self.asked_at, self._work = asyncio.get_running_loop().time(), None

    def _look_after(self, handling: int) -> None:
        """What was asked takes its time."""
        if not self.session.is_in_line:
            self._looking = asyncio.create_task(self._tell_if_away(handling), name="look at the database")

    async def _tell_if_away(self, handling: int) -> None:
        """Says so, if it is the database that does not answer."""
        try:
            async with asyncio.timeout(PING_S):
                await self.session.desk.store.ping()
        except (TimeoutError, StoreUnavailable):
            if self._handling == handling:
                self.outbox.say(messages.Delayed(what="database", message=AWAY))


def refuse(
    outbox: Outbox,
    close: int,
    code: str,
    text: str,
    limit: str | None = None,
    retry_after_s: float | None = None,
) -> None:
    """A fatal error, and the end."""
    outbox.say(failure(code, text, limit=limit, fatal=True, retry_after_s=retry_after_s))
    outbox.close(close, text[:100])


def is_ping(raw: str | bytes) -> bool:
    """Whether this asks whether we are there, and for nothing else."""
    if not isinstance(raw, str) or len(raw) > PING_CHARS or "ping" not in raw:
        return False
    try:
        return isinstance(parse(raw, PING_CHARS), messages.Ping)
    except BadMessageError:
        return False
