"""The terminal's line to the service: hello with a kept token, and coming back by itself after the line breaks."""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection
from websockets.client import process_exception
from websockets.exceptions import ConnectionClosed, WebSocketException

from gamemaster.protocol.client import (
    Conversation,
    Frame,
    connect,
    reconnect_delays,
    socket_url,
    url_of_story,
)
from gamemaster.protocol.messages import CLOSE_IDLE, CLOSE_RESTART

LONGEST_WAIT_S = 60.0  # that the service may ask for before something is said again by itself


class LinkError(Exception):
    """The service cannot be reached or will not have us; the message says why and what to do."""


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

    Use as a context manager. Two frames are our own: `lost` when the line breaks, and `refused` where the service has
    us come again later.
    """

    def __init__(self, address: str, token_file: Path) -> None:
        self.url, self.token_file = socket_url(address), token_file
        self._frames: asyncio.Queue[Frame | LinkError] = asyncio.Queue()
        self._conversation: Conversation | None = None
        self._is_lost = False
        self._story = ""  # that was shown last
        self._welcomed = asyncio.Event()
        self._wanted = asyncio.Event()  # somebody has something to say, or it is not known that nobody has
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
        self._wanted.set()
        await self._welcomed.wait()
        if self._conversation is not None:
            with contextlib.suppress(ConnectionClosed):
                await self._conversation.send(**message)

    async def next(self) -> Frame:
        """The next frame. Raises `LinkError` when the service will not have us."""
        frame = await self._frames.get()
        if isinstance(frame, LinkError):
            raise frame
        return frame

    def waiting(self) -> bool:
        return not self._frames.empty()

    async def _run(self) -> None:
        try:
            async for socket in self._sockets():
                at_once = False
                try:
                    await self._converse(Conversation(socket, self._on_frame))
                except ConnectionClosed as error:
                    was_welcome = self._welcomed.is_set()
                    self._welcomed.clear()
                    self._conversation = None
                    if error.rcvd is not None and error.rcvd.code == CLOSE_IDLE:
                        self._wanted.clear()
                        await self._wanted.wait()
                        continue
                    # A process of the service that is replaced by another one: nobody needs to be told.
                    at_once = was_welcome and error.rcvd is not None and error.rcvd.code == CLOSE_RESTART
                    if not at_once:
                        self._lose(error)
                self._welcomed.clear()
                self._conversation = None
                # The library waits only after a try that failed; a service that closes each socket gets a pause, too.
                if not at_once:
                    await asyncio.sleep(next(reconnect_delays()))
        except LinkError as error:
            self._frames.put_nowait(error)
        except (OSError, WebSocketException) as error:
            self._frames.put_nowait(LinkError(f"{self.url} is no service of stories: {error}"))

    async def _sockets(self) -> AsyncIterator[ClientConnection]:
        """One after the other, each with an address that names the story that was shown last."""
        while True:
            address = url_of_story(self.url, self._story)
            tries = connect(address, process_exception=self._on_failure)
            async for socket in tries:
                yield socket
                break

    def _on_frame(self, frame: Frame) -> None:
        self._is_lost = False
        if frame["type"] == "story":
            self._story = frame["story"]

    def _on_failure(self, error: Exception) -> Exception | None:
        """None: try again."""
        self._lose(error)
        return process_exception(error)

    def _lose(self, error: Exception) -> None:
        """Says once that there is no line."""
        if not self._is_lost:
            self._is_lost = True
            self._frames.put_nowait({"type": "lost", "message": str(error)})

    async def _converse(self, conversation: Conversation) -> None:
        """One connection, from hello to its end."""
        await conversation.send(type="hello", token=read_token(self.token_file))
        while True:
            frame = await conversation.receive()
            if frame["type"] == "welcome":
                keep_token(self.token_file, frame["token"])
                self._conversation = conversation
                self._welcomed.set()
            elif frame["type"] == "error" and frame["code"] == "bad_token":
                # Another service's: put it aside, its stories may still be there.
                self.token_file.replace(self.token_file.with_suffix(".refused"))
            elif frame["type"] == "error" and frame["fatal"]:
                await self._wait_to_come_again(frame)
                return
            self._frames.put_nowait(frame)

    async def _wait_to_come_again(self, refusal: Frame) -> None:
        """As long as the service asks. Raises LinkError if it does not, or for longer than a person would wait."""
        wait_s = refusal.get("retry_after_s")
        if wait_s is None or wait_s > LONGEST_WAIT_S:
            raise LinkError(refusal["message"])
        self._frames.put_nowait({**refusal, "type": "refused"})
        await asyncio.sleep(wait_s)
