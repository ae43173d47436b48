"""The terminal's line to the service: hello with a kept token, and coming back by itself after the line breaks."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import websockets
from websockets.asyncio.client import ClientConnection

from gamemaster.protocol import messages

FIRST_WAIT_S = 0.25
LONGEST_WAIT_S = 8.0
CONNECT_S = 10.0
MAX_FRAME = 16 * 1024 * 1024  # a snapshot of a long story is the largest thing that comes
Frame = dict[str, Any]


class LinkError(Exception):
    """The service cannot be reached or will not have us; the message says why and what to do."""


def socket_url(address: str) -> str:
    """The WebSocket of the service whose page is at `address` (http, https, ws or wss)."""
    parts = urlsplit(address if "//" in address else f"http://{address}")
    scheme = {"http": "ws", "https": "wss"}.get(parts.scheme, parts.scheme)
    path = parts.path.rstrip("/")
    return urlunsplit((scheme, parts.netloc, path if path.endswith("/ws") else f"{path}/ws", "", ""))


def read_token(path: Path) -> str | None:
    try:
        return path.read_text(encoding="ascii").strip() or None
    except FileNotFoundError:
        return None


def keep_token(path: Path, token: str) -> None:
    """Writes the token so that only its owner can read it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with open(handle, "w", encoding="ascii") as file:
        os.fchmod(handle, 0o600)  # the file may have been there, and open to all
        file.write(token + "\n")


class Link:
    """Frames come from `frames`, `welcome` first and again after each return; `send` waits for a broken line.

    Use as a context manager; `frames` yields a `lost` frame of our own when the line breaks.
    """

    def __init__(self, address: str, token_file: Path) -> None:
        self.url, self.token_file = socket_url(address), token_file
        self._frames: asyncio.Queue[Frame | LinkError] = asyncio.Queue()
        self._socket: ClientConnection | None = None
        self._welcomed = asyncio.Event()
        self._work: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Link:
        self._work = asyncio.create_task(self._run(), name="terminal link")
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._work is not None:
            self._work.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._work

    async def send(self, **message: Any) -> None:
        """Says something once there is a line. What is said into a line that breaks may be lost: see `lost`."""
        await self._welcomed.wait()
        if self._socket is not None:
            with contextlib.suppress(websockets.ConnectionClosed):
                await self._socket.send(json.dumps(message))

    async def next(self) -> Frame:
        """The next frame. Raises `LinkError` when the service will not have us."""
        frame = await self._frames.get()
        if isinstance(frame, LinkError):
            raise frame
        return frame

    def waiting(self) -> bool:
        return not self._frames.empty()

    async def _run(self) -> None:
        tries = 0
        while True:
            try:
                async for frame in self._converse():
                    tries = 0
                    self._frames.put_nowait(frame)
            except LinkError as error:
                self._frames.put_nowait(error)
                return
            except (OSError, TimeoutError, websockets.WebSocketException) as error:
                if tries == 0:
                    self._frames.put_nowait({"type": "lost", "message": str(error)})
            self._welcomed.clear()
            self._socket = None
            wait = min(LONGEST_WAIT_S, FIRST_WAIT_S * 1.7**tries) * random.uniform(0.7, 1.3)
            tries += 1
            await asyncio.sleep(wait)

    async def _converse(self) -> AsyncIterator[Frame]:
        """One connection, from hello to its end."""
        subprotocol = websockets.Subprotocol(messages.PROTOCOL)
        async with websockets.connect(
            self.url, subprotocols=[subprotocol], open_timeout=CONNECT_S, max_size=MAX_FRAME, proxy=None
        ) as socket:
            await socket.send(json.dumps({"type": "hello", "token": read_token(self.token_file)}))
            async for raw in socket:
                frame: Frame = json.loads(raw)
                if frame["type"] == "welcome":
                    keep_token(self.token_file, frame["token"])
                    self._socket = socket
                    self._welcomed.set()
                elif frame["type"] == "error" and frame["code"] == "bad_token":
                    # Another service's: put it aside, its stories may still be there.
                    self.token_file.replace(self.token_file.with_suffix(".refused"))
                elif frame["type"] == "error" and frame["fatal"]:
                    raise LinkError(frame["message"])
                yield frame
