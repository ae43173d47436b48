"""Frames on a byte stream: length, version, type, stream number, payload. Sans-I/O, every size bounded."""

import struct
from dataclasses import dataclass, field
from enum import IntEnum

VERSION = 1
# Length of the rest, version, type, stream number; little-endian.
HEADER = struct.Struct("<IBBI")
REST = HEADER.size - 4
# A prompt of a million tokens is 4 MB.
MAX_PAYLOAD = 8 * 2**20


class FrameType(IntEnum):
    HELLO = 1  # client: who I am
    WELCOME = 2  # server: the engine's info, its process; the engine is ready
    GENERATE = 3  # client: a request, on a stream number of its choice
    DELTA = 4  # server
    ERROR = 5  # server: the stream, or the health check, ended with an error
    CANCEL = 6  # client: nobody reads this stream any more
    ABORT = 7  # client: end the request with this id
    HEALTH = 8  # client: generate something
    HEALTHY = 9  # server: it took so long
    BEAT = 10  # server: alive, and so many tokens given out


class FramingError(Exception):
    """The peer does not speak this protocol, or not this version: nothing more can be read from it."""


@dataclass(frozen=True, slots=True)
class Frame:
    type: FrameType
    stream: int = 0
    payload: bytes = b""


def encode(frame: Frame) -> bytes:
    """Raises FramingError if the payload is larger than MAX_PAYLOAD bytes."""
    if len(frame.payload) > MAX_PAYLOAD:
        raise FramingError(f"a payload of {len(frame.payload)} bytes; the most is {MAX_PAYLOAD}")
    return HEADER.pack(REST + len(frame.payload), VERSION, frame.type, frame.stream) + frame.payload


@dataclass
class Decoder:
    """Frames out of bytes as they come. After a FramingError it is of no further use."""

    _buffer: bytearray = field(default_factory=bytearray)

    def feed(self, data: bytes) -> list[Frame]:
        """The frames that are now whole. Holds at most one unfinished frame and `data`."""
        self._buffer += data
        frames, start = [], 0
        while len(self._buffer) - start >= HEADER.size:
            length, version, number, stream = HEADER.unpack_from(self._buffer, start)
            if version != VERSION:
                raise FramingError(f"version {version} of the framing; this is version {VERSION}")
            if not REST <= length <= REST + MAX_PAYLOAD:
                raise FramingError(f"a frame of {length} bytes; {REST} to {REST + MAX_PAYLOAD} are allowed")
            try:
                type_ = FrameType(number)
            except ValueError:
                raise FramingError(f"frame type {number}, which does not exist") from None
            end = start + 4 + length
            if len(self._buffer) < end:
                break
            frames.append(Frame(type_, stream, bytes(self._buffer[start + HEADER.size : end])))
            start = end
        del self._buffer[:start]
        return frames
