"""Writes recordings, off the token path: the event loop hands lines over, a thread of its own writes them down.

What the loop pays for a line is a tuple in a queue. Four times a second the thread makes JSON of what has come, and
appends it to each recording's file as a zstd frame of its own, so that no file is kept open, and what a crash leaves is
whole up to the last frame. Both the queue and each file are bounded: a recording that passes a bound ends there, says
so, and the play goes on.
"""

from __future__ import annotations

import asyncio
import fcntl
import logging
import os
import secrets
import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, TypeVar

import orjson
import zstandard
from pydantic import BaseModel

from gamemaster.recording.folder import make_private
from gamemaster.recording.format import LEVEL, RECORDING_FORMAT, SUFFIX
from gamemaster.recording.tape import Tape
from gamemaster.storage.store import StoredStory

log = logging.getLogger(__name__)
T = TypeVar("T")

MOST_WAITING = 100_000  # lines that wait for the thread, of all recordings of this process
WRITE_S = 0.25  # between writes
MEGABYTE = 1 << 20


def jsonable(value: object) -> object:
    """What orjson asks for: models, and what was left for later."""
    if isinstance(value, BaseModel):
        return orjson.Fragment(value.model_dump_json())
    if isinstance(value, Mapping):
        return dict(value)
    if callable(value):
        return value()
    raise TypeError(f"a line of a recording cannot hold a {type(value).__name__}")


def line_json(at: float, kind: str, fields: Mapping[str, object]) -> bytes:
    """A line of a recording, without the line break."""
    return orjson.dumps({"at": round(at, 4), "kind": kind, **fields}, default=jsonable)


@dataclass(eq=False)
class _File:
    """One recording that is being written. `size` counts what was written, in bytes."""

    path: Path
    player: str
    story: str
    began: float
    tape: Tape
    size: int = 0
    lines: list[bytes] = field(default_factory=list)  # the thread's
    out: IO[bytes] | None = None  # open from the first write to the end, and locked, for `is_being_written`
    over: bool = False  # its `end` is written, or it failed


class Recordings:
    """All recordings of this process. Nothing is recorded of a player who was not allowed for.

    `folder` is made when first needed. `max_bytes`: of one file, compressed. Call everything but `close` in the event
    loop; `close` writes what is left.
    """

    def __init__(
        self,
        folder: Path,
        max_bytes: int = 64 * MEGABYTE,
        reasoning: bool = False,
        most_waiting: int = MOST_WAITING,
    ) -> None:
        self.folder, self.max_bytes, self.reasoning = folder, max_bytes, reasoning
        self._most_waiting = most_waiting
        self.counts: Counter[str] = Counter()  # of recordings: begun, written to their end, dropped before it
        self._allowed: dict[str, bool] = {}
        self._files: set[_File] = set()
        self._queue: deque[tuple[_File, float, str, Mapping[str, object]] | Callable[[], None]] = deque()
        self._wake = threading.Event()
        self._closing = False
        self._compressor = zstandard.ZstdCompressor(level=LEVEL)
        self._thread = threading.Thread(target=self._work, name="recordings", daemon=True)
        self._thread.start()

    # ---- in the event loop ----

    def allow(self, player: str, allowed: bool) -> None:
        """What the player says to being recorded. A no ends what is being recorded of them."""
        self._allowed[player] = allowed
        if not allowed:
            self.drop(player)

    def drop(self, player: str, story: str | None = None) -> None:
        """Nothing more comes into the files of a player, or of one of their stories."""
        for file in [file for file in self._files if file.player == player and story in (None, file.story)]:
            self.end(file.tape, "withdrawn")

    def is_allowed(self, player: str) -> bool:
        return self._allowed.get(player, False)

    def begin(
        self,
        stored: StoredStory,
        world_hash: str,
        stamps: Mapping[str, str],
        text_speed: float,
        queue: int = 16,
    ) -> Tape | None:
        """A tape for a session of a story that begins now; None if its player does not want that."""
        if not self.is_allowed(stored.player) or self._closing:
            return None
        now = datetime.now(UTC)
        name = f"{stored.id}-{now:%Y%m%dT%H%M%SZ}-{secrets.token_hex(2)}"
        tape = Tape(lambda kind, fields: self._enqueue(file, kind, fields), reasoning=self.reasoning)
        path = self.folder / stored.player / f"{name}{SUFFIX}"
        file = _File(path, stored.player, stored.id, time.monotonic(), tape)
        self._files.add(file)
        self.counts["begun"] += 1
        pending = stored.pending
        tape.write(
            "header",
            format=RECORDING_FORMAT,
            id=name,
            story=stored.id,
            player=stored.player,
            world=stored.world,
            world_hash=world_hash,
            seed=stored.state.seed,
            started=now.isoformat(timespec="milliseconds"),
            stamps=stamps,
            text_speed=text_speed,
            queue=queue,
            epoch=stored.epoch,
            name=stored.name,
            turn=stored.turn,
            state=stored.state,  # its keys in their order, which what is made of it may go by
            pending=pending._asdict() if pending is not None else None,
        )
        return tape

    def end(self, tape: Tape, reason: str) -> None:
        """Nothing more is recorded on this tape."""
        file = next((file for file in self._files if file.tape is tape), None)
        if file is None:
            return
        self.counts["dropped" if reason == "overflow" else "written"] += tape.on
        tape.write("end", reason=reason)
        tape.on = False
        self._files.discard(file)
        self._wake.set()

    def _enqueue(self, file: _File, kind: str, fields: Mapping[str, object]) -> None:
        if len(self._queue) >= self._most_waiting and kind != "end":
            log.error("recording %s ends: %d lines wait to be written", file.path.name, len(self._queue))
            self.end(file.tape, "overflow")
            return
        self._queue.append((file, time.monotonic() - file.began, kind, fields))

    async def between(self, work: Callable[[], T]) -> T:
        """Do something with the files after all that was handed over is written, while nothing is."""
        done: Future[T] = Future()

        def run() -> None:
            if not done.set_running_or_notify_cancel():
                return
            try:
                done.set_result(work())
            except Exception as error:
                done.set_exception(error)

        self._queue.append(run)
        self._wake.set()
        return await asyncio.wrap_future(done)

    async def flush(self) -> None:
        """Returns when all that was handed over is in the files, and those that ended are closed."""
        await self.between(lambda: None)

    def close(self) -> None:
        """End all recordings, and write what is left."""
        for file in list(self._files):
            self.end(file.tape, "stopped")
        self._closing = True
        self._wake.set()
        self._thread.join()

    @property
    def waiting(self) -> int:
        """Lines that wait for the thread."""
        return len(self._queue)

    def writing(self) -> set[Path]:
        """The files that are being written."""
        return {file.path for file in self._files}

    # ---- in the thread ----

    def _work(self) -> None:
        while True:
            self._wake.wait(WRITE_S)
            self._wake.clear()
            closing = self._closing
            self._drain()
            if closing:
                return

    def _drain(self) -> None:
        touched: dict[_File, None] = {}
        for _ in range(len(self._queue)):
            item = self._queue.popleft()
            if callable(item):
                self._append(touched)
                touched.clear()
                item()
                continue
            file, at, kind, fields = item
            if file.over:
                continue
            try:
                file.lines.append(line_json(at, kind, fields))
            except Exception:  # a line that cannot be written must end the recording, and nothing else
                log.exception("recording %s ends: a line cannot be written", file.path.name)
                self._drop(file)
                file.lines.append(line_json(at, "end", {"reason": "failed"}))
                kind = "end"
            touched[file] = None
            file.over = kind == "end"
        self._append(touched)

    def _append(self, files: Iterable[_File]) -> None:
        for file in files:
            lines, file.lines = file.lines, []
            data = self._compressor.compress(b"\n".join(lines) + b"\n")
            if file.size + len(data) > self.max_bytes:
                log.error("recording %s ends: it would pass %d bytes", file.path.name, self.max_bytes)
                end = line_json(time.monotonic() - file.began, "end", {"reason": "limit"})
                data = self._compressor.compress(end + b"\n")
                file.over = True
                self._drop(file)
            try:
                if file.out is None:
                    file.out = _create_file(file.path)
                file.out.write(data)
            except OSError as error:
                log.error("recording %s ends: it cannot be written: %s", file.path.name, error)
                file.over = True
                self._drop(file)
            file.size += len(data)
            if file.over and file.out is not None:
                file.out.close()

    def _drop(self, file: _File) -> None:
        """It ends before its session does."""
        self.counts["dropped"] += file.tape.on
        file.tape.on = False


def _create_file(path: Path) -> IO[bytes]:
    """A new file, unbuffered and locked; nobody else reads it."""
    make_private(path.parent.parent)
    make_private(path.parent)
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND
    out = os.fdopen(os.open(path, flags, 0o600), "wb", buffering=0)
    fcntl.flock(out, fcntl.LOCK_EX)
    return out
