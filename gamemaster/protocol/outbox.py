"""The bounded queue of what is on its way to one client: text, and behind it what is spoken."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterable

from gamemaster.protocol.messages import CLOSE_TOO_SLOW, Frame
from voice.codecs import Codec

# Beside the number of frames: a client that asks for snapshots and never reads them must not fill the memory.
MAX_BYTES = 8 * 1024 * 1024
MAX_AUDIO_BYTES = 2 * 1024 * 1024  # 47 s of PCM at 22,050 Hz, 9 minutes of Opus: two long sentences and more
MAX_AUDIO_FRAMES = 4096
Data = str | bytes  # text frames and binary frames


class Outbox:
    """The bounded queue of frames to one client. Text is never dropped: a client for whom there is no more room is
    closed. Audio is: what does not fit is refused, and whoever offered it says so to the client.

    What one call of `send` brings counts as one entry, so that a snapshot or the frames missed during a lost
    connection always fit. Text goes before audio that still waits, so that a slow line delays no text.
    """

    def __init__(self, limit: int, on_say: Callable[[Frame], None] = lambda frame: None) -> None:
        """`limit` in entries. `on_say` is called with what is said to this client alone."""
        self._on_say = on_say
        self._limit = limit
        self._entries: deque[list[str]] = deque()
        self._bytes = 0
        self._audio: deque[Data] = deque()
        self._audio_bytes = 0
        self._changed = asyncio.Event()
        self._room = asyncio.Event()
        self._room.set()
        self.closing: tuple[int, str] | None = None
        self.codec: Codec | None = None  # in which the client wants to hear the story, if it does
        self.choices = (
            0  # of what to hear and how: an utterance that began before the last one is not sent on
        )
        self.voiceless = (
            True  # there is no voice for it now: it reads (`gamemaster.speech.voices` says when that changes)
        )

    @property
    def hears(self) -> bool:
        """Whether the client is to be sent audio."""
        return self.codec is not None and not self.voiceless and self.closing is None

    def send(self, texts: Iterable[str]) -> None:
        """Queue frames. Without room for them, the outbox closes itself as too slow."""
        entry = list(texts)
        if not entry or self.closing is not None:
            return
        size = sum(map(len, entry))
        if len(self._entries) >= self._limit or (self._entries and self._bytes + size > MAX_BYTES):
            self._entries.clear()
            self._bytes = 0
            self.close(
                CLOSE_TOO_SLOW, f"more than {self._limit} frames wait to be read; come back and resume"
            )
            return
        self._entries.append(entry)
        self._bytes += size
        if len(self._entries) > self._limit // 2:
            self._room.clear()
        self._changed.set()

    def say(self, frame: Frame) -> None:
        """Queue one frame that is for this client alone."""
        self._on_say(frame)
        self.send([encode(frame)])

    def offer(self, audio: Iterable[Data]) -> bool:
        """Queue audio and what belongs to it, all or nothing. False: the client is behind, and must do without."""
        frames = list(audio)
        size = sum(map(len, frames))
        behind = len(self._entries) > self._limit // 4 or len(self._audio) + len(frames) > MAX_AUDIO_FRAMES
        if self.closing is not None or behind or self._audio_bytes + size > MAX_AUDIO_BYTES:
            return False
        self._queue_audio(frames, size)
        return True

    def mark(self, frame: Data) -> None:
        """Queue a small frame behind the audio that is queued, even if no more audio fits: an utterance's end."""
        if self.closing is None and len(self._audio) < 2 * MAX_AUDIO_FRAMES:
            self._queue_audio([frame], len(frame))

    def _queue_audio(self, frames: list[Data], size: int) -> None:
        self._audio.extend(frames)
        self._audio_bytes += size
        self._changed.set()

    def hush(self) -> None:
        """Forget the audio that was not sent yet."""
        self._audio.clear()
        self._audio_bytes = 0

    def choose_anew(self) -> None:
        """The client hears something else from now on, or otherwise: the next utterance is the first."""
        self.choices += 1
        self.hush()

    def close(self, code: int, reason: str) -> None:
        """Close after what is queued, but for audio. The first call counts."""
        if self.closing is None:
            self.closing = (code, reason)
            self.hush()
        self._room.set()
        self._changed.set()

    @property
    def has_room(self) -> bool:
        """Whether the client has read enough to be worth listening to."""
        return self._room.is_set()

    async def room(self) -> None:
        """Wait until there is."""
        await self._room.wait()

    async def next(self) -> list[Data] | None:
        """The next frames to send; None when the outbox is closed and empty."""
        while not self._entries and not self._audio:
            if self.closing is not None:
                return None
            self._changed.clear()
            await self._changed.wait()
        if not self._entries:
            frame = self._audio.popleft()
            self._audio_bytes -= len(frame)
            return [frame]
        entry = self._entries.popleft()
        self._bytes -= sum(map(len, entry))
        if len(self._entries) <= self._limit // 2:
            self._room.set()
        return [*entry]


def encode(frame: Frame) -> str:
    """A server message as it goes over the wire."""
    return frame.model_dump_json()
