"""What a socket's frames cost the system, and that none is lost or overtaken."""

import asyncio
from typing import cast

import pytest

from gamemaster.server.uvicorn_protocols import MOST_GATHERED, Gathered, is_handshake


class Recorder:
    """A transport that notes what is asked of it."""

    def __init__(self) -> None:
        self.asked: list[bytes | str] = []

    def write(self, data: bytes) -> None:
        self.asked.append(data)

    def close(self) -> None:
        self.asked.append("close")

    def pause_reading(self) -> None:
        self.asked.append("pause")


@pytest.mark.parametrize(
    ("parts", "then", "asked"),
    [
        ([b"one ", b"two ", b"three"], "", [b"one two three"]),
        ([b"one ", b"two"], "close", [b"one two", "close"]),
        ([b"x" * MOST_GATHERED, b"y", b"z"], "", [b"x" * MOST_GATHERED + b"y", b"z"]),
        ([], "pause_reading", ["pause"]),
    ],
)
async def test_what_is_written_in_one_step_goes_out_together_and_in_order(
    parts: list[bytes], then: str, asked: list[bytes | str]
) -> None:
    transport = Recorder()
    gathered = Gathered(cast(asyncio.Transport, transport), asyncio.get_running_loop())
    for part in parts:
        gathered.write(part)
    if then:
        getattr(gathered, then)()
    await asyncio.sleep(0)
    assert transport.asked == asked


HANDSHAKE = b"GET /ws HTTP/1.1\r\nHost: a\r\nConnection: keep-alive, Upgrade\r\nUPGRADE: WebSocket\r\n\r\n"


@pytest.mark.parametrize(
    ("data", "is_one"),
    [
        (HANDSHAKE, True),
        (HANDSHAKE[:-1], False),  # the rest is on its way
        (HANDSHAKE + b"GET / HTTP/1.1\r\n\r\n", False),
        (HANDSHAKE.replace(b"GET", b"POST"), False),
        (HANDSHAKE.replace(b"Host: a", b"Host: a\r\nhost: b"), False),
        (HANDSHAKE.replace(b"Host: a\r\n", b""), False),
        (HANDSHAKE.replace(b"Upgrade\r\n", b"close\r\n"), False),
        (HANDSHAKE.replace(b"WebSocket", b"h2c"), False),
    ],
)
def test_only_a_whole_and_plain_handshake_is_not_read_as_http(data: bytes, is_one: bool) -> None:
    assert is_handshake(data) is is_one
