"""What comes in on a socket: too much, too fast, too early, or not at all for long."""

import asyncio

import pytest

from gamemaster.admission.bounds import AddressBounds
from gamemaster.admission.options import AddressOptions, Limits
from gamemaster.protocol import messages
from gamemaster.protocol.decode import act_id_in
from gamemaster.server import incoming, session
from gamemaster.server.incoming import Allowance, is_ping
from gamemaster.server.session import Session
from tests.integration.service import Puppet
from tests.server.test_connection import Sent, Wire, connect, listening


async def greet(wire: Wire) -> Sent:
    await wire.next()
    wire.say("hello")
    return await wire.next()


async def test_a_pong_does_not_wait_behind_what_takes_long(monkeypatch: pytest.MonkeyPatch) -> None:
    async with listening() as connections, connect(connections, Wire()) as wire:
        await greet(wire)
        held, began = asyncio.Event(), asyncio.Event()
        whole = Session.handle

        async def slow(session: Session, raw: str | bytes) -> None:
            if "stories" in str(raw):
                began.set()
                await held.wait()
            await whole(session, raw)

        monkeypatch.setattr(Session, "handle", slow)
        wire.say("stories")
        await began.wait()
        wire.say("ping", n=7)
        assert (await wire.next())["n"] == 7
        held.set()
        assert (await wire.next())["type"] == "stories"


async def test_a_fast_client_is_told_so_and_then_closed() -> None:
    async with listening() as connections, connect(connections, Wire()) as wire:
        await greet(wire)
        for n in range(incoming.BURST + incoming.MOST_REFUSALS + 50):
            wire.say("ping", n=n)
        frames = [await wire.next() for _ in range(incoming.BURST + 10)]
        refused = next(frame for frame in frames if frame["type"] == "error")
        assert (refused["code"], refused["limit"], refused["fatal"]) == (
            "too_fast", "40 messages a second", False
        )  # fmt: skip
        assert refused["retry_after_s"] > 0
        assert await wire.close_code() == messages.CLOSE_TOO_MANY


async def test_an_act_that_came_too_fast_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(incoming, "BURST", 1)
    async with listening() as connections, connect(connections, Wire()) as wire:
        await greet(wire)
        wire.say("act", id="act-00000001", text="wait")
        wire.say("act", id="act-00000002", text="wait")
        frames = [await wire.next() for _ in range(2)]
        assert "act-00000002" in [frame["act_id"] for frame in frames if frame["code"] == "too_fast"]


async def test_before_hello_there_is_room_for_little() -> None:
    async with listening(limits=Limits(max_message_bytes=200_000)) as connections:
        async with connect(connections, Wire()) as wire:
            wire.say("hello", token="x" * 70_000)
            assert await wire.close_code() == messages.CLOSE_TOO_LARGE
        async with connect(connections, Wire()) as wire:
            for n in range(incoming.HELLO_FRAMES + 1):
                wire.say("ping", n=n)
            assert await wire.close_code() == messages.CLOSE_TOO_LARGE


async def test_an_address_has_so_many_sockets_and_so_many_that_said_nothing() -> None:
    bounds = AddressBounds(AddressOptions(sockets=2, unproven=1))
    async with listening(addresses=bounds) as connections, connect(connections, Wire()) as first:
        await first.next()
        async with connect(connections, Wire()) as second:
            await second.next()
            refusal = await second.next()
            assert (refusal["code"], refusal["limit"]) == (
                "too_many", "1 connections that have said nothing yet of one address"
            )  # fmt: skip
            assert await second.close_code() == messages.CLOSE_TOO_MANY
        first.say("hello")
        await first.next()
        async with connect(connections, Wire()) as second:
            assert (await greet(second))["type"] == "welcome"
            async with connect(connections, Wire()) as third:
                await third.next()
                assert (await third.next())["limit"] == "2 open sockets of one address"
    assert (bounds.sockets["192.0.2.1"], bounds.unproven["192.0.2.1"]) == (0, 0)


async def test_an_address_may_ask_so_often() -> None:
    bounds = AddressBounds(AddressOptions(requests_per_minute=2))
    async with listening(addresses=bounds) as connections, connect(connections, Wire()) as wire:
        await greet(wire)  # coming in counts as well
        wire.say("stories")
        wire.say("stories")
        wire.say("ping", n=3)
        frames = [await wire.next() for _ in range(3)]
        kinds = sorted(frame.get("code") or frame["type"] for frame in frames)
        assert kinds == ["pong", "stories", "too_fast"]


async def test_an_idle_socket_is_closed_and_one_that_is_used_is_not() -> None:
    async with (
        listening(limits=Limits(idle_s=1_000)) as connections,
        connect(connections, Wire()) as idle,
        connect(connections, Wire()) as busy,
    ):
        await greet(idle)
        await greet(busy)
        for one in connections._incoming:
            one.asked_at -= 1_001
        busy.say("stories")
        await busy.next()
        idle.say("ping", n=1)  # asks for nothing
        await idle.next()
        connections.close_idle()
        assert await idle.close_code() == messages.CLOSE_IDLE
        busy.say("ping", n=2)
        assert (await busy.next())["n"] == 2


async def test_no_socket_is_idle_in_the_middle_of_a_turn() -> None:
    gate = asyncio.Event()
    async with (
        listening(limits=Limits(idle_s=1_000), narrator=Puppet(gate=gate)) as connections,
        connect(connections, Wire()) as wire,
    ):
        await greet(wire)
        wire.say("new_story", id="new-story-1", world="hut", seed=7)
        await wire.until("story")
        wire.say("act", id="act-00000001", text="look around")
        await wire.until("text")
        (one,) = connections._incoming
        one.asked_at -= 1_001
        connections.close_idle()
        gate.set()
        await wire.until("commit")
        while one.session.is_waiting:
            await asyncio.sleep(0)
        connections.close_idle()
        assert await wire.close_code() == messages.CLOSE_IDLE


async def test_no_socket_is_idle_in_the_middle_of_an_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    answered, may_answer = asyncio.Event(), asyncio.Event()

    async def late(*args: object) -> list[messages.StoryLine]:
        answered.set()
        await may_answer.wait()
        return []

    monkeypatch.setattr(session, "story_lines", late)
    async with (
        listening(limits=Limits(idle_s=1_000)) as connections,
        connect(connections, Wire()) as wire,
    ):
        await greet(wire)
        wire.say("stories")
        await answered.wait()
        (one,) = connections._incoming
        one.asked_at -= 1_001
        connections.close_idle()
        may_answer.set()
        await wire.until("stories")
        connections.close_idle()  # it was of use a moment ago
        wire.say("ping", n=1)
        assert (await wire.next())["n"] == 1


def test_an_allowance_grows_with_time() -> None:
    allowance = Allowance(2, 10, now=0.0)
    assert [allowance.take(0.0) for _ in range(3)] == [True, True, False]
    assert [allowance.take(0.1), allowance.take(0.1)] == [True, False]
    assert [allowance.take(99.0) for _ in range(3)] == [True, True, False]


def test_what_is_a_ping_and_which_act_a_message_would_have_been() -> None:
    assert is_ping('{"type": "ping", "n": 3}')
    for other in ('{"type": "act", "id": "act-12345678", "text": "ping"}', '"ping"', b'{"type": "ping"}'):
        assert not is_ping(other)
    assert act_id_in('{"type": "act", "id": "act-12345678", "text": "' + "x" * 9999) == "act-12345678"
    assert act_id_in(b"\x00") is None
