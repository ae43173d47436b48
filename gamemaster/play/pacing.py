"""One turn's text on its way out: what was told so far, and how a player hurries or stops it."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncGenerator, AsyncIterator, Iterator
from typing import Protocol

from gamemaster.play.cadence import Cadence
from gamemaster.rules.state import Span
from gamemaster.speech.playback_position import Cut


class Aloud(Protocol):
    """Speaks what is told: `gamemaster.speech.turn_speech`, in turns that somebody listens to."""

    def tell(self, index: int, span: Span, text: str) -> None:
        """This text of the span with this number was shown."""
        ...

    def pause(self) -> None:
        """No more text comes for now."""
        ...

    async def wait_until_heard(self) -> None:
        """Until all of it was heard, or nobody waits for it any more."""
        ...

    def interrupt(self) -> None:
        """The player heard enough."""
        ...


class Silence:
    """Implements `Aloud` where nobody listens."""

    def tell(self, index: int, span: Span, text: str) -> None:
        """It is read."""

    def pause(self) -> None:
        """There is nothing to speak."""

    async def wait_until_heard(self) -> None:
        """There is nothing to wait for."""

    def interrupt(self) -> None:
        """There is nothing to end."""


SILENCE = Silence()


class Telling:
    """Shared by the turn, which tells, and the connection, which may hurry or stop it.

    A *piece* is one `text` frame; pieces are counted from the start of the turn. What is told aloud counts as told when
    it was heard.
    """

    def __init__(self, cadence: Cadence, aloud: Aloud = SILENCE) -> None:
        self.cadence, self.aloud = cadence, aloud
        self.spans: list[Span] = []
        self.pieces: list[tuple[int, str]] = []  # span index and text, in order
        self.stopped = False
        self.finished = False  # nothing can be stopped any more: the turn is being committed
        self._keep: int | None = None
        self._cut: Cut | None = None
        self._wake = asyncio.Event()  # no pause is waited for any more
        self._came = asyncio.Event()  # the narrator's next span, or the end of waiting for it
        self.hurried = False  # what is left goes out without pauses
        self._paused_s = 0.0

    def hurry(self) -> None:
        """Tell the rest without pauses."""
        self.hurried = True
        self._wake.set()

    def stop(self, keep: int | None = None, cut: Cut | None = None) -> bool:
        """Tell no more; only the first `keep` pieces are told (None: all so far), and those only up to `cut`.

        False if it is too late for that.
        """
        if self.finished:
            return False
        if not self.stopped:
            self.stopped, self._keep, self._cut = True, keep, cut
            self._wake.set()
            self._came.set()
            self.aloud.interrupt()
        return True

    async def wait_until_heard(self) -> None:
        """All text was told: wait until it was heard, should anybody listen. Then nothing can be stopped any more."""
        if not self.stopped:
            await self.aloud.wait_until_heard()
        self.finished = True

    async def spans_until_stopped(self, narration: AsyncIterator[Span]) -> AsyncIterator[Span]:
        """The narrator's spans; ends early when stopped, even while the narrator thinks. Then it thinks no more."""
        try:
            async for span in self._until_stopped(narration):
                yield span
        finally:
            if isinstance(narration, AsyncGenerator):
                await narration.aclose()

    async def _until_stopped(self, narration: AsyncIterator[Span]) -> AsyncIterator[Span]:
        while not self.stopped:
            coming = asyncio.ensure_future(anext(narration, None))
            coming.add_done_callback(lambda _: self._came.set())
            try:
                while not coming.done() and not self.stopped:
                    self._came.clear()
                    await self._came.wait()
            finally:
                if not coming.done():
                    coming.cancel()
                    with contextlib.suppress(asyncio.CancelledError):
                        await coming
            if coming.cancelled() or (span := coming.result()) is None:
                return
            if not self.stopped:
                yield span

    async def pieces_of(self, span: Span) -> AsyncIterator[tuple[int, str]]:
        """The pieces of a span with the span's number, at the turn's pace; each is told once it has been yielded.

        A span without text says that nothing more comes for now: what is told aloud is spoken to its end.
        """
        index = self._place(span)
        if not span.text:
            self.aloud.pause()
            return
        for piece in self.cadence.pieces(span.text):
            if self.stopped:
                return
            self.pieces.append((index, piece))
            yield index, piece
            if not self.stopped:
                self.aloud.tell(index, span, piece)
            await self._pause(piece)

    def _place(self, span: Span) -> int:
        """The number of the paragraph that a span goes on with, or begins."""
        last = self.spans[-1] if self.spans else None
        if span.more and last is not None and (last.kind, last.speaker) == (span.kind, span.speaker):
            self.spans[-1] = last.model_copy(
                update={"text": last.text + span.text, "keys": [*last.keys, *span.keys]}
            )
        else:
            self.spans.append(span.model_copy(update={"text": span.text.lstrip()}) if span.more else span)
        return len(self.spans) - 1

    async def _pause(self, piece: str) -> None:
        seconds = self.cadence.pause_s(piece, self._paused_s)
        if seconds <= 0 or self._wake.is_set():
            return
        self._paused_s += seconds
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._wake.wait(), seconds)

    @property
    def told_count(self) -> int:
        """How many pieces are told, the last perhaps in part, once the telling is over."""
        return sum(1 for _ in self._told_pieces())

    @property
    def place(self) -> Cut:
        """Where in the text the telling ended, once it is over."""
        place = Cut(0, 0)
        for index, piece in self._told_pieces():
            place = Cut(index, len(piece) + (place.chars if place.span == index else 0))
        return place

    def _told_pieces(self) -> Iterator[tuple[int, str]]:
        whole = len(self.pieces)
        count = whole if self._keep is None else max(0, min(self._keep, whole))
        told: dict[int, int] = {}
        for index, piece in self.pieces[:count]:
            kept = piece
            if self._cut is not None and index >= self._cut.span:
                kept = (
                    piece[: max(0, self._cut.chars - told.get(index, 0))] if index == self._cut.span else ""
                )
            if not kept and piece:
                return
            told[index] = told.get(index, 0) + len(kept)
            yield index, kept

    def told_spans(self) -> list[Span]:
        """The spans as far as they were told. A span that was cut has no `keys`: its wording was not told."""
        texts: dict[int, str] = {}
        for index, piece in self._told_pieces():
            texts[index] = texts.get(index, "") + piece
        return [
            span if texts[index] == span.text else span.model_copy(update={"text": texts[index], "keys": []})
            for index, span in enumerate(self.spans)
            if index in texts
        ]
