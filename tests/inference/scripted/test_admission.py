"""Who gets a slot, and when: play first, a bounded queue, and no slot lost to those who leave."""

import asyncio

import pytest

from inference.engine import EngineBusy, Lane
from inference.scripted.admission import Slots


async def take(slots: Slots, name: str, lane: Lane, order: list[str]) -> None:
    if await slots.take(lane, name):
        order.append(name)


async def settle() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


async def test_play_goes_before_background_and_the_queue_is_bounded() -> None:
    slots, order = Slots(running=1, waiting=3), list[str]()
    await take(slots, "first", Lane.BACKGROUND, order)
    async with asyncio.TaskGroup() as group:
        for name, lane in (("b", Lane.BACKGROUND), ("p1", Lane.PLAY), ("p2", Lane.PLAY)):
            group.create_task(take(slots, name, lane, order))
            await settle()
        with pytest.raises(EngineBusy, match="4 requests, its limit"):
            await slots.take(Lane.PLAY, "too many")
        for _ in range(4):
            slots.give()
            await settle()
    assert order == ["first", "p1", "p2", "b"]
    assert slots.used == 0


async def test_who_is_cancelled_or_withdrawn_while_waiting_takes_nothing() -> None:
    slots, order = Slots(running=1, waiting=9), list[str]()
    await take(slots, "first", Lane.PLAY, order)
    waiting = [asyncio.create_task(take(slots, name, Lane.PLAY, order)) for name in ("a", "b", "c")]
    await settle()
    waiting[0].cancel()
    slots.withdraw("b")
    slots.withdraw("nobody")
    slots.give()
    await asyncio.gather(*waiting, return_exceptions=True)
    assert order == ["first", "c"]
    slots.give()
    assert slots.used == 0


async def test_a_slot_handed_to_someone_who_has_just_left_is_handed_on() -> None:
    slots, order = Slots(running=1, waiting=9), list[str]()
    await take(slots, "first", Lane.PLAY, order)
    leaving = asyncio.create_task(take(slots, "leaving", Lane.PLAY, order))
    staying = asyncio.create_task(take(slots, "staying", Lane.PLAY, order))
    await settle()
    slots.give()
    leaving.cancel()
    await asyncio.gather(leaving, staying, return_exceptions=True)
    assert order == ["first", "staying"]
    slots.give()
    assert slots.used == 0
