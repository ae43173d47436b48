"""uvicorn's protocols, with what they lack against clients that dawdle or flood: deadlines, and small bites."""

from __future__ import annotations

import asyncio
import re
from typing import Any

import h11
from uvicorn._types import ASGIReceiveEvent, ASGISendEvent
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode

from gamemaster.admission.bounds import AddressBounds, Permit, Refusal
from gamemaster.protocol.messages import CLOSE_TOO_MANY

REQUEST_S = 10.0  # for a request to come whole, from its first byte on or from the connection's beginning
ABORT_S = 5.0  # for what is left to send
HELLO_BYTES = 65_536  # that a socket may send before its client has said who it is
# Pings of the protocol among them, which no application sees. What the service itself refuses comes first.
FRAMES_PER_S, MOST_FRAMES = 100, 1_000
MOST_GATHERED = 16_384  # bytes of frames that wait for the end of a step
BITE = 2_048  # bytes of frames that are read before everybody else has their turn
DOORS = "doors"  # where the application's lifespan leaves its `AddressBounds` for us
LEAVES = "leaves"  # where the server says that this process makes way for another
BAD_HANDSHAKE = (
    b"HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n"
    b"This is no handshake of a WebSocket.\n"
)
LAST_HEADER = (b"connection", b"close")
UPGRADE_HEADER = re.compile(rb"\r\nupgrade:[ \t]*websocket[ \t]*\r\n")
CONNECTION_HEADER = re.compile(rb"\r\nconnection:[^\r\n]*\bupgrade\b")


def is_handshake(data: bytes) -> bool:
    """Whether this is the whole request for a WebSocket, and for one host. Whether it is a right one, the socket's
    protocol says."""
    if not data.startswith(b"GET ") or data.find(b"\r\n\r\n") != len(data) - 4:
        return False
    data = data.lower()
    return (
        data.count(b"\r\nhost:") == 1
        and UPGRADE_HEADER.search(data) is not None
        and CONNECTION_HEADER.search(data) is not None
    )


def is_utf8(data: bytes) -> bool:
    """Whether it is text."""
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


class HTTPProtocol(H11Protocol):
    """Ends requests that do not come whole in time; an address has so many of those at once."""

    _deadline: asyncio.TimerHandle | None = None
    _permit: Permit | None = None
    _is_fresh = True

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        doors: AddressBounds | None = self.app_state.get(DOORS)
        peer = self.client[0] if self.client else None
        if doors is not None and not doors.is_proxy(peer):
            address = doors.address_of(peer)
            taken = doors.half_open.take(address)
            if isinstance(taken, Refusal) or doors.connects.admit(address):
                transport.abort()  # it was told often enough; this costs the least
                return
            self._permit = taken
        self._deadline = self.loop.call_later(REQUEST_S, transport.abort)

    def make_way(self) -> None:
        """No request after the present one. A connection on which none came yet is left open for one: whoever made it
        knows no better."""
        if self.cycle is not None:
            self._make_last(self.cycle)
            self.shutdown()

    def _make_last(self, cycle: RequestResponseCycle) -> None:
        if LAST_HEADER not in cycle.default_headers:
            cycle.default_headers = [*cycle.default_headers, LAST_HEADER]

    def data_received(self, data: bytes) -> None:
        if self._is_fresh and is_handshake(data):
            self._become_socket(data)
            return
        self._is_fresh = False
        super().data_received(data)
        if self.cycle is not None and LEAVES in self.app_state:
            self._make_last(self.cycle)
        if self._is_whole():
            self._settle()
        elif self._deadline is None:
            self._deadline = self.loop.call_later(REQUEST_S, self.transport.abort)

    def _is_whole(self) -> bool:
        """Whether nothing of a request is missing, as far as it has begun."""
        if self.transport.get_protocol() is not self:
            return True  # it is a socket from here on
        state = self.conn.their_state
        return state is not h11.SEND_BODY and not (state is h11.IDLE and self.conn.trailing_data[0])

    def _become_socket(self, handshake: bytes) -> None:
        """As uvicorn's upgrade, without reading the request as HTTP first, writing it anew and reading it again: that
        was a fifth of what a socket costs before it is told anything."""
        self._settle()
        self._unset_keepalive_if_required()
        self.connections.discard(self)
        protocol = SocketProtocol(self.config, self.server_state, self.app_state)
        protocol.connection_made(self.transport)
        self.transport.set_protocol(protocol)
        protocol.data_received(handshake)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._settle()
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        self._settle()
        super().connection_lost(exc)

    def _settle(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
        if self._permit is not None:
            self._permit.give_back()
            self._permit = None


class Gathered:
    """A transport that sends what is written in one step of the loop with one call of the system; one for each frame of
    a turn costs as much as making the frame."""

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self._transport, self._loop = transport, loop
        self._parts: list[bytes] = []
        self._size = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def write(self, data: bytes) -> None:
        """As the transport's, at the end of this step; at once where it is much, so that the transport can say stop."""
        if not self._parts:
            self._loop.call_soon(self.flush)
        self._parts.append(data)
        self._size += len(data)
        if self._size > MOST_GATHERED:
            self.flush()

    def flush(self) -> None:
        """Send what was written."""
        parts, self._parts, self._size = self._parts, [], 0
        if parts:
            self._transport.write(b"".join(parts))

    def close(self) -> None:
        """As the transport's, behind what was written."""
        self.flush()
        self._transport.close()


class SocketProtocol(WebSocketsSansIOProtocol):
    """Reads in small bites, and little before `hello`; ends connections whose peer does not read what is left."""

    _rest = b""
    _frames, _counted_at = 0.0, 0.0
    _unproven_bytes: int | None = 0  # None: the client has said who it is

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(Gathered(transport, self.loop))  # type: ignore[arg-type]
        self.conn.max_message_size = HELLO_BYTES

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:
            self.scope["headers"] = [(name.lower(), value) for name, value in self.scope["headers"]]
            self.scope["state"]["prove"] = self.prove

    def prove(self) -> None:
        """The client has said who it is."""
        self._unproven_bytes = None
        self.conn.max_message_size = self.config.ws_max_size

    def data_received(self, data: bytes) -> None:
        if self._unproven_bytes is not None:
            self._unproven_bytes += len(data)
            if (
                self._unproven_bytes > 2 * HELLO_BYTES
            ):  # the frames alone are counted where the refusal is typed
                self.transport.abort()
                return
        self._rest += data
        if len(self._rest) == len(data):  # else the next bite is on its way
            self._bite()

    def _bite(self) -> None:
        """A chunk may hold thousands of frames, each with its cost: others are served between the bites."""
        bite, self._rest = self._rest[:BITE], self._rest[BITE:]
        super().data_received(bite)
        if self.conn.handshake_exc is not None and not self.handshake_initiated:
            self._end_handshake()
        if self.transport.is_closing():
            self._rest = b""
        elif self._rest:
            self.transport.pause_reading()
            self.loop.call_soon(self._bite)
        elif not self.read_paused:
            self.transport.resume_reading()

    def _end_handshake(self) -> None:
        """What websockets cannot read, such as a body or a header of 9 kB, becomes no event, and uvicorn would leave
        the connection open for ever; websockets has an answer to some of it."""
        self.transport.write(b"".join(self.conn.data_to_send()) or BAD_HANDSHAKE)
        self.transport.close()
        self.loop.call_later(ABORT_S, self.transport.abort)

    async def receive(self) -> ASGIReceiveEvent:
        """As uvicorn's, which would read on before what came was read."""
        message = await self.queue.get()
        if self.read_paused and self.queue.empty():
            self.read_paused = False
            if not self._rest:
                self.transport.resume_reading()
        return message

    def send_receive_event_to_app(self) -> None:
        """As uvicorn's, which would write text that is none down as an error of ours, with a traceback."""
        if self.curr_msg_data_type == "text" and not is_utf8(b"".join(self.frames)):
            self.frames = []
            self.conn.send_close(CloseCode.INVALID_DATA)
            self.handle_parser_exception()
            return
        super().send_receive_event_to_app()

    def handle_events(self) -> None:
        """Counts the frames that came; uvicorn's then handles them."""
        self._frames += len(self.conn.events)
        now = self.loop.time()
        self._frames = max(0.0, self._frames - (now - self._counted_at) * FRAMES_PER_S)
        self._counted_at = now
        if self._frames > MOST_FRAMES and self.handshake_complete and not self.close_sent:
            self.conn.send_close(CLOSE_TOO_MANY, f"at most {FRAMES_PER_S} frames a second")
            self.handle_parser_exception()
            return
        super().handle_events()

    async def send(self, message: ASGISendEvent) -> None:
        """As uvicorn's, which would take a refusal before the handshake for a fault."""
        await super().send(message)
        if message["type"] == "websocket.http.response.body":
            self.handshake_complete = self.close_sent

    async def run_asgi(self) -> None:
        await super().run_asgi()
        self.loop.call_later(ABORT_S, self.transport.abort)
