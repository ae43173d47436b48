"""Deltas in order, joined when nobody reads, and the error after them."""

import asyncio

import pytest

from inference.engine import Delta, EngineLost, Finish, FinishReason, Kind, RequestFailed
from inference.output.delta_queue import JOIN_ABOVE, Inbox


async def test_what_came_before_an_error_is_read_first_and_the_first_error_counts() -> None:
    inbox = Inbox()
    inbox.put(Delta(Kind.CONTENT, (1,), "a"))
    inbox.fail(EngineLost("first"))
    inbox.fail(RequestFailed("second"))
    assert (await inbox.get()).text == "a"
    for _ in range(2):
        with pytest.raises(EngineLost, match="first"):
            await inbox.get()


async def test_a_waiting_reader_is_woken() -> None:
    inbox = Inbox()
    reader = asyncio.create_task(inbox.get())
    await asyncio.sleep(0)
    inbox.put(Delta(Kind.CONTENT, (1,), "a"))
    assert (await reader).token_ids == (1,)
    failing = asyncio.create_task(inbox.get())
    await asyncio.sleep(0)
    inbox.fail(EngineLost("gone"))
    with pytest.raises(EngineLost):
        await failing


async def test_what_nobody_reads_is_joined_by_kind_and_the_finish_survives() -> None:
    inbox, tokens = Inbox(), range(1000)
    for number in tokens:
        inbox.put(
            Delta(Kind.REASONING if number < 500 else Kind.CONTENT, (number,), "." if number >= 500 else "")
        )
    inbox.put(Delta(Kind.CONTENT, finish=Finish(FinishReason.COMPLETE)))
    got = [await inbox.get()]
    while got[-1].finish is None:
        got.append(await inbox.get())
    assert len(got) <= JOIN_ABOVE + 2
    assert [number for delta in got for number in delta.token_ids] == list(tokens)
    assert "".join(delta.text for delta in got) == "." * 500
    assert all((min(delta.token_ids, default=999) >= 500) == (delta.kind is Kind.CONTENT) for delta in got)
