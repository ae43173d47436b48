"""Server-sent events out of bytes as they come: the data of each event. Sans-I/O, bounded."""

from dataclasses import dataclass, field

MAX_EVENT_BYTES = 2**20


class EventTooLarge(Exception):
    """More bytes without the end of an event than MAX_EVENT_BYTES."""


@dataclass
class EventDecoder:
    """The subset of the HTML standard's event streams that model servers send: `data` fields; all others, and
    comments (keep-alives), are skipped. Line ends are LF, CRLF or CR.
    """

    _buffer: bytearray = field(default_factory=bytearray)
    _data: list[bytes] = field(default_factory=list)
    _size: int = 0
    _cut: bool = False  # a chunk ended with CR: an LF that begins the next is of the same line's end

    def feed(self, chunk: bytes) -> list[str]:
        if not chunk:
            return []
        chunk = chunk[1:] if self._cut and chunk.startswith(b"\n") else chunk
        self._cut = chunk.endswith(b"\r")
        self._buffer += chunk.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        *lines, rest = self._buffer.split(b"\n")
        self._buffer = rest
        events = []
        for line in lines:
            if line.startswith(b"data:"):
                self._data.append(bytes(line[5:]).removeprefix(b" "))
                self._size += len(line)
            elif not line and self._data:
                events.append(b"\n".join(self._data).decode(errors="replace"))
                self._data, self._size = [], 0
            self._check(self._size)
        self._check(self._size + len(self._buffer))
        return events

    def finish(self) -> list[str]:
        """What no empty line ended: some servers hang up after their last word."""
        return self.feed(b"\n\n")

    def _check(self, size: int) -> None:
        if size > MAX_EVENT_BYTES:
            raise EventTooLarge(f"an event of more than {MAX_EVENT_BYTES} bytes")
