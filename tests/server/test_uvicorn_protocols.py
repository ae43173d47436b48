"""What a socket's frames cost the system, and that none is lost or overtaken."""

import asyncio
from typing import cast

import pytest

from gamemaster.server.uvicorn_protocols import MOST_GATHERED, Gathered


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
