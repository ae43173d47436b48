"""One connection that carries frames: decoding, writes gathered into few, backpressure, and its end."""

import asyncio
from collections.abc import Callable
from typing import cast

from inference.hosted.framing import Decoder, Frame, FramingError, encode

# Written but not yet taken by the peer: beyond this, whoever writes waits.
HIGH_WATER_BYTES = 2**20
# Gathered for one write, at most: a writer that never lets the event loop run must feel the backpressure too.
GATHER_BYTES = 2**16


class Link(asyncio.Protocol):
    """`on_frame` gets each frame; it may raise FramingError, which ends the link. `on_lost` gets the reason, once."""

    def __init__(
        self,
        on_made: "Callable[[Link], None]",
        on_frame: "Callable[[Link, Frame], None]",
        on_lost: "Callable[[Link, str], None]",
    ) -> None:
        self.on_made = on_made
        self.on_frame = on_frame
        self.on_lost = on_lost
        self.transport: asyncio.Transport | None = None
        self.received = 0
        self._decoder = Decoder()
        self._out: list[bytes] = []
        self._out_bytes = 0
        self._writable = asyncio.Event()
        self._writable.set()
        self._why = ""

    def send(self, frame: Frame) -> None:
        """Frames sent in one round of the event loop go out in one write. After the end they go nowhere."""
        if self.transport is None or self.transport.is_closing():
            return
        if not self._out:
            asyncio.get_running_loop().call_soon(self._flush)
        data = encode(frame)
        self._out.append(data)
        self._out_bytes += len(data)
        if self._out_bytes >= GATHER_BYTES:
            self._flush()

    def _flush(self) -> None:
        out, self._out, self._out_bytes = self._out, [], 0
        if out and self.transport is not None and not self.transport.is_closing():
            self.transport.write(b"".join(out))

    @property
    def is_full(self) -> bool:
        return not self._writable.is_set()

    async def drain(self, patience_s: float) -> None:
        """Waits for a peer that reads slowly; one that does not read for `patience_s` seconds is cut off."""
        try:
            async with asyncio.timeout(patience_s):
                await self._writable.wait()
        except TimeoutError:
            self.end(f"the peer read nothing for {patience_s:g} s", at_once=True)

    def end(self, why: str, *, at_once: bool = False) -> None:
        """Closes; what was sent still goes out, unless `at_once`."""
        self._why = self._why or why
        if self.transport is not None:
            self._flush()
            if at_once:
                self.transport.abort()
            else:
                self.transport.close()

    # The rest is called by asyncio.

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        self.transport.set_write_buffer_limits(high=HIGH_WATER_BYTES)
        self.on_made(self)

    def data_received(self, data: bytes) -> None:
        self.received += len(data)
        try:
            for frame in self._decoder.feed(data):
                if self._why:
                    return
                self.on_frame(self, frame)
        except FramingError as error:
            self.end(str(error), at_once=True)

    def pause_writing(self) -> None:
        self._writable.clear()

    def resume_writing(self) -> None:
        self._writable.set()

    def connection_lost(self, exc: Exception | None) -> None:
        self._writable.set()
        self._out.clear()
        self.on_lost(self, self._why or (f"the connection broke: {exc}" if exc else "the connection closed"))
