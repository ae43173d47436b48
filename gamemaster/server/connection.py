"""A WebSocket: frames in, frames out, at the pace of the slower side, with a reason when it ends."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from gamemaster.admission.bounds import Permit, Refusal
from gamemaster.play.context import Desk
from gamemaster.play.hub import Hub
from gamemaster.protocol import messages
from gamemaster.protocol.outbox import Outbox
from gamemaster.server.incoming import Incoming, refuse
from gamemaster.server.rest.problems import problem
from gamemaster.server.session import RESTARTS, Session

log = logging.getLogger(__name__)

SEND_S = 20.0  # for one frame to a client that does not read
CLOSE_S = 2.0
FULL_S = 60.0  # after which a service that has all its connections open may be asked again
LOOKS = 20  # for idle sockets, in the time after which one is idle
IDLE = "nothing was said here for a while; come back at any time"


@dataclass
class Connections:
    """All sockets of this worker: how many there are, and whose."""

    desk: Desk
    hub: Hub
    open: int = 0
    by_player: Counter[str] = field(default_factory=Counter)
    _incoming: set[Incoming] = field(default_factory=set)

    async def drain(self) -> None:
        """Hand every story over, and send the clients to another worker: at once, or when their turn is over.

        Whoever listens has stopped to, and sockets that were on their way are sent on as they come.
        """
        self.hub.draining = True
        self._send_away(incoming for incoming in self._incoming if incoming.session.story is None)
        await self.hub.drain(self.desk.drain_s)
        self._send_away(self._incoming)

    def send_player_away(self, player: str, why: str) -> None:
        """The operator shuts the player out, or signs them out."""
        for incoming in list(self._incoming):
            if incoming.session.player == player:
                incoming.session.send_away(why)

    def _send_away(self, sockets: Iterable[Incoming]) -> None:
        for incoming in list(sockets):
            incoming.outbox.close(messages.CLOSE_RESTART, RESTARTS)

    async def serve(self, socket: WebSocket) -> None:
        """One connection from its handshake to its end."""
        if not self._is_welcome(socket):
            log.warning("a socket from the origin %.100r was refused", socket.headers.get("origin"))
            await socket.close()  # before the handshake: HTTP 403
            return
        offered = messages.PROTOCOL in socket.scope.get("subprotocols", ())
        peer = socket.client.host if socket.client else None
        address = self.desk.addresses.address_of(peer, socket.scope["headers"])
        refused = self.desk.addresses.requests.admit(address)
        if refused is not None:  # coming again and again costs more than anything that is refused later
            await socket.send_denial_response(problem(429, refused.text, retry_after_s=refused.retry_after_s))
            return
        await socket.accept(subprotocol=messages.PROTOCOL if offered else None)
        meters = self.desk.metering and self.desk.metering.stories
        outbox = Outbox(self.desk.limits.outgoing_queue, *((meters.on_say,) if meters else ()))
        self.open += 1
        permits = self._enter(address, outbox)
        if not offered:
            text = f"This service speaks the subprotocol {messages.PROTOCOL}; offer it in the handshake."
            refuse(outbox, messages.CLOSE_BAD_HELLO, "unsupported", text)
        elif self.hub.draining:
            outbox.close(messages.CLOSE_RESTART, RESTARTS)
        try:
            await self._converse(socket, outbox, address, permits)
        finally:
            self.open -= 1
            for permit in permits:
                permit.give_back()
            if meters and outbox.closing is not None:
                meters.on_close(outbox.closing[0])

    def _enter(self, address: str, outbox: Outbox) -> list[Permit]:
        """What the socket holds of its address; refuses it where that, or the service, has too many."""
        addresses, most = self.desk.addresses, self.desk.limits.connections
        if self.open > most:
            limit = f"{most} connections"
            text = f"The service has its {limit} open, which is its limit. Try again in a minute."
            refuse(outbox, messages.CLOSE_TOO_MANY, "too_many", text, limit, FULL_S)
            return []
        permits: list[Permit] = []
        for count in (addresses.unproven, addresses.sockets):
            taken = count.take(address)
            if isinstance(taken, Refusal):
                refuse(outbox, messages.CLOSE_TOO_MANY, "too_many", taken.text, taken.limit, FULL_S)
                break
            permits.append(taken)
        return permits

    def _is_welcome(self, socket: WebSocket) -> bool:
        """Browsers say from which page they come; only ours may open a socket. Other programs say nothing."""
        origin = socket.headers.get("origin")
        if origin is None or origin in self.desk.origins:
            return True
        try:
            page = urlsplit(origin)
            is_ours = page.netloc.lower() == socket.headers.get("host", "").lower()
            return is_ours and page.scheme in ("http", "https")
        except ValueError:  # no origin that a browser would send
            return False

    async def watch_idle(self) -> None:
        """Close idle sockets, for as long as this runs."""
        while True:
            await asyncio.sleep(self.desk.limits.idle_s / LOOKS)
            self.close_idle()

    def close_idle(self) -> None:
        """Close the sockets on which nothing was asked for so long. Their pages come back when they are touched.

        Not in the middle of a turn or of an answer, for whose end its page would wait.
        """
        since = asyncio.get_running_loop().time() - self.desk.limits.idle_s
        for incoming in self._incoming:
            if incoming.asked_at <= since and not incoming.is_answering:
                incoming.outbox.close(messages.CLOSE_IDLE, IDLE)

    async def _converse(self, socket: WebSocket, outbox: Outbox, address: str, permits: list[Permit]) -> None:
        counted: list[str] = []

        def count(player: str) -> str | None:
            limit = self.desk.limits.connections_per_player
            if self.by_player[player] >= limit:
                return f"{limit} connections"
            self.by_player[player] += 1
            counted.append(player)
            return None

        def on_hello() -> None:
            permits[0].give_back()
            prove = socket.scope.get("state", {}).get("prove")
            if prove is not None:
                prove()

        session = Session(self.desk, self.hub, outbox, address, count)
        incoming = Incoming(socket, session, outbox, on_hello)
        self._incoming.add(incoming)
        reader = asyncio.create_task(incoming.run())
        writer = asyncio.create_task(write(socket, outbox))
        try:
            await asyncio.wait({reader, writer}, return_when=asyncio.FIRST_COMPLETED)
            if outbox.closing is not None and not writer.done():
                await asyncio.wait({writer}, timeout=SEND_S)
        finally:
            self._incoming.discard(incoming)
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
