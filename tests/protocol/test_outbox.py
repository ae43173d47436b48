"""The outbox: in order, no text dropped, audio behind it, and an end for those who do not read."""

import asyncio

import pytest

from gamemaster.protocol.messages import CLOSE_TOO_SLOW, Pong
from gamemaster.protocol.outbox import MAX_AUDIO_BYTES, MAX_AUDIO_FRAMES, Outbox


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
    assert await asyncio.wait_for(waiting, 30) == ["a"]


async def test_text_goes_before_audio_and_audio_keeps_its_order() -> None:
    outbox = Outbox(4)
    assert outbox.offer(["utterance", b"1", b"2"])
    outbox.send(["a", "b"])
    assert await outbox.next() == ["a", "b"]
    assert await outbox.next() == ["utterance"]
    outbox.send(["c"])
    assert [await outbox.next() for _ in range(3)] == [["c"], [b"1"], [b"2"]]


async def test_audio_that_does_not_fit_is_refused_whole_and_text_is_not() -> None:
    outbox = Outbox(8)
    assert outbox.offer([bytes(MAX_AUDIO_BYTES - 1)])
    assert not outbox.offer([b"1", b"2"])
    outbox.mark(b"end")
    outbox.send(["text"])
    assert outbox.closing is None
    assert [await outbox.next() for _ in range(3)] == [["text"], [bytes(MAX_AUDIO_BYTES - 1)], [b"end"]]
    assert outbox.offer([b"1", b"2"])


async def test_too_many_frames_of_audio_are_refused() -> None:
    outbox = Outbox(8)
    assert not outbox.offer([b""] * (MAX_AUDIO_FRAMES + 1))
    assert outbox.offer([b""] * MAX_AUDIO_FRAMES)
    assert not outbox.offer([b""])


async def test_a_client_that_is_behind_with_text_gets_no_more_audio() -> None:
    outbox = Outbox(8)
    for n in range(3):
        assert outbox.offer([b"audio"])
        outbox.send([str(n)])
    assert not outbox.offer([b"audio"])
    await outbox.next()
    assert outbox.offer([b"audio"])


async def test_hushed_and_closed_it_sends_no_audio() -> None:
    outbox = Outbox(4)
    outbox.offer([b"1"])
    outbox.hush()
    outbox.offer([b"2"])
    outbox.send(["bye"])
    outbox.close(1000, "done")
    assert not outbox.offer([b"3"])
    assert await outbox.next() == ["bye"]
    assert await outbox.next() is None
