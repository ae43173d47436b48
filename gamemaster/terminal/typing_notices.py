"""Tells the service that words are coming, so that the story is ready when they are said.

Only a prompt that sees each key can: of lines that come through a pipe the first letter is seen with the last.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from prompt_toolkit import PromptSession
from prompt_toolkit.buffer import Buffer

AGAIN_S = 4.0  # so often, while the player goes on


class TypingNotices:
    """Sends `typing` at the first letter of each line, and again while more come. Commands are no words."""

    def __init__(self, send: Callable[..., Awaitable[Any]], clock: Callable[[], float]) -> None:
        self._send, self._clock = send, clock
        self._next_s = 0.0
        self._tasks: set[asyncio.Future[Any]] = set()

    def watch(self, session: PromptSession[str]) -> None:
        session.default_buffer.on_text_changed += self._on_change

    def begin_line(self) -> None:
        """The next letter is a first one."""
        self._next_s = 0.0

    def _on_change(self, buffer: Buffer) -> None:
        now_s = self._clock()
        if not buffer.text or buffer.text.startswith("/") or now_s < self._next_s:
            return
        self._next_s = now_s + AGAIN_S
        task = asyncio.ensure_future(self._send(type="typing"))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
