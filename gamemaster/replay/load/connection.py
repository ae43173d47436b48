"""One socket of a driven player: websockets' protocol without its tasks and queues.

The client of everybody else (`gamemaster.protocol.client`) has tasks and queues for each connection. Thousands of
players share a core here, and what the driver spends between a frame's arrival and its time stamp is measured as the
service's delay; so the bytes go straight from the event loop into the library's sans-I/O protocol.
"""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Callable
from typing import cast

from websockets.client import ClientProtocol
from websockets.exceptions import InvalidHandshake, InvalidStatus, InvalidURI
from websockets.frames import Frame, Opcode
from websockets.protocol import State
from websockets.typing import Subprotocol
from websockets.uri import parse_uri

from gamemaster.protocol.client import CONNECT_S, MAX_BYTES
from gamemaster.protocol.messages import PROTOCOL

ABNORMAL = 1006  # the connection broke without a close frame (RFC 6455, section 7.4.1)


class UnreachableError(Exception):
    """No connection, or none that speaks our protocol. The message says what to do."""


Received = Callable[[bytes, bool], None]  # a message, and whether it is text


class Link(asyncio.Protocol):
    """A connection. `on_message` gets each message, `on_close` the close code, once.

    With `read_s`, so many seconds pass for each frame before more is read from the socket: a slow client.
    """

    def __init__(
        self, url: str, on_message: Received, on_close: Callable[[int], None], read_s: float = 0.0
    ) -> None:
        self._protocol = ClientProtocol(
            parse_uri(url), subprotocols=[Subprotocol(PROTOCOL)], max_size=MAX_BYTES
        )
        self._on_message, self._on_close, self._read_s = on_message, on_close, read_s
        loop = asyncio.get_running_loop()
        self._loop = loop
        self.opened: asyncio.Future[None] = loop.create_future()
        self._transport: asyncio.Transport | None = None
        self._resume: asyncio.TimerHandle | None = None
        self._parts: list[bytes] = []
        self._text = True
        self.closed = False

    # ---- asyncio's side ----

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)  # uvloop's is none by its class
        self._protocol.send_request(self._protocol.connect())
        self._flush()

    def data_received(self, data: bytes) -> None:
        self._protocol.receive_data(data)
        frames = 0
        for event in self._protocol.events_received():
            if isinstance(event, Frame):
                frames += 1
                self._frame(event)
            elif not self.opened.done():
                self._finish_handshake()
        self._flush()
        if self._read_s and frames and self._transport is not None and not self.closed:
            self._transport.pause_reading()
            self._resume = self._loop.call_later(frames * self._read_s, self._read_on)
        if self._protocol.state is State.CLOSING and self._transport is not None:
            self._transport.close()  # the service has closed, or broke the protocol

    def eof_received(self) -> None:
        self._protocol.receive_eof()

    def connection_lost(self, exc: Exception | None) -> None:
        if self._resume is not None:
            self._resume.cancel()
        if not self.opened.done():
            self.opened.set_exception(ConnectionResetError("the connection was closed during the handshake"))
        if not self.closed:
            self.closed = True
            said = self._protocol.close_rcvd
            self._on_close(said.code if said is not None else ABNORMAL)

    # ---- the player's side ----

    @property
    def subprotocol(self) -> str | None:
        """What the service chose to speak."""
        return self._protocol.subprotocol

    def send(self, message: bytes) -> None:
        """Says something. Into a connection that breaks it may be lost."""
        if self._transport is not None and self._protocol.state is State.OPEN and not self.closed:
            self._protocol.send_text(message)
            self._flush()

    def leave(self) -> None:
        """Close in good order. `on_close` is not called for it."""
        if not self.closed and self._transport is not None:
            self.closed = True
            if self._protocol.state is State.OPEN:
                self._protocol.send_close(1000)
                self._flush()
            self._transport.close()

    def drop(self) -> None:
        """Break the connection without a word. `on_close` is not called for it."""
        if not self.closed and self._transport is not None:
            self.closed = True
            self._transport.abort()

    # ---- between them ----

    def _finish_handshake(self) -> None:
        error = self._protocol.handshake_exc
        if error is not None:
            self.opened.set_exception(error)
        else:
            self.opened.set_result(None)

    def _frame(self, frame: Frame) -> None:
        if self.closed or frame.opcode not in (Opcode.TEXT, Opcode.BINARY, Opcode.CONT):
            return
        if frame.opcode is not Opcode.CONT:
            self._text = frame.opcode is Opcode.TEXT
        if frame.fin and not self._parts:
            self._on_message(bytes(frame.data), self._text)
            return
        self._parts.append(bytes(frame.data))
        if frame.fin:
            data = b"".join(self._parts)
            self._parts.clear()
            self._on_message(data, self._text)

    def _flush(self) -> None:
        data = b"".join(self._protocol.data_to_send())
        if data and self._transport is not None and not self._transport.is_closing():
            self._transport.write(data)

    def _read_on(self) -> None:
        self._resume = None
        if self._transport is not None and not self.closed:
            self._transport.resume_reading()


async def connect(
    url: str, on_message: Received, on_close: Callable[[int], None], read_s: float = 0.0
) -> Link:
    """A connection whose handshake is done. Raises UnreachableError."""
    link: Link | None = None
    try:
        async with asyncio.timeout(CONNECT_S):
            link = await _begin_handshake(url, on_message, on_close, read_s)
            await link.opened
        if link.subprotocol != PROTOCOL:
            raise UnreachableError(
                f"{url} does not speak the subprotocol {PROTOCOL}: another service, or another version of this one"
            )
        return link
    except BaseException as error:
        if link is not None:
            link.drop()
        if isinstance(error, InvalidURI | TimeoutError | InvalidHandshake | OSError):
            raise UnreachableError(_why(url, error)) from error
        raise


async def _begin_handshake(
    url: str, on_message: Received, on_close: Callable[[int], None], read_s: float
) -> Link:
    """A connection whose handshake is under way."""
    at = parse_uri(url)
    _, link = await asyncio.get_running_loop().create_connection(
        lambda: Link(url, on_message, on_close, read_s),
        at.host,
        at.port,
        ssl=ssl.create_default_context() if at.secure else None,
    )
    return link


def _why(url: str, error: Exception) -> str:
    if isinstance(error, InvalidURI):
        return f"{url} is no WebSocket's address: it looks like ws://HOST:PORT/ws"
    if isinstance(error, TimeoutError):
        return (
            f"{url} did not answer within {CONNECT_S:g} s: is the service running, and is this its address?"
        )
    if isinstance(error, InvalidStatus):
        status = error.response.status_code
        hint = (
            "its socket is at /ws" if status == 404 else "the service may be behind a proxy that forbids it"
        )
        return f"{url} answered with HTTP {status} and opens no WebSocket: {hint}"
    if isinstance(error, InvalidHandshake):
        return f"{url} opens no WebSocket ({error}): is it the service, and its socket (/ws)?"
    return f"{url} cannot be reached ({error}): is the service running (`gamemaster serve`), and is this its address?"
