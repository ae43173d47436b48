"""The Python client of `gamemaster.v1`: connections, and what is said and heard on one.

The terminal, the benchmarks and the tests talk to a service by it. Load (`gamemaster.replay.load.connection`) brings a
transport of its own, as thousands of its players share a core, and takes all else from here.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Generator, Sequence
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import orjson
import websockets
from websockets.asyncio.client import ClientConnection
from websockets.asyncio.client import connect as websockets_connect

from gamemaster.protocol.audio_frames import unpack
from gamemaster.protocol.messages import PROTOCOL
from inference.backoff import Backoff

CONNECT_S = 10.0
RECONNECT_S = (0.25, 8.0)  # until the next try to come back: the first, and the longest
ROUTING_DIGITS = 8  # of a story's id: enough to find its host by, and too few to open it
MAX_BYTES = 16 * 1024 * 1024  # a snapshot of a long story is the largest thing that comes
Frame = dict[str, Any]


def socket_url(address: str) -> str:
    """The WebSocket of the service whose page is at `address` (http, https, ws or wss)."""
    parts = urlsplit(address if "//" in address else f"http://{address}")
    scheme = {"http": "ws", "https": "wss"}.get(parts.scheme, parts.scheme)
    path = parts.path.rstrip("/")
    return urlunsplit((scheme, parts.netloc, path if path.endswith("/ws") else f"{path}/ws", "", ""))


def url_of_story(url: str, story: str) -> str:
    """The socket at `url` for who comes back to a story, so that a proxy finds the host that plays it: the address is
    all that a proxy sees before the socket is open. "": no story yet."""
    return f"{url}?story={story[:ROUTING_DIGITS]}" if story else url


def connect(url: str, **options: Any) -> websockets_connect:
    """A connection to the socket at `url`: await it, enter it, or iterate over it to come back whenever it breaks.

    `options` are those of `websockets.connect`.
    """
    ours: dict[str, Any] = {
        "subprotocols": [websockets.Subprotocol(PROTOCOL)],
        "open_timeout": CONNECT_S,
        "max_size": MAX_BYTES,
        "compression": None,
        "proxy": None,
        "reconnect_delays": reconnect_delays,
    }
    return websockets.connect(url, **{**ours, **options})


def reconnect_delays() -> Generator[float]:
    """Seconds between tries, without end."""
    backoff = Backoff(*RECONNECT_S)
    while True:
        yield backoff.next_s()


def new_id() -> str:
    """For something asked: whatever is said again with the same id is done once."""
    return secrets.token_hex(8)


def encode(message: Frame) -> bytes:
    """JSON in UTF-8, to be sent as text."""
    return orjson.dumps(message)


def decode(raw: str | bytes) -> Frame:
    """A frame; binary audio as `{"type": "audio", "audio": AudioFrame}`."""
    if isinstance(raw, bytes):
        return {"type": "audio", "audio": unpack(raw)}
    frame: Frame = orjson.loads(raw)
    return frame


class RefusedError(Exception):
    """The service answered `hello` with a fatal error, which `frame` is."""

    def __init__(self, frame: Frame) -> None:
        super().__init__(frame["message"])
        self.frame = frame


class Conversation:
    """What is said and heard on one connection, in order. `on_frame` sees every frame first."""

    def __init__(self, socket: ClientConnection, on_frame: Callable[[Frame], None] | None = None) -> None:
        self.socket, self._on_frame = socket, on_frame

    async def send(self, **message: Any) -> None:
        """Raises websockets.ConnectionClosed, as `receive` does."""
        await self.socket.send(encode(message), text=True)

    async def receive(self) -> Frame:
        frame = decode(await self.socket.recv())
        if self._on_frame is not None:
            self._on_frame(frame)
        return frame

    async def until(self, *types: str) -> list[Frame]:
        """The frames up to the first of one of these types, which comes last."""
        found = [await self.receive()]
        while found[-1]["type"] not in types:
            found.append(await self.receive())
        return found

    async def hello(self, token: str | None = None, audio: Sequence[str] | None = None) -> Frame:
        """Say who we are; returns the `welcome`. Raises RefusedError. None: a client that knows of no voices."""
        await self.send(type="hello", token=token, **({"audio": list(audio)} if audio is not None else {}))
        while (frame := await self.receive())["type"] != "welcome":
            if frame["type"] == "error" and frame["fatal"]:
                raise RefusedError(frame)
        return frame
