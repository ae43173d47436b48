"""A WebSocket: frames in, frames out, at the pace of the slower side, with a reason when it ends."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import Counter
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from gamemaster.play.context import Desk
from gamemaster.play.failures import failure
from gamemaster.play.hub import Hub
from gamemaster.protocol import messages
from gamemaster.protocol.outbox import Outbox
from gamemaster.server.session import Ended, Session

log = logging.getLogger(__name__)

HELLO_S = 10.0  # until `hello` must have been said
SEND_S = 20.0  # for one frame to a client that does not read
CLOSE_S = 2.0
FULL_S = 60.0  # after which a service that has all its connections open may be asked again
MESSAGES_PER_S = 40.0  # faster clients are read more slowly, which costs nobody else anything
BURST = 80


@dataclass
class Connections:
    """All sockets of this worker: how many there are, and whose."""

    desk: Desk
    hub: Hub
    open: int = 0
    by_player: Counter[str] = field(default_factory=Counter)

    async def serve(self, socket: WebSocket) -> None:
        """One connection from its handshake to its end."""
        if not self._is_welcome(socket):
            log.warning("a socket from the origin %r was refused", socket.headers.get("origin"))
            await socket.close()  # before the handshake: HTTP 403
            return
        offered = messages.PROTOCOL in socket.scope.get("subprotocols", ())
        await socket.accept(subprotocol=messages.PROTOCOL if offered else None)
        outbox = Outbox(self.desk.limits.outgoing_queue)
        self.open += 1
        try:
            if not offered:
                text = f"This service speaks the subprotocol {messages.PROTOCOL}; offer it in the handshake."
                refuse(outbox, messages.CLOSE_BAD_HELLO, "unsupported", text)
            elif self.open > self.desk.limits.connections:
                limit = f"{self.desk.limits.connections} connections"
                text = f"The service has its {limit} open, which is its limit. Try again in a minute."
                refuse(outbox, messages.CLOSE_TOO_MANY, "too_many", text, limit, FULL_S)
            await self._converse(socket, outbox)
        finally:
            self.open -= 1

    def _is_welcome(self, socket: WebSocket) -> bool:
        """Browsers say from which page they come; only ours may open a socket. Other programs say nothing."""
        origin = socket.headers.get("origin")
        if origin is None or origin in self.desk.origins:
            return True
        return urlsplit(origin).netloc.lower() == socket.headers.get("host", "").lower()

    async def _converse(self, socket: WebSocket, outbox: Outbox) -> None:
        counted: list[str] = []

        def count(player: str) -> str | None:
            limit = self.desk.limits.connections_per_player
            if self.by_player[player] >= limit:
                return f"{limit} connections"
            self.by_player[player] += 1
            counted.append(player)
            return None

        address = socket.client.host if socket.client else "unknown"
        session = Session(self.desk, self.hub, outbox, address, count)
        reader = asyncio.create_task(read(socket, session, outbox))
        writer = asyncio.create_task(write(socket, outbox))
        try:
            await asyncio.wait({reader, writer}, return_when=asyncio.FIRST_COMPLETED)
            if outbox.closing is not None and not writer.done():
                await asyncio.wait({writer}, timeout=SEND_S)
        finally:
            session.close()
            for player in counted:
                self.by_player[player] -= 1
                if not self.by_player[player]:
                    del self.by_player[player]
            for task in (reader, writer):
                task.cancel()
            for result in await asyncio.gather(reader, writer, return_exceptions=True):
                if isinstance(result, Exception):
                    log.error("a connection failed", exc_info=result)


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


async def read(socket: WebSocket, session: Session, outbox: Outbox) -> None:
    """Handle what comes in, one message after the other, until the client goes or must go."""
    loop = asyncio.get_running_loop()
    hello_by, allowance, since = loop.time() + HELLO_S, float(BURST), loop.time()
    while outbox.closing is None:
        await outbox.room()
        try:
            async with asyncio.timeout_at(hello_by if session.player is None else None):
                message = await socket.receive()
        except TimeoutError:
            text = f"Say `hello` within {HELLO_S:g} seconds of connecting."
            refuse(outbox, messages.CLOSE_BAD_HELLO, "bad_message", text, f"{HELLO_S:g} seconds")
            return
        if message["type"] == "websocket.disconnect":
            return
        raw = message.get("text")
        try:
            await session.handle(raw if raw is not None else message.get("bytes") or b"")
        except Ended:
            return
        except Exception:
            log.exception("a message could not be handled")
            text = "Something went wrong here, and it was written down. Connect again to go on."
            refuse(outbox, 1011, "internal", text)
            return
        now = loop.time()
        allowance, since = min(float(BURST), allowance + (now - since) * MESSAGES_PER_S) - 1, now
        if allowance < 0:
            await asyncio.sleep(-allowance / MESSAGES_PER_S)


async def write(socket: WebSocket, outbox: Outbox) -> None:
    """Send what is queued; a client that does not read for `SEND_S` is given up."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):  # starlette's, for a socket that is gone
        try:
            while (entry := await outbox.next()) is not None:
                for frame in entry:
                    async with asyncio.timeout(SEND_S):
                        await (
                            socket.send_text(frame) if isinstance(frame, str) else socket.send_bytes(frame)
                        )
        except TimeoutError:
            outbox.close(messages.CLOSE_TOO_SLOW, f"nothing was read for {SEND_S:g} seconds")
        code, reason = outbox.closing or (1000, "")
        if socket.application_state is WebSocketState.CONNECTED:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(CLOSE_S):
                    await socket.close(code, reason)
