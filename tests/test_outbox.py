"""The outbox: in order, nothing dropped, and an end for those who do not read."""

import asyncio

import pytest

from gamemaster.messages import CLOSE_TOO_SLOW, Pong
from gamemaster.outbox import Outbox


async def test_frames_come_out_in_order_and_then_the_end() -> None:
    outbox = Outbox(4)
    outbox.send(["a", "b"])
    outbox.say(Pong(n=1))
    outbox.close(1000, "done")
    outbox.send(["too late"])
    assert await outbox.next() == ["a", "b"]
    assert await outbox.next() == [Pong(n=1).model_dump_json()]
    assert await outbox.next() is None
    assert outbox.closing == (1000, "done")


async def test_no_more_room_is_the_end_and_says_why() -> None:
    outbox = Outbox(3)
    for n in range(4):
        outbox.send([str(n)])
    assert outbox.closing is not None
    code, reason = outbox.closing
    assert (code, "more than 3 frames" in reason) == (CLOSE_TOO_SLOW, True)
    assert await outbox.next() is None


async def test_many_frames_in_one_go_fit() -> None:
    outbox = Outbox(3)
    outbox.send([str(n) for n in range(2000)])
    assert outbox.closing is None
    assert len(await outbox.next() or []) == 2000


async def test_room_is_there_again_when_half_was_read() -> None:
    outbox = Outbox(4)
    for n in range(3):
        outbox.send([str(n)])
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(outbox.room(), 0.01)
    await outbox.next()
    await asyncio.wait_for(outbox.room(), 0.01)


async def test_the_reader_waits_for_what_comes() -> None:
    outbox = Outbox(4)
    waiting = asyncio.create_task(outbox.next())
    await asyncio.sleep(0)
    outbox.send(["a"])
    assert await asyncio.wait_for(waiting, 1) == ["a"]
